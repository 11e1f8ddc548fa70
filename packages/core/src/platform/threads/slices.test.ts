import { expect, it } from 'vitest';
import { parseSlices, readSlices, toSlices } from './slices.ts';

const items = Array.from({ length: 1_001 }, (_, index) => ({ index, name: `Élan ${index}`, kept: index % 2 === 0 }));

it('slices hold all items in their order', async () => {
	const slices = toSlices(items);
	expect(slices.length).toBeGreaterThan(3);
	expect(parseSlices(slices)).toEqual(items);
	expect(await readSlices(slices, (item) => item)).toEqual(items);
	expect(await readSlices<(typeof items)[number], number>(slices, ({ index }) => index)).toEqual(
		items.map(({ index }) => index),
	);
	expect(await readSlices(toSlices([]), (item) => item)).toEqual([]);
});

it('slices let others run in between, one slice in a round of the event loop however many are read', async () => {
	let read = 0;
	const readInRound: number[] = [];
	let isOver = false;
	const look = () => {
		readInRound.push(read);
		read = 0;
		if (!isOver) setImmediate(look);
	};
	setImmediate(look);
	const count = () => {
		read += 1;
	};
	const slices = toSlices(items);
	await Promise.all([readSlices(slices, count), readSlices(slices, count)]);
	isOver = true;
	const largest = parseSlices(slices.slice(0, 1)).length;
	expect(Math.max(...readInRound)).toBeLessThanOrEqual(largest);
});
