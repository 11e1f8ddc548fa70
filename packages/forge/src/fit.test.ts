import { describe, expect, it } from 'vitest';
import { containsPoint } from './engine/bounds.ts';
import { layers } from './engine/layers.ts';
import type { Family, Kit } from './engine/part.ts';
import type { FormMark, Mark } from './engine/recorder.ts';
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
	const from = s.recorder.marks.length;
	// Not by their place: what headgear would cut on the brow is left out.
	const before = new Set(s.recorder.marks);
	part.headgear!(s, rig, kit);
	openHeadgear(s, from);
	const isForm = (mark: Mark): mark is FormMark => mark.kind === 'form' && mark.shape.space === 'head';
	const grown = new Set(s.recorder.outgrowths.flatMap(({ marks }) => marks.filter(isForm).map(({ shape }) => shape)));
	const hat = s.recorder.marks
		.filter((mark) => !before.has(mark))
		.filter(isForm)
		.filter(({ shape }) => !grown.has(shape));
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
			const { s, rig, body, edges } = putOn(race, 'shadow-dancer', seed);
			const { left, right, bottom } = rig.headShape.bounds;
			const lowest = (edge: readonly Point[]) => Math.max(...edge.map(([, y]) => y));
			const cloth = edges.reduce((best, edge) => (lowest(edge) > lowest(best) ? edge : best));
			if (s.recorder.snoutKind === 'beak' || s.recorder.snoutKind === 'trunk') continue;
			const beard = body.filter((mark): mark is FormMark => mark.kind === 'form' && mark.layer === layers.beard);
			if (beard.some(({ shape }) => shape.bounds.bottom > bottom + 0.11)) continue;
			expect(beard).toEqual([]);
			if (s.recorder.snoutKind) continue;
			const upper = cloth.filter(([, y]) => y < rig.mouth[1] - 0.04);
			expect(Math.min(...upper.map(([x]) => x))).toBeGreaterThan(left - 0.012);
			expect(Math.max(...upper.map(([x]) => x))).toBeLessThan(right + 0.012);
		}
	});
});
