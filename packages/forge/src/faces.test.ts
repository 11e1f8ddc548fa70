import { describe, expect, it } from 'vitest';
import { findOn } from './anatomy/fangs.ts';
import { setApart } from './anatomy/hair.ts';
import { containsPoint } from './engine/bounds.ts';
import type { Lch } from './engine/color.ts';
import { growsOnJaw, layers } from './engine/layers.ts';
import type { FillMark, FormMark, Mark } from './engine/recorder.ts';
import { refineOutline } from './engine/shape.ts';
import { openStudio } from './engine/studio.ts';
import { openSample, plainFigure } from './figure-testing.ts';
import { afflictions, classes, races, styleFor } from './registry.ts';
import { halfMask } from './wardrobe/half-mask.ts';
import { takeStance } from './wardrobe/stance/stance.ts';
import { drawTorso } from './wardrobe/torso.ts';

const sizePx = 128;
const seeds = ['a', 'b', 'c', 'd'];

/** A race's head as a class shows it, without the class's own things. */
function drawFace(race: string, seed: string, id = 'fighter') {
	const s = openStudio(openSample(sizePx).surface, { ...plainFigure, race, class: id }, styleFor('bold-classic'), {
		seed,
		sizePx,
		hidden: classes.get(id)!.hides ?? [],
	});
	const rig = races.get(race)!.draw(s);
	return { s, rig, marks: s.recorder.marks };
}

const isGrown = (mark: Mark): mark is FormMark => mark.kind === 'form' && growsOnJaw(mark.layer);
const lipped = [...races.keys()].filter((race) => drawFace(race, 'a').rig.lips);
const fanged = lipped.flatMap((race) => ['lycanthropy', 'vampirism'].map((affliction) => [affliction, race] as const));

describe('a face', () => {
	it.each(fanged)('has the fangs of %s on a %s grow from under the upper lip', (affliction, race) => {
		for (const seed of seeds) {
			const { s, rig, marks } = drawFace(race, seed);
			drawTorso(s, rig, s.colors.ramp('cloth', [0.5, 0.1, 250]));
			const from = marks.length;
			const { family } = races.get(race)!;
			afflictions.get(affliction)!.draw(s, rig, takeStance(s, rig, family).placement, family);
			const fangs = marks.slice(from).filter(isGrown);
			expect(fangs.length).toBe(affliction === 'lycanthropy' && family === 'tusked' ? 0 : 2);
			const { upper } = rig.lips!;
			const [left, right] = [upper[0]![0], upper.at(-1)![0]];
			for (const { shape } of fangs) {
				const middle = (shape.bounds.left + shape.bounds.right) / 2;
				expect(shape.bounds.left).toBeGreaterThan(left);
				expect(shape.bounds.right).toBeLessThan(right);
				expect(Math.abs(shape.bounds.top - findOn(upper, (middle - left) / (right - left))[1])).toBeLessThan(0.006);
			}
		}
	});

	it.each(['orc', 'half-orc'])('of an %s has one lower lip before both tusks', (race) => {
		for (const seed of seeds) {
			const grown = drawFace(race, seed).marks.filter(isGrown);
			const tusks = grown.filter(({ ramp }) => ramp.from[0] > 0.9);
			expect(tusks.length).toBe(2);
			const lip = grown.at(-1)!;
			for (const { shape } of tusks) {
				expect(shape.bounds.left).toBeGreaterThan(lip.shape.bounds.left);
				expect(shape.bounds.right).toBeLessThan(lip.shape.bounds.right);
				expect(shape.bounds.bottom).toBeLessThan(lip.shape.bounds.bottom);
			}
		}
	});

	it('has moustaches no wider than a face and its ears’ roots', () => {
		for (const race of lipped)
			for (const seed of seeds) {
				const { marks } = drawFace(race, seed);
				const wings = marks.filter((mark) => mark.kind === 'form' && mark.layer === layers.moustache).filter(isGrown);
				for (const { shape } of wings) {
					expect(shape.bounds.left, race).toBeGreaterThan(0.27);
					expect(shape.bounds.right, race).toBeLessThan(0.72);
				}
			}
	});

	it.each(['firbolg', 'gnome', 'goblin', 'dwarf'])(
		'of a %s shows its mouth below a great nose and moustache',
		(race) => {
			for (const seed of [...seeds, 'e', 'f', 'g', 'h']) {
				const { rig, marks } = drawFace(race, seed);
				const { upper } = rig.lips!;
				const nose = marks.find((mark): mark is FormMark => mark.kind === 'form' && mark.layer === layers.muzzle)!;
				expect(nose.shape.bounds.bottom, seed).toBeLessThan(Math.min(...upper.map(([, y]) => y)));
			}
		},
	);

	// An orc's lower lip stands before its tusks, in the same layer.
	const whiskered = lipped.filter((race) => !race.endsWith('orc'));
	it.each(whiskered)('of a %s shows its mouth below a moustache', (race) => {
		for (const seed of [...seeds, 'e', 'f', 'g', 'h']) {
			const { rig, marks } = drawFace(race, seed);
			const { upper } = rig.lips!;
			const [x, y] = [(upper[0]![0] + upper.at(-1)![0]) / 2, findOn(upper, 0.5)[1]];
			const hair = marks.filter((mark) => mark.layer === layers.moustache).filter(isGrown);
			const over = hair.filter(({ shape }) => containsPoint(refineOutline(shape.outline, 4), x, y));
			expect(over.length, seed).toBe(0);
		}
	});

	it('has dragon scales end before the line around the head', () => {
		for (const race of races.keys()) {
			const { s, rig, marks } = drawFace(race, 'a');
			drawTorso(s, rig, s.colors.ramp('cloth', [0.5, 0.1, 250]));
			const { family } = races.get(race)!;
			const from = marks.length;
			afflictions.get('dragon-touched')!.draw(s, rig, takeStance(s, rig, family).placement, family);
			const edge = refineOutline(rig.headShape.outline, 4);
			const scales = marks.slice(from).filter((mark): mark is FormMark => mark.kind === 'form');
			expect(scales.length, race).toBeGreaterThan(4);
			for (const [x, y] of scales[0]!.options.clip!.outline.filter(([, low]) => low > rig.eyeNear[1]))
				expect(containsPoint(edge, x, y), race).toBe(true);
		}
	});

	it('has no compound eyes bulging under a blindfold', () => {
		const { marks } = drawFace('thri-kreen', 'a', 'divine-oracle');
		expect(marks.filter(({ layer }) => layer === layers.eyes)).toEqual([]);
	});

	it('keeps a full beard within the jaw’s breadth down to the chin', () => {
		for (const race of ['dwarf', 'firbolg', 'duergar'])
			for (const seed of seeds) {
				const { rig, marks } = drawFace(race, seed);
				const { left, right } = rig.headShape.bounds;
				const beards = marks.filter((mark): mark is FormMark => mark.kind === 'form' && mark.layer === layers.beard);
				const low = beards.flatMap(({ shape }) => refineOutline(shape.outline, 4)).filter(([, y]) => y > 0.6);
				for (const [x] of low) {
					expect(x, `${race} ${seed}`).toBeGreaterThan(left);
					expect(x, `${race} ${seed}`).toBeLessThan(right);
				}
			}
	});

	it('has no brows of its own under a mask', () => {
		// Light, not brows, leaves the eyes of kalashtar.
		for (const race of lipped.filter((name) => name !== 'kalashtar')) {
			const brows = drawFace(race, 'a', 'witch-doctor').marks.filter(({ layer }) => layer === layers.brows);
			expect(brows, race).toEqual([]);
		}
	});

	const inPlace = [1, 0, 0, 1, 0, 0] as const;

	it('has one pair of brows under the curse of lycanthropy', () => {
		const { draw, finish } = afflictions.get('lycanthropy')!;
		for (const race of lipped.filter((name) => name !== 'kalashtar')) {
			const { s, rig, marks } = drawFace(race, 'a');
			drawTorso(s, rig, s.colors.ramp('cloth', [0.5, 0.1, 250]));
			const { family } = races.get(race)!;
			draw(s, rig, takeStance(s, rig, family).placement, family);
			finish!(s, rig, { head: inPlace, face: inPlace, body: inPlace });
			const brows = marks.filter(({ layer }) => layer === layers.brows);
			expect(
				brows.map(({ kind }) => kind),
				race,
			).toEqual(['form', 'form']);
		}
	});

	it('has its whole nose under a carved mask', () => {
		for (const race of lipped)
			for (const seed of seeds) {
				const { s, rig, marks } = drawFace(race, seed, 'witch-doctor');
				const isOfNose = (mark: Mark): mark is FormMark | FillMark =>
					'shape' in mark && mark.layer === layers.muzzle && mark.shape.bounds.right < 0.54;
				const low = Math.max(...marks.filter(isOfNose).map(({ shape }) => shape.bounds.bottom));
				const from = marks.length;
				halfMask(s, rig, s.colors.ramp('leather', [0.46, 0.1, 46]));
				const mask = marks.slice(from).find((mark): mark is FormMark => mark.kind === 'form')!;
				const tip = mask.shape.outline.filter(([x]) => Math.abs(x - 0.44) < 0.03).map(([, y]) => y);
				expect(Math.max(...tip), `${race} ${seed}`).toBeGreaterThan(low);
			}
	});

	it('has hair that is apart from its skin', () => {
		const skin: Lch = [0.58, 0.09, 50];
		expect(setApart([0.56, 0.1, 52], skin)[0]).toBeLessThan(0.45);
		expect(setApart([0.3, 0.03, 50], [0.34, 0.05, 40])[0]).toBeGreaterThan(0.5);
		expect(setApart([0.93, 0.01, 260], [0.88, 0.04, 70])[0]).toBeGreaterThan(0.92);
		expect(setApart([0.2, 0.02, 280], skin)).toEqual([0.2, 0.02, 280]);
	});
});
