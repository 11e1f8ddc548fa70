import { describe, expect, it } from 'vitest';
import { containsPoint } from '../engine/bounds.ts';
import { layers } from '../engine/layers.ts';
import type { FormMark, Mark } from '../engine/recorder.ts';
import { computeOrientation, refineOutline } from '../engine/shape.ts';
import { openStudio } from '../engine/studio.ts';
import { openSample, plainFigure } from '../figure-testing.ts';
import { races, styleFor } from '../registry.ts';
import { mouthVeil } from './masks.ts';

const seeds = ['over', 'mouth', 'and', 'jaw'];

const isForm = (mark: Mark): mark is FormMark => mark.kind === 'form';

/** A race with a cloth over its mouth: its marks, and which of them are the cloth's. */
function veil(race: string, seed: string) {
	const { surface } = openSample(128);
	const s = openStudio(surface, { ...plainFigure, race }, styleFor('bold-classic'), {
		seed,
		sizePx: 128,
		hidden: ['mouth'],
	});
	const rig = races.get(race)!.draw(s);
	const silk = s.colors.ramp('cloth', [0.5, 0.1, 250]);
	const before = new Set(s.recorder.marks);
	mouthVeil(s, rig, silk);
	const { marks, outgrowths } = s.recorder;
	const cloth = marks.find((mark): mark is FormMark => isForm(mark) && mark.ramp === silk)!;
	return { s, marks, outgrowths, cloth, isNew: (mark: Mark) => !before.has(mark) };
}

describe('a cloth over the mouth', () => {
	it.each([...races.keys()])('is not cut into steps beside the muzzle of a %s', (race) => {
		for (const seed of seeds) {
			const { s, cloth } = veil(race, seed);
			const { clip } = cloth.options;
			if (s.recorder.snoutKind !== 'muzzle' || !clip) continue;
			// All that keeps it to skull and muzzle is without hollows.
			const { outline } = clip;
			const side = Math.sign(computeOrientation(outline));
			outline.forEach(([x, y], i) => {
				const [[ax, ay], [cx, cy]] = [outline.at(i - 1)!, outline[(i + 1) % outline.length]!];
				expect(side * ((x - ax) * (cy - y) - (y - ay) * (cx - x)), `${seed} ${x} ${y}`).toBeGreaterThan(-0.0001);
			});
		}
	});

	it.each([...races.keys()])('lies on no near ear of a %s', (race) => {
		for (const seed of seeds) {
			const { marks, cloth, outgrowths } = veil(race, seed);
			const ears = new Set(
				outgrowths.flatMap((ear) =>
					ear.marks.filter(isForm).flatMap(({ layer, shape }) => (layer === layers.earNear ? [shape] : [])),
				),
			);
			const under = marks
				.slice(0, marks.indexOf(cloth))
				.filter(isForm)
				.filter(({ shape, layer }) => ears.has(shape) && layer < layers.faceCover);
			// The cloth's outline begins with its upper edge, from one corner to the other.
			for (const { shape } of under)
				for (const [x, y] of [cloth.shape.outline[0]!, cloth.shape.outline[4]!])
					expect(containsPoint(refineOutline(shape.outline, 4), x, y), seed).toBe(false);
		}
	});

	it('is tied behind the head of a bugbear, across its mane', () => {
		for (const seed of seeds) {
			const { marks, isNew } = veil('bugbear', seed);
			const ties = marks.filter((mark) => isNew(mark) && mark.layer === layers.hairBack);
			expect(ties.length).toBe(2);
		}
	});
});
