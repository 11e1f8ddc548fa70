import { describe, expect, it, vi } from 'vitest';
import type { Figure } from './draw.ts';
import { containsPoint } from './engine/bounds.ts';
import { layers } from './engine/layers.ts';
import { findFrame, getBodyMatrix, placeFigure, still } from './engine/placement.ts';
import type { FillMark, FormMark, Mark } from './engine/recorder.ts';
import { type Point, refineOutline } from './engine/shape.ts';
import { drawSample } from './figure-testing.ts';
import { afflictions } from './registry.ts';
import { measureCover, spotsOf } from './wardrobe/cover.ts';

/** What lies lower is hidden behind the breast and sleeves. */
const breast = 0.74;

const isOfBody = (mark: Mark): mark is FormMark | FillMark =>
	(mark.kind === 'form' || mark.kind === 'fill') && mark.shape.space === 'body';

/** What an affliction puts beside the head of a figure, the arms and held things it has to keep clear of, and the picture. */
function findFloating(figure: Partial<Figure> & Pick<Figure, 'affliction'>, seed: string) {
	const part = afflictions.get(figure.affliction)!;
	const plainDraw = part.draw;
	const own: Mark[] = [];
	const spy = vi.spyOn(part, 'draw').mockImplementation((...given) => {
		const { marks } = given[0].recorder;
		const from = marks.length;
		plainDraw(...given);
		own.push(...marks.slice(from));
	});
	drawSample(figure, seed);
	const [{ recorder }, , placement] = spy.mock.calls[0]!;
	spy.mockRestore();
	const held = recorder.marks
		.filter(isOfBody)
		.filter((mark) => mark.kind === 'form' && mark.layer >= layers.hand && !own.includes(mark))
		.map(({ shape }) => refineOutline(shape.outline, 3));
	const head = recorder.marks.filter(
		(mark) => mark.kind === 'form' && mark.shape.space !== 'body' && mark.layer < layers.hand,
	);
	return {
		recorder,
		head,
		own: own.filter(isOfBody),
		floating: own.filter(isOfBody).filter(({ layer }) => layer <= layers.back),
		held,
		placement,
	};
}

const floats = [
	'blood-curse',
	'wild-magic-surge',
	'elemental-infusion',
	'feywild-touched',
	'planar-instability',
	'demonic-influence',
];
const races = ['human', 'tabaxi', 'owlin', 'loxodon', 'thri-kreen', 'plasmoid', 'grung', 'minotaur', 'fairy'];
const carriers = ['wizard', 'warlock', 'bard', 'monk', 'chrono-mage'];
const items = ['bone-dice', 'weathered-map', 'bronze-compass', 'singing-blade', 'oaken-staff', 'none'];
const figures = races.flatMap((race, i) =>
	items.map((item, k) => ({ race, class: carriers[(i + k) % carriers.length]!, items: item })),
);

describe('what floats beside a figure', () => {
	it.each(floats)('with %s is at most one third behind the head', (affliction) => {
		for (const [i, figure] of figures.entries()) {
			const { floating, head, placement } = findFloating({ ...figure, affliction }, String(i % 5));
			const places = { head: getBodyMatrix(placement, 'head'), face: getBodyMatrix(placement, 'face'), body: still };
			const hidden = floating.filter(({ shape: { loops, bounds } }) => {
				const { left, right, top, bottom } = bounds;
				const radius = Math.min(right - left, bottom - top) / 2;
				const spots = spotsOf((left + right) / 2, (top + bottom) / 2, radius);
				return loops === 1 && measureCover(head, places, spots) > 1 / 3;
			});
			expect(
				hidden.map(({ shape }) => shape.bounds),
				JSON.stringify(figure),
			).toEqual([]);
		}
	});

	it.each(floats)('with %s keeps clear of hands and of what they hold, inside the picture', (affliction) => {
		let count = 0;
		for (const [i, figure] of figures.entries()) {
			const { floating, held, placement } = findFloating({ ...figure, affliction }, String(i % 5));
			count += floating.length;
			const touching = floating.filter(({ shape }) => {
				const isCovered = ([x, y]: Point) => y < breast && held.some((edge) => containsPoint(edge, x, y));
				const isUnder = ([x, y]: Point) => y < breast && shape.loops === 1 && containsPoint(shape.outline, x, y);
				return shape.outline.some(isCovered) || held.some((edge) => edge.some(isUnder));
			});
			const { left, right } = findFrame(placement, 0);
			const outside = floating.filter(({ shape }) => shape.outline.some(([x]) => x < left || x > right));
			expect(
				[...touching, ...outside].map(({ shape }) => shape.bounds),
				JSON.stringify(figure),
			).toEqual([]);
		}
		expect(count).toBeGreaterThan(affliction === 'demonic-influence' ? 0 : figures.length);
	});

	it('with elemental-infusion is of all four elements, whatever is held and carried', () => {
		for (const [i, figure] of figures.entries()) {
			const { own } = findFloating({ ...figure, affliction: 'elemental-infusion' }, String(i % 5));
			const bodies = own.flatMap((mark) => (mark.kind === 'fill' ? [mark.color] : [])).filter((_, k) => k % 3 === 1);
			expect(new Set(bodies).size, JSON.stringify(figure)).toBe(4);
		}
	});
});

describe('what is held low', () => {
	it.each(['hourglass-of-ash', 'hunting-horn', 'clockwork-beetle', 'none'])('lies above the lower edge: %s', (item) => {
		let raised = 0;
		for (let i = 0; i < 24; i++) {
			const figure = { race: races[i % races.length]!, class: 'cleric', items: item, affliction: 'blood-curse' };
			const { recorder, placement } = findFloating(figure, `low-${i}`);
			const { body } = placeFigure(recorder.extent, placement, { lineWidth: 0, page: 0 });
			const lows = recorder.hands.map(({ shape }) => body[3] * shape.bounds.bottom + body[5]);
			expect(Math.max(0, ...lows), `${figure.race} ${i}`).toBeLessThan(1);
			if (placement.raise) raised++;
		}
		expect(raised).toBeGreaterThan(item === 'clockwork-beetle' ? 3 : 0);
	});
});
