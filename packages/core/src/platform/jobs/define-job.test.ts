import { expect, it } from 'vitest';
import type { Services } from '../context.ts';
import { AppError } from '../errors.ts';
import { useTestServices } from '../use-services-testing.ts';
import { defineJob, type JobDefinition, JobImpossibleError, type JobRun, RunAgain } from './define-job.ts';

const test = useTestServices();

interface Row {
	readonly id: string;
	isOpen: boolean;
	progress: number;
	sentence: string | null;
	failures: number;
}

const sentences = { diskFull: 'No room.', storageGone: 'No storage.', failed: 'It failed.' };
const fullDisk = () => Object.assign(new Error('no space'), { code: 'ENOSPC' });

/** A job whose row lies in memory, and how to run it; `sent` are the delays of the messages that follow. */
function createJob(
	work: (run: JobRun<number>, row: Row) => Promise<void>,
	change: Partial<JobDefinition<Row, number>> = {},
) {
	const row: Row = { id: 'one', isOpen: true, progress: 0, sentence: null, failures: 0 };
	const sent: number[] = [];
	const job = defineJob<Row, number>({
		queue: 'merge',
		sentences,
		listOpen: async () => (row.isOpen ? [row] : []),
		findOpen: async (_, id) => (row.isOpen && id === row.id ? row : undefined),
		work: (_, each, run) => work(run, each),
		updateProgress: async (_services, each, progress) => {
			if (each.isOpen) each.progress = progress;
			return each.isOpen;
		},
		wait: async (_services, each, sentence) => Object.assign(each, { sentence }),
		countFailure: async (_, each) => ++each.failures,
		fail: async (_services, each, sentence) => Object.assign(each, { isOpen: false, sentence }),
		...change,
	});
	const queue = {
		...test.services.queue,
		send: async (_name: string, _message: object, { delaySeconds = 0 } = {}) => void sent.push(delaySeconds),
		hasLiveMessage: async () => false,
	};
	const run = (services: Partial<Services> = {}, signal = new AbortController().signal) =>
		job.run({ ...test.services, queue, ...services }, { jobId: row.id, slot: 0 }, signal);
	return { row, sent, run, sweep: () => job.sweep({ ...test.services, queue }) };
}

it('does nothing about a job that has ended, and wakes nobody for it', async () => {
	let tries = 0;
	const { row, sent, run, sweep } = createJob(async () => {
		tries += 1;
	});
	await sweep();
	expect(sent).toEqual([0]);
	row.isOpen = false;
	await run();
	await sweep();
	expect([tries, sent]).toEqual([0, [0]]);
});

it('waits with a sentence for room and for storage, which counts for nothing', async () => {
	const { row, sent, run } = createJob(async () => Promise.reject(fullDisk()));
	for (let tries = 0; tries < 6; tries += 1) await run();
	expect(row).toMatchObject({ isOpen: true, sentence: 'No room.', failures: 0 });
	await run({ storage: { ...test.services.storage, isInPlace: async () => false } });
	expect(row.sentence).toBe('No room.');
	expect(sent).toEqual(Array(7).fill(15));
});

it('leaves what failed to the sweeper, and ends at the fifth failure', async () => {
	const { row, sent, run } = createJob(() => Promise.reject(new Error('ours')));
	for (let tries = 0; tries < 4; tries += 1) await run();
	expect(row).toMatchObject({ isOpen: true, sentence: null, failures: 4 });
	await run();
	expect(row).toMatchObject({ isOpen: false, sentence: 'It failed.' });
	expect(sent).toEqual([]);
});

it('ends at once where repeating cannot help', async () => {
	const { row, run } = createJob(() => Promise.reject(new JobImpossibleError('Too large.')));
	await run();
	expect(row).toMatchObject({ isOpen: false, sentence: 'Too large.', failures: 0 });
});

it('ends at once for what no kind of job can repeat, also where it explains other errors', async () => {
	const { row, run } = createJob(() => Promise.reject(new JobImpossibleError('Too large.')), { explain: () => null });
	await run();
	expect(row).toMatchObject({ isOpen: false, sentence: 'Too large.', failures: 0 });
});

it('waits with the sentence that explains an error, and ends with the other one', async () => {
	const explain = () => ({ sentence: 'The node is gone.', waiting: 'The node is away.' });
	const { row, sent, run } = createJob(() => Promise.reject(new Error('node')), { explain });
	for (let tries = 0; tries < 4; tries += 1) await run();
	expect(row).toMatchObject({ isOpen: true, sentence: 'The node is away.', failures: 4 });
	await run();
	expect(row).toMatchObject({ isOpen: false, sentence: 'The node is gone.' });
	expect(sent).toEqual([15, 15, 15, 15]);
});

it('is run again when it says so, and says nothing', async () => {
	const { row, sent, run } = createJob(() => Promise.reject(new RunAgain(3)));
	await run();
	expect([row.sentence, row.failures, sent]).toEqual([null, 0, [3]]);
});

it('stops when its worker does, without a word', async () => {
	const stop = new AbortController();
	const { row, sent, run } = createJob(async ({ signal }) => {
		stop.abort();
		signal.throwIfAborted();
	});
	await run({}, stop.signal);
	expect([row.isOpen, row.failures, sent]).toEqual([true, 0, []]);
});

it('stops when its row is no longer its own, and is looked at again at once', async () => {
	const { row, sent, run } = createJob(async ({ report, signal }, each) => {
		each.isOpen = false;
		await report(10);
		signal.throwIfAborted();
		throw new Error('goes on');
	});
	await run();
	expect([row.progress, row.failures, sent]).toEqual([0, 0, [0]]);
});

it('throws what a lost database says, which is not counted', async () => {
	const lost = Object.assign(new Error('lost'), { code: '57P01' });
	const { row, run } = createJob(() => Promise.reject(lost));
	await expect(run()).rejects.toBe(lost);
	expect([row.isOpen, row.failures]).toEqual([true, 0]);
});

it('takes no refusal of a use case for a reason to end', async () => {
	const damaged = new AppError('UPSTREAM', { reason: 'file_damaged', message: 'Damaged.' });
	const { row, run } = createJob(() => Promise.reject(damaged));
	await run();
	expect(row).toMatchObject({ isOpen: true, failures: 1 });
});

it('tells readers some times a second, of a new part at once, and before it says why it waits', async () => {
	let nowMs = 0;
	const written: number[] = [];
	const updateProgress = async (_services: Services, _row: Row, progress: number) => written.push(progress) > 0;
	const { row, run } = createJob(
		async ({ report }) => {
			for (nowMs = 1_000; nowMs < 2_000; nowMs += 100) await report(nowMs);
			await report(5, { now: true });
			void report(6, { now: true });
			throw fullDisk();
		},
		{ updateProgress, wait: async (_services, each) => Object.assign(each, { sentence: written.join(' ') }) },
	);
	await run({ clock: () => new Date(nowMs) });
	expect(row.sentence).toBe('1000 1400 1800 5 6');
});

it('goes on when its progress cannot be written', async () => {
	const { row, sent, run } = createJob(
		async ({ report }, each) => {
			await report(1);
			each.sentence = 'Done.';
		},
		{ updateProgress: () => Promise.reject(new Error('no')) },
	);
	await run();
	expect([row.sentence, sent]).toEqual(['Done.', []]);
});
