import { describe, expect, it } from 'vitest';
import { containsPoint } from '../engine/bounds.ts';
import { layers } from '../engine/layers.ts';
import type { Kit } from '../engine/part.ts';
import { keepAboveFrame, keepCarried, type Matrix, type Placement, placeFigure } from '../engine/placement.ts';
import type { FormMark } from '../engine/recorder.ts';
import { getEdgeMargin } from '../engine/scene/frame.ts';
import { type Point, refineOutline, unit } from '../engine/shape.ts';
import { openStudio, type Studio } from '../engine/studio.ts';
import { openSample, plainFigure } from '../figure-testing.ts';
import { classes, races, styleFor } from '../registry.ts';
import { placeSeal } from './divinity.ts';
import { drawEmblem } from './emblem.ts';
import { drawNeck, drawTorso } from './torso.ts';

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

describe('a ruff of fur', () => {
	it.each([...races.keys()])('of a %s ends beneath the tip of a collar and a stone on it, not above them', (race) => {
		const s = open({ race });
		const rig = races.get(race)!.draw(s);
		drawNeck(s, rig);
		const furs = s.recorder.marks.filter((mark) => mark.kind === 'form' && mark.layer === layers.neckFur);
		if (rig.neck === 'ruff') expect(furs).toHaveLength(1);
		for (const mark of furs) {
			const edge = 'shape' in mark ? refineOutline(mark.shape.outline, 4) : [];
			for (const x of [0.47, 0.49, 0.505, 0.52, 0.54]) expect(containsPoint(edge, x, 0.795), String(x)).toBe(true);
		}
	});
});

describe('what runs out of the picture', () => {
	/** Where the lowest of it lies that raised figures show. */
	const lowest = 1.19;

	it.each([...classes.keys()])('of a %s goes on below it', (id) => {
		const s = open({ class: id });
		const rig = races.get('human')!.draw(s);
		const cloth = s.colors.ramp('cloth', [0.5, 0.1, 250]);
		const kit: Kit = { cloth, trim: cloth, leather: cloth, metal: cloth, torso: drawTorso(s, rig, cloth) };
		const from = s.recorder.marks.length;
		classes.get(id)!.garment(s, rig, kit);
		classes.get(id)!.carry?.(s, rig, kit);
		const long = s.recorder.marks.slice(from).filter((mark): mark is FormMark => {
			if (mark.kind !== 'form' || mark.shape.bounds.bottom < 1) return false;
			return mark.layer === layers.hand || mark.options.clip === kit.torso;
		});
		expect(long.filter(({ shape }) => shape.bounds.bottom < lowest)).toEqual([]);
	});
});

describe('the emblem of a class', () => {
	const worn = [...classes].filter(([, part]) => part.emblem);

	it.each(worn.flatMap(([id]) => ['Common', 'Rare', 'Epic', 'Legendary'].map((rarity) => [id, rarity] as const)))(
		'of a %s lies above the frame of a %s figure',
		(id, rarity) => {
			for (const zoom of [1, 1.08, 1.16]) {
				const s = open({ class: id, rarity });
				const cloth = s.colors.ramp('cloth', [0.5, 0.1, 250]);
				const body: Matrix = [zoom, 0, 0, zoom, 0.5 - 0.5 * zoom, -0.064];
				const kit: Kit = {
					cloth,
					trim: cloth,
					leather: cloth,
					metal: cloth,
					torso: s.body.disc(0.5, 1, 0.4),
				};
				drawEmblem(s, classes.get(id)!.emblem!, kit, { ...places, body });
				const lows = s.recorder.marks.flatMap((mark) => (mark.kind === 'form' ? [mark.shape.bounds.bottom] : []));
				expect(lows.length).toBeGreaterThan(0);
				expect(Math.max(...lows) * zoom - 0.064).toBeLessThan(1 - getEdgeMargin('full', rarity) - 0.01);
			}
		},
	);
});

describe('the seal of a divinity', () => {
	it('takes the other corner where something stands in its own', () => {
		const s = open({});
		s.body.form('back', s.body.disc(0.1, 0.1, 0.12), s.colors.ramp('cloth', [0.5, 0.1, 250]));
		expect(placeSeal(s.recorder.marks, places, { isLeft: true, margin: 0, line: 0 }).at[0]).toBeGreaterThan(0.8);
	});

	it('takes the other corner beside a wing of clear skin as well', () => {
		const s = open({});
		const wing = s.colors.ramp('gem', [0.84, 0.08, 200]);
		s.body.form('back', s.body.disc(0.1, 0.2, 0.12), wing, { alpha: 0.82 });
		const { at, isInFront } = placeSeal(s.recorder.marks, places, { isLeft: true, margin: 0, line: 0 });
		expect(at[0]).toBeGreaterThan(0.8);
		expect(isInFront).toBe(false);
	});

	it('never only touches the figure: it keeps a gap, or lies clearly behind', () => {
		for (let reach = 0.02; reach < 0.16; reach += 0.01) {
			const s = open({});
			for (const x of [0, 1])
				s.body.form('back', s.body.disc(x, 0.3, 0.16 + reach), s.colors.ramp('cloth', [0.5, 0.1, 250]));
			const { at, size, isInFront } = placeSeal(s.recorder.marks, places, { isLeft: true, margin: 0, line: 0 });
			const overlap = 0.065 * size + 0.16 + reach - Math.hypot(Math.min(at[0], 1 - at[0]), at[1] - 0.3);
			expect(isInFront || overlap < -0.01 || overlap > 0.012).toBe(true);
		}
	});

	it('is smaller and free beside horns that would pierce its sign in both corners', () => {
		const s = open({});
		for (const x of [0.1, 0.9])
			s.body.form('back', s.body.disc(x, 0.26, 0.035, 0.3), s.colors.ramp('bone', [0.8, 0.03, 90]));
		const { at, size, isInFront } = placeSeal(s.recorder.marks, places, { isLeft: true, margin: 0, line: 0 });
		expect(isInFront).toBe(false);
		expect(size).toBeLessThan(1);
		expect(Math.min(...[0.1, 0.9].map((x) => Math.abs(at[0] - x)))).toBeGreaterThan(0.026 + 0.065 * size);
	});

	it('keeps clear of a blade or a wing whose tip would only reach over its rim', () => {
		const s = open({});
		const tips = [0.16, 0.84].map((x) => s.body.disc(x, 0.16, 0.03, 0.05));
		for (const tip of tips) s.body.form('hand', tip, s.colors.ramp('metal', [0.8, 0.03, 250]));
		const { at, size, isInFront } = placeSeal(s.recorder.marks, places, { isLeft: true, margin: 0, line: 0 });
		expect(isInFront).toBe(false);
		for (const { outline } of tips)
			expect(Math.min(...outline.map(([x, y]) => Math.hypot(x - at[0], y - at[1])))).toBeGreaterThan(0.065 * size);
	});

	it('lies before a figure that fills both corners', () => {
		const s = open({});
		for (const x of [0.1, 0.9]) s.body.form('back', s.body.disc(x, 0.1, 0.2), s.colors.ramp('cloth', [0.5, 0.1, 250]));
		expect(placeSeal(s.recorder.marks, places, { isLeft: true, margin: 0, line: 0 }).isInFront).toBe(true);
	});

	it('lies inside the margin of a page', () => {
		const { at } = placeSeal([], places, { isLeft: true, margin: 0.06, line: 0 });
		expect(at[0] - 0.065).toBeGreaterThan(0.06);
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

	it.each([0.93, 0.96, 1])('lies above the frame, with the head inside, where it reaches down to %f', (low) => {
		const margins = { lineWidth: 4 / unit, page: 0.037 };
		const framed = { ...pose, zoom: 1.04 };
		const crown: Point[] = [[0.5, 0.08]];
		const raised = keepAboveFrame([0.8, low, 1.3], crown, framed, margins);
		const { body, head } = placeFigure(crown, raised, margins);
		expect(body[3] * low + body[5]).toBeLessThan(1 - margins.page);
		expect(head[3] * 0.08 + head[5]).toBeGreaterThan(margins.page);
		expect(body[3] * 1.2 + body[5]).toBeGreaterThan(1);
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
