import { describe, expect, it, vi } from 'vitest';
import type { Figure } from './draw.ts';
import { layers } from './engine/layers.ts';
import type { FillMark, Mark } from './engine/recorder.ts';
import { drawSample } from './figure-testing.ts';
import { afflictions, races } from './registry.ts';
import { coverAt } from './wardrobe/breast.ts';

const affliction = 'lich-phylactery-bound';

/** What the affliction hangs before the breast, and how much of the casket arms and beards cover. */
function hang(figure: Partial<Figure>, seed: string) {
	const part = afflictions.get(affliction)!;
	const plainFinish = part.finish!;
	let own: readonly Mark[] = [];
	const spy = vi.spyOn(part, 'finish').mockImplementation((...given) => {
		const before = new Set(given[0].recorder.marks);
		plainFinish(...given);
		own = given[0].recorder.marks.filter((mark) => !before.has(mark));
	});
	drawSample({ ...figure, affliction }, seed);
	const [{ recorder }, , places] = spy.mock.calls[0]!;
	spy.mockRestore();
	const casket = own.find((mark) => mark.kind === 'form');
	if (!casket || !('shape' in casket)) return { own, hidden: 0, isDrawn: false };
	const { left, right, top, bottom } = casket.shape.bounds;
	const over = recorder.marks.filter(({ layer }) => layer > layers.shoulderNear);
	const hidden = coverAt(over, places, [(left + right) / 2, (top + bottom) / 2], 0.05);
	return { own, hidden, isDrawn: true };
}

describe('the casket of lich-phylactery-bound', () => {
	it.each([...races.keys()])('of a %s hangs on a chain where it can be read, or is not there at all', (race) => {
		let drawn = 0;
		for (const [i, items] of ['silver-flute', 'none', 'crown-of-roots', 'mirror-shield'].entries()) {
			const { own, hidden, isDrawn } = hang({ race, items, class: i % 2 ? 'monk' : 'wizard' }, String(i));
			expect(hidden, items).toBeLessThan(0.25);
			// Links in their ink, in metal, and their holes.
			const chains = own.filter((mark): mark is FillMark => mark.kind === 'fill' && mark.shape.loops > 1);
			if (isDrawn) expect(chains.length, items).toBeGreaterThan(2);
			// A chain that ends before it comes to the neck's sides would hang from nothing.
			const left = Math.min(...chains.map(({ shape }) => shape.bounds.left));
			const right = Math.max(...chains.map(({ shape }) => shape.bounds.right));
			const top = chains.map(({ shape }) => shape.bounds.top);
			if (isDrawn) {
				expect(left, items).toBeLessThan(0.46);
				expect(right, items).toBeGreaterThan(0.556);
				expect(Math.max(...top), items).toBeLessThan(0.76);
			} else expect(own).toEqual([]);
			if (isDrawn) drawn++;
		}
		expect(drawn).toBeGreaterThan(1);
	});
});
