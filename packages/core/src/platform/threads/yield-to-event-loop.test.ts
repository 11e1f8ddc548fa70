import { expect, it } from 'vitest';
import { slicesOf, yieldToEventLoop } from './yield-to-event-loop.ts';

it('lets one work go on in a round of the event loop, in turns', async () => {
	const done: string[] = [];
	let rounds = 0;
	let isOver = false;
	const count = () => {
		rounds += 1;
		if (!isOver) setImmediate(count);
	};
	setImmediate(count);
	const work = async (name: string) => {
		for (let slice = 0; slice < 20; slice++) {
			await yieldToEventLoop();
			done.push(name);
		}
	};
	await Promise.all([work('a'), work('b'), work('c')]);
	isOver = true;
	expect(done.join('')).toBe('abc'.repeat(20));
	expect(rounds).toBeGreaterThanOrEqual(59);
});

it('goes through a list in slices', async () => {
	const slices: number[][] = [];
	for await (const slice of slicesOf([1, 2, 3, 4, 5], 2)) slices.push(slice);
	expect(slices).toEqual([[1, 2], [3, 4], [5]]);
});
