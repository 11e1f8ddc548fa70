import { describe, expect, it } from 'vitest';
import { containsPoint } from '../engine/bounds.ts';
import { refineOutline } from '../engine/shape.ts';
import { openStudio } from '../engine/studio.ts';
import { openSample, plainFigure } from '../figure-testing.ts';
import { races, styleFor } from '../registry.ts';

const sizePx = 64;
const { surface } = openSample(sizePx);

/** Ears are rooted lower than horns. */
const lowestHorn = 0.34;

describe('horns that curl around an ear', () => {
	it('of a tiefling end beside it', () => {
		const race = 'tiefling';
		let curled = 0;
		for (let seed = 0; seed < 24; seed++) {
			const s = openStudio(surface, { ...plainFigure, race }, styleFor('bold-classic'), {
				seed: String(seed),
				sizePx,
				hidden: [],
			});
			races.get(race)!.draw(s);
			const { outgrowths } = s.recorder;
			const ears = outgrowths
				.filter(({ base }) => base[1] > lowestHorn)
				.flatMap(({ marks }) => marks.filter((mark) => mark.kind === 'form'))
				.flatMap((mark) => ('shape' in mark ? [refineOutline(mark.shape.outline, 6)] : []));
			const horns = outgrowths.filter(({ base, tip }) => base[1] < lowestHorn && tip[1] > base[1]);
			// They end in a sharp point.
			const points = horns
				.flatMap(({ marks }) => marks.flatMap((mark) => (mark.kind === 'form' ? mark.shape.outline : [])))
				.filter(([, y, smooth = 1]) => smooth < 0.2 && y > lowestHorn);
			curled += points.length;
			for (const [x, y] of points) expect(ears.some((ear) => containsPoint(ear, x, y))).toBe(false);
		}
		expect(curled).toBeGreaterThan(4);
	});
});
