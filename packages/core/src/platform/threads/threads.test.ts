import { threadId } from 'node:worker_threads';
import { afterAll, describe, expect, it } from 'vitest';
import type { ProbeTask } from './probe-worker-testing.ts';
import {
	closeThreads,
	createThreads,
	ThreadOutOfMemoryError,
	type ThreadsOptions,
	ThreadTimeoutError,
} from './threads.ts';

const openThreads = (options: Partial<ThreadsOptions<ProbeTask>> = {}) =>
	createThreads<ProbeTask, { threadId: number; answer: unknown }>({
		worker: new URL('./probe-worker-testing.ts', import.meta.url),
		max: 1,
		heapMb: 32,
		deadlineMs: 30_000,
		...options,
	});

afterAll(closeThreads);

describe('threads', () => {
	it('work elsewhere, one thread for task after task', async () => {
		const threads = openThreads();
		const first = await threads.run({ does: 'answer', bytes: new Uint8Array(3) });
		expect(first).toEqual({ threadId: expect.any(Number), answer: 3 });
		expect(first.threadId).not.toBe(threadId);
		expect((await threads.run({ does: 'answer' })).threadId).toBe(first.threadId);
	});

	it('are made for each task where its memory is its own', async () => {
		const threads = openThreads({ heapMb: ({ bytes }) => 24 + (bytes?.byteLength ?? 0) });
		const [one, two] = [await threads.run({ does: 'answer' }), await threads.run({ does: 'answer' })];
		expect(two.threadId).not.toBe(one.threadId);
	});

	it('are shared by the tasks that need little, and not by those beyond', async () => {
		const threads = openThreads({ heapMb: ({ bytes }) => 24 + (bytes?.byteLength ?? 0), sharedUpToMb: 28 });
		const run = async (bytes: number) => (await threads.run({ does: 'answer', bytes: new Uint8Array(bytes) })).threadId;
		const little = await run(0);
		expect(await run(5)).not.toBe(little);
		expect(await run(4)).toBe(little);
	});

	it('take over what a kind of task transfers, made only when there is a thread for it', async () => {
		const threads = openThreads({ transfer: ({ bytes }) => (bytes ? [bytes.buffer as ArrayBuffer] : []) });
		const bytes = new Uint8Array(1_000);
		expect((await threads.run(async () => ({ does: 'answer', bytes }))).answer).toBe(1_000);
		expect(bytes.byteLength).toBe(0);
	});

	it('reject every task at once whose module cannot be loaded, whether it waits or not', async () => {
		const threads = openThreads({ worker: new URL('./no-such-worker.ts', import.meta.url), max: 2 });
		const tasks = Array.from({ length: 4 }, () => threads.run({ does: 'answer' }));
		for (const outcome of await Promise.allSettled(tasks)) {
			expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'ERR_MODULE_NOT_FOUND' } });
		}
	});

	it('ask their caller, and reject as the caller’s answer does', async () => {
		const threads = openThreads();
		const onMessage = async (message: unknown) => `answer to ${message}`;
		expect((await threads.run({ does: 'ask' }, { onMessage })).answer).toBe('answer to question');
		const failing = threads.run({ does: 'ask' }, { onMessage: () => Promise.reject(new Error('no answer')) });
		await expect(failing).rejects.toThrow('no answer');
	});

	it('reject with what was thrown in them', async () => {
		await expect(openThreads().run({ does: 'throw' })).rejects.toThrow('thrown in the thread');
	});

	it.each<[string, Partial<ThreadsOptions<ProbeTask>>]>([
		['shared', {}],
		['own', { heapMb: () => 32 }],
	])('end alone, with an error of its own, when they outgrow their %s memory', async (_, options) => {
		const threads = openThreads(options);
		await expect(threads.run({ does: 'fill the heap' })).rejects.toThrow(ThreadOutOfMemoryError);
		expect((await threads.run({ does: 'answer' })).threadId).toBeGreaterThan(0);
	});

	it('are stopped in the middle of their work by a deadline and by a caller who leaves', async () => {
		const threads = openThreads({ deadlineMs: 300 });
		await expect(threads.run({ does: 'never end' })).rejects.toThrow(ThreadTimeoutError);
		const caller = new AbortController();
		const running = threads.run({ does: 'never end' }, { signal: caller.signal });
		caller.abort('gone');
		await expect(running).rejects.toBe('gone');
		const patient = openThreads();
		expect((await patient.run({ does: 'answer' })).threadId).toBeGreaterThan(0);
	});

	it('refuse an account that has too much waiting, while others are served', async () => {
		const threads = openThreads({ waitingPerAccountMax: 1 });
		const caller = new AbortController();
		const hold = threads.run({ does: 'never end' }, { account: 'a', signal: caller.signal });
		const waiting = threads.run({ does: 'answer' }, { account: 'a' });
		await expect(threads.run({ does: 'answer' }, { account: 'a' })).rejects.toMatchObject({ reason: 'rate_limited' });
		const other = threads.run({ does: 'answer' }, { account: 'b' });
		caller.abort('gone');
		await expect(hold).rejects.toBe('gone');
		expect((await Promise.all([waiting, other])).length).toBe(2);
	});

	it('all end with the process, and start again with the next task', async () => {
		const threads = openThreads();
		const first = await threads.run({ does: 'answer' });
		const running = threads.run({ does: 'never end' });
		const ended = expect(running).rejects.toThrow();
		await closeThreads();
		await ended;
		expect((await threads.run({ does: 'answer' })).threadId).not.toBe(first.threadId);
	});
});
