import { describe, expect, it } from 'vitest';
import type { Kit } from '../engine/part.ts';
import { keepCarried, type Placement } from '../engine/placement.ts';
import { type Point, unit } from '../engine/shape.ts';
import { openStudio, type Studio } from '../engine/studio.ts';
import { openSample, plainFigure } from '../figure-testing.ts';
import { classes, races, styleFor } from '../registry.ts';
import { placeSeal } from './divinity.ts';
import { drawTorso } from './torso.ts';

const open = (changes: Partial<typeof plainFigure>): Studio =>
	openStudio(openSample(128).surface, { ...plainFigure, ...changes }, styleFor('bold-classic'), {
		seed: 'pendants',
		sizePx: 128,
		hidden: [],
	});

const still = [1, 0, 0, 1, 0, 0] as const;
const places = { head: still, face: still, body: still };

describe('what hangs before the breast', () => {
	it.each([...classes.keys()])('the ornaments of a %s leave the tip of the collar to the stone', (id) => {
		const s = open({ class: id, magicalStone: 'tide-sapphire' });
		const rig = races.get('human')!.draw(s);
		const cloth = s.colors.ramp('cloth', [0.5, 0.1, 250]);
		const kit: Kit = { cloth, trim: cloth, leather: cloth, metal: cloth, torso: drawTorso(s, rig, cloth) };
		const from = s.recorder.marks.length;
		classes.get(id)!.garment(s, rig, kit);
		const small = s.recorder.marks.slice(from).flatMap((mark) => {
			if (mark.kind !== 'form') return [];
			const { left, right, top, bottom } = mark.shape.bounds;
			return right - left < 0.15 && bottom - top < 0.15 ? [mark.shape.bounds] : [];
		});
		const lying = small.filter(
			({ left, right, top, bottom }) => right > 0.48 && left < 0.53 && bottom > 0.79 && top < 0.855,
		);
		expect(lying).toEqual([]);
	});
});

describe('the seal of a divinity', () => {
	it('takes the other corner where something stands in its own', () => {
		const s = open({});
		s.body.form('back', s.body.disc(0.1, 0.1, 0.12), s.colors.ramp('cloth', [0.5, 0.1, 250]));
		expect(placeSeal(s.recorder.marks, places, { isLeft: true, margin: 0 }).at[0]).toBeGreaterThan(0.8);
	});

	it('hangs below corners that are both taken, behind the figure', () => {
		const s = open({});
		for (const x of [0.1, 0.9])
			s.body.form('back', s.body.disc(x, 0.05, 0.13), s.colors.ramp('cloth', [0.5, 0.1, 250]));
		const { at, isInFront } = placeSeal(s.recorder.marks, places, { isLeft: true, margin: 0 });
		expect(at[1]).toBeGreaterThan(0.2);
		expect(isInFront).toBe(false);
	});

	it('lies inside the margin of a page', () => {
		const { at, r } = placeSeal([], places, { isLeft: true, margin: 0.06 });
		expect(at[0] - r * 1.62).toBeGreaterThan(0.06);
	});
});

describe('what a figure carries', () => {
	const pose: Placement = {
		tiltDegrees: 0,
		headWidth: 1,
		headHeight: 1,
		turn: 0,
		nod: 0,
		mirrored: false,
		isBodyMirrored: false,
		zoom: 1.16,
		aside: -0.03,
	};

	it.each([
		['to the left', [[0.03, 0.4]]],
		['to the right', [[0.99, 0.4]]],
		[
			'to both sides',
			[
				[0.02, 0.4],
				[0.98, 0.4],
			],
		],
	] as const)('stays between the sides of the picture where it reaches far %s', (_, carried) => {
		const margins = { lineWidth: 4 / unit, page: 0 };
		const { zoom, aside } = keepCarried(pose, carried as unknown as Point[], margins);
		for (const [x] of carried) {
			const across = 0.5 + (x - 0.5) * zoom + aside;
			expect(across).toBeGreaterThan(0);
			expect(across).toBeLessThan(1);
		}
	});

	it('does not move a figure whose things have room', () => {
		expect(keepCarried(pose, [[0.3, 0.5]], { lineWidth: 0.004, page: 0 })).toEqual(pose);
	});

	it('notes what hangs over the shoulders but not the poles that leave the picture below', () => {
		const s = open({});
		s.body.form(
			'back',
			[
				[0.2, 0.5],
				[0.25, 0.5],
				[0.25, 1.1],
			],
			s.colors.ramp('cloth', [0.5, 0.1, 250]),
		);
		s.recorder.noteCarried(0);
		expect(s.recorder.carried.every(([, y]) => y < 0.9)).toBe(true);
		expect(s.recorder.carried).toHaveLength(2);
	});
});
