import { expect, it } from 'vitest';
import { nextSlice } from './next-slice.ts';

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
			await nextSlice();
			done.push(name);
		}
	};
	await Promise.all([work('a'), work('b'), work('c')]);
	isOver = true;
	expect(done.join('')).toBe('abc'.repeat(20));
	expect(rounds).toBeGreaterThanOrEqual(59);
});
