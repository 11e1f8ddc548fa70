import { describe, expect, it } from 'vitest';
import type { Figure } from '../../draw.ts';
import { containsPoint } from '../../engine/bounds.ts';
import type { Ramp } from '../../engine/color.ts';
import { layers } from '../../engine/layers.ts';
import type { Kit } from '../../engine/part.ts';
import type { FormMark, Mark } from '../../engine/recorder.ts';
import { type Bounds, type Point, refineOutline } from '../../engine/shape.ts';
import { openStudio, type Studio } from '../../engine/studio.ts';
import { openSample, plainFigure } from '../../figure-testing.ts';
import { races, styleFor } from '../../registry.ts';
import { getMaterials } from '../props/items.ts';
import { clawCloth } from '../torn.ts';
import { drawTorso } from '../torso.ts';
import { drawItem } from './draw-arms.ts';
import { type Grip, type HandName, handShapes } from './hand.ts';
import { takeStance } from './stance.ts';

interface Armed {
	readonly s: Studio;
	readonly pose: string;
	readonly skin: readonly Ramp[];
	readonly cloth: Ramp;
	/** The slits in the cloth. */
	readonly torn: readonly Mark[];
	/** Arms, hands and what they hold. */
	readonly arms: readonly Mark[];
}

/** A figure's torso with its torn cloth, and its arms. */
function arm(changes: Partial<Figure>, seed: string): Armed {
	const figure = { ...plainFigure, ...changes };
	const { surface } = openSample(128);
	const s = openStudio(surface, figure, styleFor('bold-classic'), { seed, sizePx: 128, hidden: [] });
	const { draw, family } = races.get(figure.race)!;
	const rig = draw(s);
	const cloth = s.colors.ramp('cloth', [0.5, 0.1, 250]);
	const kit: Kit = { cloth, trim: cloth, leather: cloth, metal: cloth, torso: drawTorso(s, rig, cloth) };
	const stance = takeStance(s, rig, family);
	const { marks } = s.recorder;
	const bare = marks.length;
	drawItem(s, kit, { ...stance, lips: rig.mouth, carryShift: 0 });
	const arms = marks.slice(bare);
	clawCloth(s);
	return {
		s,
		pose: stance.pose.id,
		skin: [stance.build.skin, stance.nearBuild.skin],
		cloth,
		torn: marks.slice(marks.indexOf(arms.at(-1)!) + 1),
		arms,
	};
}

const isForm = (mark: Mark): mark is FormMark => mark.kind === 'form';
const outlinesOf = (marks: readonly Mark[]) => marks.filter(isForm).map(({ shape }) => refineOutline(shape.outline, 4));
const seeds = Array.from({ length: 12 }, (_, i) => `hands-${i}`);

describe('slits in the cloth', () => {
	it.each([
		'none',
		'singing-blade',
		'travellers-lantern',
		'weathered-map',
		'silver-flute',
		'crown-of-roots',
		'oaken-staff',
	])('keep clear of arms that hold %s', (items) => {
		let count = 0;
		for (const [i, seed] of seeds.entries()) {
			const { torn, arms } = arm({ class: ['rogue', 'wizard', 'fighter', 'warlock'][i % 4]!, items }, seed);
			count += torn.length;
			const edges = outlinesOf(arms.filter(({ layer }) => layer === layers.hand));
			const slits = torn.flatMap((mark) => (mark.kind === 'fill' ? [...mark.shape.outline] : []));
			const covered = slits.filter(([x, y]) => edges.some((edge) => containsPoint(edge, x, y)));
			expect(covered, seed).toEqual([]);
		}
		if (items !== 'silver-flute') expect(count).toBeGreaterThan(0);
	});
});

describe('a hand', () => {
	it.each([
		['sealed-letter', 'paper'],
		['mirror-shield', 'gold'],
	] as const)('that holds a flat thing, %s, is partly behind and partly before it', (items, material) => {
		const all = seeds.map((seed) => arm({ class: 'rogue', items }, seed)).filter(({ pose }) => pose !== 'behind');
		expect(all.length).toBeGreaterThan(0);
		for (const { s, skin, arms } of all) {
			const { base } = getMaterials(s)[material];
			const forms = arms.filter(isForm).filter(({ layer }) => layer === layers.hand);
			const isHand = ({ ramp }: FormMark) => skin.some((tone) => tone.base === ramp.base);
			const at = forms.findIndex(({ ramp }) => ramp.base === base);
			expect(at).toBeGreaterThan(0);
			expect(forms.slice(0, at).some(isHand)).toBe(true);
			expect(forms.slice(at).some(isHand)).toBe(true);
		}
	});

	// One that points shows its back.
	it.each([
		{ name: 'fist', clawCount: 4, freeCount: 0 },
		{ name: 'point', clawCount: 1, freeCount: 1 },
		{ name: 'sign', clawCount: 4, freeCount: 1 },
	] satisfies { name: HandName; clawCount: number; freeCount: number }[])(
		'as a $name has the claws of bent fingers on its ball or out of sight',
		({ name, clawCount, freeCount }) => {
			const s = openStudio(openSample(128).surface, plainFigure, styleFor('bold-classic'), {
				seed: '',
				sizePx: 128,
				hidden: [],
			});
			const skin = s.colors.ramp('skin', [0.6, 0.1, 60]);
			const claw = s.colors.ramp('bone', [0.3, 0.03, 60]);
			const put: { readonly loop: readonly Point[]; readonly ramp: Ramp }[] = [];
			const grip = { put: (loop: readonly Point[], ramp: Ramp) => void put.push({ loop, ramp }), line: () => {} };
			handShapes[name].before(grip as unknown as Grip, { skin, claw, fingers: 4 });
			const hand = put.filter(({ ramp }) => ramp === skin).map(({ loop }) => refineOutline(loop, 4));
			const tips = put.filter(({ ramp }) => ramp === claw).map(({ loop }) => loop.at(-1)!);
			expect(tips.length).toBe(clawCount);
			const free = tips.filter(([x, y]) => !hand.some((edge) => containsPoint(edge, x, y)));
			expect(free.length).toBe(freeCount);
		},
	);
});

describe('a bare arm', () => {
	it.each(['whispering-bell', 'woven-charm', 'travellers-lantern', 'glass-dagger'])(
		'that holds %s comes out of the opening of its sleeve',
		(items) => {
			let count = 0;
			for (const seed of seeds) {
				const { arms, skin, cloth } = arm({ class: 'druid', items }, seed);
				const forms = arms.filter(isForm);
				for (const [i, bare] of forms.entries()) {
					if (!skin.some(({ base }) => base === bare.ramp.base) || bare.shape.bounds.bottom < 1.15) continue;
					count++;
					expect(forms[i - 1]!.ramp.base, seed).toBe(cloth.ink);
					const sleeve = forms
						.slice(i)
						.find(({ shape }) => shape.bounds.bottom > bare.shape.bounds.bottom - 0.01 && shape !== bare.shape)!;
					const edge = refineOutline(sleeve.shape.outline, 6);
					// Across a leaning arm the opening runs down.
					const opening = sleeve.shape.bounds.top + 0.12;
					const inside = refineOutline(bare.shape.outline, 4).filter(([, y]) => y > opening && y < 1.2);
					expect(inside.length).toBeGreaterThan(0);
					expect(
						inside.filter(([x, y]) => !containsPoint(edge, x, y)),
						seed,
					).toEqual([]);
				}
			}
			expect(count).toBeGreaterThan(0);
		},
	);
});

describe('a bare arm held up', () => {
	it.each(['deep-gnome', 'human', 'goliath'])(
		'of a %s goes to its elbow, and on from there behind the clothes to the shoulder',
		(race) => {
			for (const seed of seeds) {
				const { s, arms, skin } = arm({ race, class: 'barbarian', items: 'travellers-lantern' }, seed);
				const bare = arms.filter(isForm).filter(({ ramp }) => skin.some(({ base }) => base === ramp.base));
				const upper = bare.filter(({ layer }) => layer === layers.shoulderFar);
				expect(upper.length).toBe(1);
				const [edge] = outlinesOf(upper) as [readonly Point[]];
				const torso = outlinesOf(s.recorder.marks.filter(({ layer }) => layer === layers.torso));
				const isInside =
					(loops: readonly (readonly Point[])[]) =>
					([x, y]: Point) =>
						loops.some((loop) => containsPoint(loop, x, y));
				expect(edge.some(isInside(torso)), seed).toBe(true);
				const fore = bare.filter(({ layer, shape }) => layer === layers.hand && shape.bounds.right > 0.95);
				expect(edge.some(isInside(outlinesOf(fore))), seed).toBe(true);
				// Beyond its elbow nothing of the arm goes on down.
				const near = bare.filter(({ shape }) => shape.bounds.left > 0.5);
				expect(Math.max(...near.map(({ shape }) => shape.bounds.bottom)), seed).toBeLessThan(1.15);
			}
		},
	);
});

describe('crossed arms', () => {
	it('each reach from below the picture at their own side to a hand at the other, with no loose strokes', () => {
		const all = Array.from({ length: 40 }, (_, i) => arm({}, `crossed-${i}`)).filter(({ pose }) => pose === 'crossed');
		expect(all.length).toBeGreaterThan(0);
		for (const { arms, skin } of all) {
			const forms = arms.filter(isForm);
			const roots = forms.map(({ shape }) => shape.bounds).filter(({ bottom }) => bottom > 1.15);
			expect(roots.length).toBe(2);
			const [far, near] = roots as [Bounds, Bounds];
			expect(far.left).toBeLessThan(0.25);
			expect(near.right).toBeGreaterThan(0.75);
			const hands = forms.filter(({ ramp }) => skin.some(({ base }) => base === ramp.base));
			const sides = hands.map(({ shape }) => shape.bounds);
			expect(Math.min(...sides.map(({ left }) => left))).toBeLessThan(0.25);
			expect(Math.max(...sides.map(({ right }) => right))).toBeGreaterThan(0.75);
			const edges = outlinesOf(forms);
			const strokes = arms.flatMap((mark) => (mark.kind === 'fill' ? mark.shape.outline : []));
			expect(strokes.filter(([x, y]) => y < 1.05 && !edges.some((edge) => containsPoint(edge, x, y)))).toEqual([]);
		}
	});
});

describe('two hands under one thing', () => {
	it('leave a gap between them', () => {
		const all = seeds.map((seed) => arm({ items: 'crown-of-roots' }, seed)).filter(({ pose }) => pose === 'two-handed');
		expect(all.length).toBeGreaterThan(0);
		for (const { arms, skin } of all) {
			const hands = arms.filter(isForm).filter(({ ramp }) => skin.some(({ base }) => base === ramp.base));
			const bounds = hands.map(({ shape }) => shape.bounds);
			const middle = (Math.min(...bounds.map(({ left }) => left)) + Math.max(...bounds.map(({ right }) => right))) / 2;
			const isFar = ({ left, right }: Bounds) => (left + right) / 2 < middle;
			const far = Math.max(...bounds.filter(isFar).map(({ right }) => right));
			const near = Math.min(...bounds.filter((one) => !isFar(one)).map(({ left }) => left));
			expect(near).toBeGreaterThan(far);
		}
	});

	it.each([3, 4] as const)('with %i fingers rise behind it, and before it go down to a rounded heel', (fingers) => {
		const s = openStudio(openSample(128).surface, plainFigure, styleFor('bold-classic'), {
			seed: '',
			sizePx: 128,
			hidden: [],
		});
		const skin = s.colors.ramp('skin', [0.6, 0.1, 60]);
		const trace = (draw: (grip: Grip) => void): readonly Point[] => {
			const put: Point[] = [];
			draw({
				put: (loop: readonly Point[]) => void put.push(...refineOutline(loop, 4)),
				line: () => {},
			} as unknown as Grip);
			return put;
		};
		const { behind, before } = handShapes.bowl;
		const palm = trace((grip) => behind?.(grip, { skin, claw: null, fingers }));
		const front = trace((grip) => before(grip, { skin, claw: null, fingers }));
		const topAt = (loop: readonly Point[], x: number) =>
			Math.min(...loop.filter((point) => Math.abs(point[0] - x) < 0.12).map((point) => point[1]));
		for (const x of [-0.3, 0, 0.3]) expect(topAt(palm, x), `${x}`).toBeLessThan(topAt(front, x) - 0.1);
		const low = front.filter((point) => point[1] > 1);
		expect(Math.min(...low.map(([x]) => x))).toBeGreaterThan(Math.min(...front.map(([x]) => x)) + 0.25);
	});
});
