import { describe, expect, it } from 'vitest';
import { createSemaphore, type Semaphore, type SemaphoreCaller } from './semaphore.ts';

/** Pieces of work that end on command, and the order in which they began. */
function worksOn(semaphore: Semaphore) {
	const started: string[] = [];
	const ends = new Map<string, () => void>();
	const run = (name: string, caller?: SemaphoreCaller) =>
		semaphore.run(() => {
			started.push(name);
			return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
		}, caller);
	const end = async (name: string) => {
		ends.get(name)!();
		// What waits begins some microtasks later.
		await new Promise((resolve) => setImmediate(resolve));
	};
	return { started, run, end };
}

describe('a semaphore', () => {
	it('runs so many works at a time, and the others in their order', async () => {
		const { started, run, end } = worksOn(createSemaphore({ max: 2 }));
		const all = ['one', 'two', 'three', 'four'].map((name) => run(name));
		expect(started).toEqual(['one', 'two']);
		await end('two');
		expect(started).toEqual(['one', 'two', 'three']);
		for (const name of ['one', 'three', 'four']) await end(name);
		expect(await Promise.all(all)).toEqual(['one', 'two', 'three', 'four']);
	});

	it('gives a free place to the account that holds the fewest', async () => {
		const { started, run, end } = worksOn(createSemaphore({ max: 2 }));
		for (const name of ['a1', 'a2', 'a3', 'a4']) void run(name, { account: 'a' });
		void run('b1', { account: 'b' });
		await end('a1');
		expect(started).toEqual(['a1', 'a2', 'b1']);
		await end('b1');
		expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
	});

	it('serves accounts in turns when each of them waits', async () => {
		const { started, run, end } = worksOn(createSemaphore({ max: 1 }));
		for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) void run(name, { account: name[0]! });
		for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
		expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
	});

	it('runs no more of one account than it may, though places are free, and others beside it', async () => {
		const { started, run, end } = worksOn(createSemaphore({ max: 3, runningPerAccountMax: 1 }));
		for (const name of ['a1', 'a2', 'b1', 'a3', 'c1']) void run(name, { account: name[0]! });
		expect(started).toEqual(['a1', 'b1', 'c1']);
		await end('b1');
		expect(started).toEqual(['a1', 'b1', 'c1']);
		for (const name of ['a1', 'a2']) await end(name);
		expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
	});

	it('rejects, when too many wait, the newest work of whoever has the most waiting, or else the one that comes', async () => {
		const { started, run, end } = worksOn(createSemaphore({ max: 1, waitingMax: 3 }));
		const refused: string[] = [];
		const tryRun = (name: string) => void run(name, { account: name[0] as string }).catch(() => refused.push(name));
		for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1', 'd1', 'b2']) tryRun(name);
		await end('a1');
		expect(refused.toSorted()).toEqual(['a3', 'a4', 'a5', 'b2', 'd1']);
		for (const name of ['a2', 'b1', 'c1']) if (started.includes(name)) await end(name);
		expect(started.toSorted()).toEqual(['a1', 'a2', 'b1', 'c1']);
	});

	it('rejects with a sentence and a time what one account has waiting beyond its number, and nobody else', async () => {
		const { started, run, end } = worksOn(createSemaphore({ max: 1, waitingPerAccountMax: 2, busyMessage: 'Wait.' }));
		const mine = ['a1', 'a2', 'a3'].map((name) => run(name, { account: 'a' }));
		await expect(run('a4', { account: 'a' })).rejects.toMatchObject({
			code: 'LIMIT',
			reason: 'rate_limited',
			message: 'Wait.',
			meta: { retryAfterSeconds: 5 },
		});
		const other = run('b1', { account: 'b' });
		for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
		await Promise.all([...mine, other]);
		expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
	});

	it('lets go of a place when the work fails, and of a waiting one when its caller leaves', async () => {
		const semaphore = createSemaphore({ max: 1 });
		const { started, run, end } = worksOn(semaphore);
		const caller = new AbortController();
		const first = run('one');
		const leaving = run('two', { signal: caller.signal });
		const failing = expect(semaphore.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
		const last = run('three');
		caller.abort('gone');
		await expect(leaving).rejects.toBe('gone');
		await end('one');
		await failing;
		await end('three');
		expect(await Promise.all([first, last])).toEqual(['one', 'three']);
		expect(started).toEqual(['one', 'three']);
		await expect(run('four', { signal: caller.signal })).rejects.toBe('gone');
	});
});
