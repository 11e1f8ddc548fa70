import { describe, expect, it } from 'vitest';
import { computeSpan, containsPoint } from './engine/bounds.ts';
import { growsOnJaw, layers } from './engine/layers.ts';
import type { Family, Kit } from './engine/part.ts';
import type { FillMark, FormMark, Mark } from './engine/recorder.ts';
import type { Rig } from './engine/rig.ts';
import { type Point, refineOutline } from './engine/shape.ts';
import { openStudio, type Studio } from './engine/studio.ts';
import { drawSample, openSample, plainFigure } from './figure-testing.ts';
import { classes, races, styleFor } from './registry.ts';
import { openHeadgear } from './wardrobe/openings.ts';
import { drawTorso } from './wardrobe/torso.ts';

const sizePx = 128;

/** One race of each family, and those whose ears or horns differ from their family's. */
const heads = new Map<Family | string, string>();
for (const [id, { family }] of races) if (!heads.has(family)) heads.set(family, id);
for (const race of ['triton', 'sea-elf', 'tiefling', 'leonin', 'locathah', 'dragonborn', 'gnome', 'centaur', 'satyr'])
	heads.set(race, race);

const headgear = [...classes].filter(([, part]) => part.headgear).map(([id]) => id);
const pairs = headgear.flatMap((id) => [...heads.values()].map((race) => [id, race] as const));
/** Hats, hoods and helms that leave nothing of the crown bare, on every race. */
const covering = [...classes].filter(([, part]) => part.hides?.includes('crown')).map(([id]) => id);
const covered = covering.flatMap((id) => [...races.keys()].map((race) => [id, race] as const));
/** All but the snake people, whose own hood stands behind whatever they wear. */
const closed = covered.filter(([, race]) => race !== 'yuan-ti');
const seeds = ['fit', 'tight', 'loose'];

const countDifferent = (left: Uint8ClampedArray, right: Uint8ClampedArray) => {
	let count = 0;
	for (let i = 0; i < left.length; i += 4)
		if ([0, 1, 2].some((c) => Math.abs(left[i + c]! - right[i + c]!) > 24)) count++;
	return count;
};

interface Worn {
	readonly s: Studio;
	readonly rig: Rig;
	/** The marks of the race. */
	readonly body: readonly Mark[];
	/** Outlines of the worn forms in the head's space, without what comes through their openings. */
	readonly edges: readonly (readonly Point[])[];
}

/** A race with a class's headgear and nothing else. */
function putOn(race: string, id: string, seed: string): Worn {
	const part = classes.get(id)!;
	const { surface } = openSample(sizePx);
	const s = openStudio(surface, { ...plainFigure, race, class: id }, styleFor('bold-classic'), {
		seed,
		sizePx,
		hidden: part.hides ?? [],
	});
	const rig = races.get(race)!.draw(s);
	const cloth = s.colors.ramp('cloth', [0.5, 0.1, 250]);
	const kit: Kit = { cloth, trim: cloth, leather: cloth, metal: cloth, torso: drawTorso(s, rig, cloth) };
	// Not by their place: what headgear would cut on the brow is left out.
	const before = new Set(s.recorder.marks);
	part.headgear!(s, rig, kit);
	openHeadgear(s, before);
	const isForm = (mark: Mark): mark is FormMark => mark.kind === 'form' && mark.shape.space === 'head';
	// What a band or a cloth goes behind is drawn once more.
	const own = new Set([...before].filter(isForm).map(({ shape }) => shape));
	const grown = new Set(s.recorder.outgrowths.flatMap(({ marks }) => marks.filter(isForm).map(({ shape }) => shape)));
	const hat = s.recorder.marks
		.filter((mark) => !before.has(mark))
		.filter(isForm)
		.filter(({ shape }) => !grown.has(shape) && !own.has(shape));
	return {
		s,
		rig,
		body: s.recorder.marks.filter((mark) => before.has(mark)),
		edges: hat.map(({ shape }) => refineOutline(shape.outline, 4)),
	};
}

const isOver = ({ edges }: Worn, [x, y]: Point) => edges.some((edge) => containsPoint(edge, x, y));

/** The widest span of the worn forms from the hat line up to half the skull's half width above it. */
function measureWidth(worn: Worn): number {
	const { x: middle, y, half } = worn.rig.hat;
	return Math.max(
		...[0, 0.25, 0.5].map((lift) => {
			const isOverAt = (x: number) => isOver(worn, [x, y - lift * half]);
			let [left, right] = [middle, middle];
			while (left > 0 && isOverAt(left)) left -= 0.004;
			while (right < 1 && isOverAt(right)) right += 0.004;
			return right - left;
		}),
	);
}

describe('headgear', () => {
	it.each(pairs)('of a %s shows on a %s', (id, race) => {
		const worn = drawSample({ race, class: id }, 'fit', sizePx);
		const bare = drawSample({ race, class: 'monk' }, 'fit', sizePx);
		const top = sizePx * 0.55 * sizePx * 4;
		expect(countDifferent(worn.subarray(0, top), bare.subarray(0, top))).toBeGreaterThan(sizePx * sizePx * 0.01);
	});

	it.each(covered)('of a %s leaves no gap to the skull of a %s', (id, race) => {
		for (const seed of seeds) {
			const worn = putOn(race, id, seed);
			const { headShape, hat } = worn.rig;
			const crown = refineOutline(headShape.outline, 4).filter(([, y]) => y < hat.y - hat.half * 0.3);
			expect(crown.filter((point) => !isOver(worn, point))).toEqual([]);
		}
	});

	it.each(closed)('of a %s lets hair, ears and horns of a %s out through openings only', (id, race) => {
		for (const seed of seeds) {
			const worn = putOn(race, id, seed);
			const { rig, s } = worn;
			const grown = new Set(s.recorder.outgrowths.flatMap(({ marks }) => marks));
			const out = worn.body
				.filter((mark): mark is FormMark => mark.kind === 'form' && mark.shape.space === 'head')
				.filter((mark) => mark.layer >= layers.hairBack && mark.layer < layers.headgear && !grown.has(mark))
				.flatMap(({ shape }) => refineOutline(shape.outline, 4))
				.filter(([x, y]) => Math.abs(x - rig.hat.x) < rig.hat.half * 0.8 && y < rig.hat.y - rig.hat.half * 0.4)
				.filter((point) => !isOver(worn, point));
			expect(out).toEqual([]);
		}
	});

	it.each(covered)('of a %s is as wide as the skull of a %s', (id, race) => {
		for (const seed of seeds) {
			const worn = putOn(race, id, seed);
			const { half } = worn.rig.hat;
			const width = measureWidth(worn);
			expect(width).toBeGreaterThan(half * 1.9);
			expect(width).toBeLessThan(half * 4);
		}
	});

	it.each(['rogue', 'ranger', 'void-walker'])('of a %s leaves the tips of snouts and beaks free', (id) => {
		const worn = [...races.keys()].map((race) => ({ race, ...putOn(race, id, 'fit') }));
		const snouted = worn.filter(({ s }) => s.recorder.snout.length > 0 && s.recorder.snoutKind !== 'trunk');
		expect(snouted.length).toBeGreaterThan(5);
		for (const { race, s, rig } of snouted) {
			const { marks, snout } = s.recorder;
			const forms = snout.filter((mark): mark is FormMark => mark.kind === 'form');
			const over = marks
				.filter((mark): mark is FormMark => mark.kind === 'form' && mark.layer === layers.headgear)
				.map(({ shape }) => refineOutline(shape.outline, 4));
			const far = forms.flatMap(({ shape }) => refineOutline(shape.outline, 4)).filter(([x]) => x < rig.hat.x);
			const cut = far.filter(([x, y]) => over.some((edge) => containsPoint(edge, x, y)));
			expect(cut, race).toEqual([]);
		}
	});

	it('covers more than 20 kinds, more than eight of which hide the hair', () => {
		expect(headgear.length).toBeGreaterThan(20);
		expect(covering.length).toBeGreaterThan(8);
	});
});

describe('a veil', () => {
	it.each([...races.keys()])('on a %s begins on the skull and hides what short beard is there', (race) => {
		for (const seed of seeds) {
			const { s, rig, edges } = putOn(race, 'shadow-dancer', seed);
			const { left, right, bottom } = rig.headShape.bounds;
			const lowest = (edge: readonly Point[]) => Math.max(...edge.map(([, y]) => y));
			const cloth = edges.reduce((best, edge) => (lowest(edge) > lowest(best) ? edge : best));
			if (s.recorder.snoutKind === 'trunk') continue;
			if (s.recorder.snoutKind === 'beak') {
				// From the beak's root down.
				expect(Math.min(...cloth.map(([, y]) => y))).toBeLessThan(rig.mouth[1] - 0.04);
				continue;
			}
			// Also what of a long beard hangs out from under the cloth.
			const beard = s.recorder.marks.filter((mark): mark is FormMark => mark.kind === 'form' && growsOnJaw(mark.layer));
			if (beard.some(({ shape }) => shape.bounds.bottom > bottom + 0.11)) continue;
			expect(beard).toEqual([]);
			if (s.recorder.snoutKind) continue;
			const upper = cloth.filter(([, y]) => y < rig.mouth[1] - 0.04);
			expect(Math.min(...upper.map(([x]) => x))).toBeGreaterThan(left - 0.012);
			expect(Math.max(...upper.map(([x]) => x))).toBeLessThan(right + 0.012);
		}
	});
});

const isHeadForm = (mark: Mark): mark is FormMark => mark.kind === 'form' && mark.shape.space === 'head';

describe('a frog', () => {
	// Hoods and helms leave its eyes an opening; for a frog a coif is a hood.
	const hats = covering.filter((id) => id !== 'cleric' && classes.get(id)!.hides?.includes('front-hair'));

	it.each(['cleric', 'rogue', 'ranger'])('looks out of the hood of a %s', (id) => {
		const { s, rig, body } = putOn('grung', id, 'fit');
		const hood = s.recorder.marks.filter((mark) => !body.includes(mark) && mark.layer === layers.headgear);
		const cloth = hood.filter(isHeadForm).map(({ shape }) => refineOutline(shape.outline, 4));
		expect(cloth.length).toBeGreaterThan(0);
		for (const [x, y] of [rig.eyeNear, rig.eyeFar])
			for (const dx of [-0.6, 0, 0.6])
				expect(cloth.some((edge) => containsPoint(edge, x + dx * rig.eyeHalf, y))).toBe(false);
	});

	it.each([...hats, 'battle-master'])('looks out before the hat of a %s', (id) => {
		const { s, rig, body } = putOn('grung', id, 'fit');
		const worn = s.recorder.marks.filter((mark) => !body.includes(mark) && mark.layer > layers.head);
		expect(worn.length).toBeGreaterThan(2);
		expect(worn.filter(({ layer }) => layer >= layers.eyes)).toEqual([]);
		const domes = worn.filter((mark): mark is FormMark => mark.kind === 'form' && mark.ramp === rig.skin);
		expect(domes).toHaveLength(2);
		expect(worn.slice(worn.indexOf(domes[0]!)).every(({ layer }) => layer === layers.markings)).toBe(true);
	});
});

describe('a band below a veil', () => {
	it('cuts no gem on the brow, though the veil leaves out marks of the face', () => {
		for (const seed of seeds) {
			const worn = putOn('deep-gnome', 'shadow-dancer', seed);
			const gems = worn.body.filter((mark): mark is FormMark => mark.kind === 'form' && mark.layer === layers.markings);
			expect(gems.flatMap(({ shape }) => shape.outline).filter((point) => isOver(worn, point))).toEqual([]);
		}
	});
});

describe('hair under a band', () => {
	const banded = [...classes].filter(([, part]) => part.hides?.includes('brow-band')).map(([id]) => id);

	it.each(banded)('of a %s shows no skin above it', (id) => {
		let found = 0;
		for (const race of races.keys())
			for (const seed of seeds) {
				const { body } = putOn(race, id, seed);
				const hair = body
					.filter(isHeadForm)
					.filter(
						({ layer, shape: { bounds, loops } }) =>
							layer === layers.hairFront && loops === 1 && bounds.left < 0.36 && bounds.right > 0.64,
					);
				if (hair.length === 0) continue;
				found++;
				const edges = hair.map(({ shape }) => refineOutline(shape.outline, 4));
				for (const x of [0.4, 0.45, 0.5, 0.55, 0.6])
					expect(
						edges.some((edge) => containsPoint(edge, x, 0.295)),
						`${race} ${seed} ${x}`,
					).toBe(true);
			}
		expect(found).toBeGreaterThan(20);
	});
});

describe('what is worn beside ears, muzzles and whiskers', () => {
	const everywhere = [...races.keys()].flatMap((race) => seeds.map((seed) => [race, seed] as const));

	it('covers the nose of a short muzzle with a veil', () => {
		const worn = everywhere.map(([race, seed]) => ({ race, ...putOn(race, 'shadow-dancer', seed) }));
		const short = worn.filter(({ rig }) => rig.nose);
		expect(short.length).toBeGreaterThan(8);
		for (const { race, rig, edges } of short)
			expect(
				edges.some((edge) => containsPoint(edge, rig.nose![0], rig.nose![1])),
				race,
			).toBe(true);
	});

	it.each(['duergar', 'dwarf', 'firbolg', 'human'])('ends a mask over the beard of a %s with the head', (race) => {
		for (const seed of seeds) {
			const { s, rig } = putOn(race, 'shadow-dancer', seed);
			const veil = s.recorder.marks.find(
				(mark): mark is FormMark => isHeadForm(mark) && mark.layer === layers.faceCover,
			)!;
			const { bounds } = rig.headShape;
			expect(veil.shape.bounds.left).toBeGreaterThan(bounds.left - 0.012);
			expect(veil.shape.bounds.right).toBeLessThan(bounds.right + 0.012);
		}
	});

	it('keeps a blindfold inside of what it goes around', () => {
		for (const race of races.keys()) {
			const { s, rig } = putOn(race, 'divine-oracle', 'fit');
			// Before compound eyes it goes around them.
			if (rig.eyeHalf > 0.07) continue;
			const cloth = s.recorder.marks.find(
				(mark): mark is FormMark => isHeadForm(mark) && mark.layer === layers.hairFront - 0.5,
			);
			expect(cloth?.options.clip, race).toBeDefined();
		}
	});

	it.each([...races.keys()])('leaves the moustache of a %s between the cheek guards of a helm', (race) => {
		for (const seed of seeds) {
			const { body, rig } = putOn(race, 'death-knight', seed);
			const half = rig.hat.half * 0.86;
			for (const mark of body)
				if (mark.kind === 'form' && mark.layer === layers.moustache) {
					expect(mark.shape.bounds.left).toBeGreaterThan(rig.hat.x - half);
					expect(mark.shape.bounds.right).toBeLessThan(rig.hat.x + half);
				}
		}
	});

	it("keeps a circlet's wings clear of ears", () => {
		for (const [race, seed] of everywhere) {
			const { s, edges } = putOn(race, 'paladin', seed);
			const ears = s.recorder.outgrowths
				.filter(({ base }) => base[1] > 0.34)
				.flatMap(({ marks }) => marks.filter(isHeadForm).map(({ shape }) => refineOutline(shape.outline, 4)));
			// Feathers have four corners.
			const wings = edges.filter((edge) => edge.length <= 16 && edge.some(([, y]) => y < 0.27));
			for (const ear of ears)
				expect(
					wings.flat().filter(([x, y]) => containsPoint(ear, x, y)),
					`${race} ${seed}`,
				).toEqual([]);
		}
	});

	it.each(['human', 'elf', 'goblin', 'firbolg'])('opens the near ear of a %s into the cheek', (race) => {
		for (const seed of seeds) {
			const near = putOn(race, 'fighter', seed).s.recorder.marks.flatMap((mark) =>
				isHeadForm(mark) && mark.options.root ? [{ shape: mark.shape, root: mark.options.root }] : [],
			);
			expect(near.length).toBe(1);
			for (const { shape, root } of near) {
				const [left, right] = [shape.bounds.left, shape.bounds.right];
				const edge = refineOutline(root.outline, 4);
				const middle = refineOutline(shape.outline, 4).filter(
					([x, y]) => x < left + 0.004 && Math.abs(y - 0.455) < 0.02,
				);
				expect(middle.filter(([x, y]) => containsPoint(edge, x, y))).toEqual([]);
				expect(shape.outline.some(([x, y]) => x === right && containsPoint(edge, x, y))).toBe(true);
			}
		}
	});

	it.each(['elf', 'shifter', 'goblin', 'satyr'])('leaves both ears of a %s before the cloth of a coif', (race) => {
		const { s } = putOn(race, 'cleric', 'fit');
		const ears = s.recorder.outgrowths.filter(({ base }) => base[1] > 0.34);
		expect(ears.length).toBe(2);
		const drawn = new Set(
			s.recorder.marks.filter(isHeadForm).map(({ shape, options }) => (options.clip ? null : shape)),
		);
		for (const { marks } of ears)
			for (const mark of marks) if (isHeadForm(mark)) expect(drawn.has(mark.shape)).toBe(true);
	});

	it.each(['fighter', 'warlock', 'druid'])("keeps a changeling's dyed half inside the hair over a %s's band", (id) => {
		for (const seed of seeds) {
			const { s, body } = putOn('changeling', id, seed);
			const isDye = (mark: Mark) => mark.kind === 'fill' && computeSpan(mark.shape) > 0.5 && !mark.shape.straight;
			const dyes = new Set(body.filter((mark) => mark.layer === layers.hairFront && isDye(mark)));
			expect(dyes.size).toBe(1);
			const [dye] = dyes as Set<FillMark>;
			for (const mark of s.recorder.marks)
				if (mark.kind === 'fill' && mark.color === dye!.color) expect(mark.clip).toBe(dye!.clip);
		}
	});

	it.each(['rogue', 'ranger', 'void-walker'])('lets both ears of a pair out of the hood of a %s, or neither', (id) => {
		let found = 0;
		for (const [race, seed] of everywhere) {
			const { s } = putOn(race, id, seed);
			const ears = s.recorder.outgrowths.filter(({ base, tip }) => base[1] > 0.34 && tip[1] < base[1] + 0.2);
			if (ears.length !== 2) continue;
			found++;
			const over = s.recorder.marks.filter(isHeadForm).filter(({ layer }) => layer === layers.headgear);
			const isOut = ({ marks }: (typeof ears)[number]) =>
				marks.some((mark) => isHeadForm(mark) && over.some(({ shape }) => shape === mark.shape));
			expect(new Set(ears.map(isOut)).size, `${race} ${seed}`).toBe(1);
		}
		expect(found).toBeGreaterThan(20);
	});

	it.each(['warlock', 'fighter', 'divine-oracle'])("draws no hair twice where a %s's band goes beneath it", (id) => {
		let tucked = 0;
		for (const [race, seed] of everywhere) {
			const { s, body } = putOn(race, id, seed);
			const hair = new Set(
				body.flatMap((mark) => (isHeadForm(mark) && mark.layer === layers.hairFront ? [mark.shape] : [])),
			);
			const over = s.recorder.marks.filter(({ layer }) => layer === layers.headgear);
			expect(over.filter((mark) => mark.kind === 'form' && hair.has(mark.shape))).toEqual([]);
			tucked += over.filter((mark) => mark.kind === 'fill' && mark.clip && hair.has(mark.clip)).length;
		}
		// The edges of the locks over bands' ends.
		expect(tucked).toBeGreaterThan(20);
	});

	it.each(['human', 'elf', 'githyanki', 'dwarf', 'warforged', 'gnome'])(
		'lets both antlers of a %s rise from behind, or out of hair that stands high before them',
		(race) => {
			for (const seed of seeds) {
				const worn = putOn(race, 'druid', seed).s.recorder.outgrowths.filter(({ isWorn }) => isWorn);
				expect(worn.length).toBe(2);
				const drawn = worn.flatMap(({ marks }) => marks.map(({ layer }) => layer));
				const isRooted = drawn.every((layer) => layer === layers.ears);
				const isBehind = drawn.every((layer) => layer < layers.head);
				// A gnome's tuft always does, and nothing stands on a metal skull.
				expect(isRooted, seed).toBe(race === 'gnome' || (race !== 'warforged' && !isBehind));
				expect(isBehind, seed).toBe(!isRooted);
			}
		},
	);
});
