import { describe, expect, it } from 'vitest';
import { createRecentCache } from './cache.ts';

describe('createRecentCache', () => {
	it('shares what is under way, and remembers as many as told, the last asked for longest', async () => {
		const done: string[] = [];
		const recall = createRecentCache<string>(2);
		const ask = (key: string) =>
			recall(key, async () => {
				done.push(key);
				return key;
			});
		expect(await Promise.all([ask('a'), ask('a')])).toEqual(['a', 'a']);
		await ask('b');
		await ask('a');
		await ask('c');
		await ask('a');
		expect(done).toEqual(['a', 'b', 'c']);
		await ask('b');
		expect(done).toEqual(['a', 'b', 'c', 'b']);
	});

	it('stops what is under way when the last who waits for it has left, and starts again for the next', async () => {
		const recall = createRecentCache<string>(2);
		const signals: AbortSignal[] = [];
		const ask = (caller?: AbortSignal) =>
			recall(
				'a',
				(signal) =>
					new Promise((_, reject) => {
						signals.push(signal);
						signal.addEventListener('abort', () => reject(signal.reason));
					}),
				caller,
			);
		const [first, second] = [new AbortController(), new AbortController()];
		const asked = [ask(first.signal), ask(second.signal)].map((answer) => answer.catch((error: unknown) => error));
		first.abort('first left');
		expect(await asked[0]).toBe('first left');
		expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
		second.abort('second left');
		expect(await asked[1]).toBe('second left');
		expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
		void ask().catch(() => {});
		const third = new AbortController();
		const left = ask(third.signal).catch((error: unknown) => error);
		third.abort('third left');
		expect(await left).toBe('third left');
		expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
		await expect(ask(first.signal)).rejects.toBe('first left');
	});

	it('keeps a result though who asked for it leaves afterwards', async () => {
		const recall = createRecentCache<number>(2);
		const caller = new AbortController();
		expect(await recall('a', async () => 1, caller.signal)).toBe(1);
		caller.abort();
		expect(await recall('a', async () => 2)).toBe(1);
	});

	it('forgets what failed', async () => {
		const recall = createRecentCache<number>(2);
		await expect(recall('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
		expect(await recall('a', async () => 1)).toBe(1);
	});
});
