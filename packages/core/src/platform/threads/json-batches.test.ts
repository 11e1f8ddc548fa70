import { expect, it } from 'vitest';
import { parseJsonBatches, readJsonBatches, toJsonBatches } from './json-batches.ts';

const items = Array.from({ length: 1_001 }, (_, index) => ({ index, name: `Élan ${index}`, kept: index % 2 === 0 }));

it('batches hold all items in their order', async () => {
	const batches = toJsonBatches(items);
	expect(batches.length).toBeGreaterThan(3);
	expect(parseJsonBatches(batches)).toEqual(items);
	expect(await readJsonBatches(batches, (item) => item)).toEqual(items);
	expect(await readJsonBatches<(typeof items)[number], number>(batches, ({ index }) => index)).toEqual(
		items.map(({ index }) => index),
	);
	expect(await readJsonBatches(toJsonBatches([]), (item) => item)).toEqual([]);
});

it('batches let others run in between, one batch in a round of the event loop however many are read', async () => {
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
	const batches = toJsonBatches(items);
	await Promise.all([readJsonBatches(batches, count), readJsonBatches(batches, count)]);
	isOver = true;
	const largest = parseJsonBatches(batches.slice(0, 1)).length;
	expect(Math.max(...readInRound)).toBeLessThanOrEqual(largest);
});
