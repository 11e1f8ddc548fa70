import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { forEachConcurrently } from './for-each-concurrently.ts';

const items = Array.from({ length: 100 }, (_, index) => index);

test('works on every item, so many at once and no more', async () => {
	const done: number[] = [];
	let [running, most] = [0, 0];
	await forEachConcurrently(items, { atOnce: 4 }, async (item) => {
		running += 1;
		most = Math.max(most, running);
		await sleep(0);
		running -= 1;
		done.push(item);
	});
	expect(done.toSorted((left, right) => left - right)).toEqual(items);
	expect(most).toBe(4);
});

test('rejects with the first error, once what was under way has ended, and begins nothing after it', async () => {
	const [begun, ended]: [number[], number[]] = [[], []];
	const work = async (item: number) => {
		begun.push(item);
		if (item === 0) throw new Error('unreadable');
		await sleep(10);
		ended.push(item);
		if (item === 1) throw new Error('a consequence');
	};
	await expect(forEachConcurrently(items, { atOnce: 4 }, work)).rejects.toThrow('unreadable');
	expect([begun, ended]).toEqual([
		[0, 1, 2, 3],
		[1, 2, 3],
	]);
});

test('tells what is under way of the first error', async () => {
	const work = async (item: number, ending: AbortSignal) => {
		if (item === 0) throw new Error('unreadable');
		await sleep(60_000, undefined, { signal: ending });
	};
	await expect(forEachConcurrently(items, { atOnce: 4 }, work)).rejects.toThrow('unreadable');
});

test('rejects with the reason of its signal, and begins nothing after it', async () => {
	const controller = new AbortController();
	const begun: number[] = [];
	const work = async (item: number) => {
		begun.push(item);
		await sleep(0);
		if (item === 5) controller.abort(new Error('interrupted'));
	};
	const { signal } = controller;
	await expect(forEachConcurrently(items, { atOnce: 2, signal }, work)).rejects.toThrow('interrupted');
	expect(begun.length).toBeLessThan(10);
});
