import { describe, expect, it } from 'vitest';
import { containsPoint } from '../engine/bounds.ts';
import { points } from '../engine/points.ts';
import { refineOutline } from '../engine/shape.ts';
import { openStudio } from '../engine/studio.ts';
import { openSample, plainFigure } from '../figure-testing.ts';
import { styleFor } from '../registry.ts';
import { findHover, halo, spanAround } from './halo.ts';

const openHead = () =>
	openStudio(openSample(128).surface, plainFigure, styleFor('bold-classic'), { seed: '', sizePx: 128, hidden: [] });
const ring = { rx: 0.18, ry: 0.05 };

describe('a halo around a hat', () => {
	it.each([
		['upright', '0.3 0.2, 0.42 0, 0.5 -0.12, 0.58 0, 0.7 0.2', 0.42, 0.58],
		['drooping', '0.3 0.2, 0.42 0, 0.5 -0.08, 0.66 -0.04, 0.74 0.06, 0.62 0.02, 0.64 0.2', 0.42, 0.74],
	] as const)('that is %s has both of its ends beside it', (_, outline, left, right) => {
		const s = openHead();
		s.head.form('headgear', points(outline), s.colors.ramp('cloth', [0.5, 0.1, 250]));
		const { at, rx } = spanAround(s, 0.015, ring)!;
		expect(at[0] - rx).toBeLessThan(left - 0.01);
		expect(at[0] + rx).toBeGreaterThan(right + 0.01);
	});

	it('is none where it would be wider than a head', () => {
		const s = openHead();
		s.head.form('headgear', points('0.2 0.2, 0.2 -0.1, 0.85 -0.1, 0.85 0.2'), s.colors.ramp('cloth', [0.5, 0.1, 250]));
		expect(spanAround(s, 0.015, ring)).toBeNull();
	});

	it.each([0, -13])('leaning %i degrees hovers above curls instead of behind them', (turn) => {
		const s = openHead();
		const ramp = s.colors.ramp('cloth', [0.5, 0.1, 250]);
		const curls = s.head.form('hairFront', points('0.32 0.2, 0.4 0.1, 0.5 0.07, 0.6 0.1, 0.68 0.2'), ramp);
		const y = findHover(s, [0.5, 0.062], { ...ring, turn });
		expect(y).toBeLessThan(0.03);
		expect(y).toBeGreaterThan(-0.06);
		halo(s, { at: [0.5, y], ...ring, turn }, ramp, false);
		const gold = s.recorder.marks.at(-1)!;
		if (!('shape' in gold)) throw new Error('no ring');
		const edge = refineOutline(curls.outline, 4);
		expect(refineOutline(gold.shape.outline, 4).filter(([u, v]) => containsPoint(edge, u, v))).toEqual([]);
		// Without anything below it a halo stays where it is.
		expect(findHover(openHead(), [0.5, 0.062], { ...ring, turn })).toBe(0.062);
	});

	it('lies behind what is carried on the back and before the wings that were drawn first', () => {
		const s = openHead();
		const { marks } = s.recorder;
		const ramp = s.colors.ramp('cloth', [0.5, 0.1, 250]);
		s.body.form('back', points('0.1 0.1, 0.3 0.1, 0.2 0.4'), ramp);
		const [wing, from] = [marks[0], marks.length];
		s.body.form('back', points('0.2 0.1, 0.4 0.1, 0.3 0.4'), ramp);
		const axe = marks[from];
		s.recorder.noteCarried(from);
		const before = marks.length;
		halo(s, { at: [0.5, 0.1], ...ring, turn: 0 }, ramp, false);
		const gold = marks[before];
		s.recorder.moveBehindCarried(before);
		expect(marks).toEqual([wing, gold, axe]);
	});
});
