import { planRanked, type RankedRow } from '@adx/collection/plan/ranked-plan';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type StubWorker, stubWorkers } from '../../../test/workers.ts';
import { idleTimeoutMs, imagesPerWorker, PaintClient, type PaintRequest, type PaintResponse } from './paint-client.ts';

const { rows } = planRanked(
	{
		races: ['elf', 'orc'],
		classes: ['wizard'],
		artStyle: 'bold-classic',
		backgroundType: 'random-all',
		batchSize: 200,
	},
	'north',
);
const rowsAt = (...indices: readonly number[]) => indices.map((index) => rows[index]!);
const request = (count: number): PaintRequest => ({ planId: 1, rows: rows.slice(0, count), sizePx: 64 });
const picture = (index: number): PaintResponse => ({ planId: 1, index, bitmap: null });

/** Rows that the threads were asked for, by index, with how each is answered. */
let asked: { readonly index: number; readonly answer: (bitmap: null) => void }[] = [];
let started: readonly StubWorker[] = [];

beforeEach(() => {
	vi.useFakeTimers();
	asked = [];
	started = stubWorkers(() => ({
		paint: ({ index }: RankedRow) => new Promise((answer) => asked.push({ index, answer })),
	}));
	return () => {
		vi.unstubAllGlobals();
		vi.useRealTimers();
	};
});

function openPainter() {
	const answers: PaintResponse[] = [];
	const painter = new PaintClient((answer) => answers.push(answer));
	return { painter, answers };
}

/** Until what is on its way between the threads has arrived. */
const arrive = () => vi.advanceTimersByTimeAsync(2);

/** The thread paints so many pictures that it is asked for. */
async function paintNext(count = 1): Promise<void> {
	for (let painted = 0; painted < count; painted++) {
		await arrive();
		asked.at(-1)?.answer(null);
		await arrive();
	}
	await arrive();
}

const askedIndexes = () => asked.map(({ index }) => index);

describe('the painter', () => {
	test('starts a thread once there is something to paint, and one only', async () => {
		const { painter, answers } = openPainter();
		painter.paint(request(0));
		expect(started).toHaveLength(0);
		painter.paint(request(2));
		painter.paint(request(3));
		await paintNext();
		expect(started).toHaveLength(1);
		expect(answers).toEqual([picture(0)]);
	});

	test('paints in the order asked for, and drops what is no longer wanted', async () => {
		const { painter, answers } = openPainter();
		painter.paint({ planId: 1, rows: rowsAt(7, 3, 5), sizePx: 64 });
		painter.paint({ planId: 2, rows: rowsAt(9, 1), sizePx: 64 });
		await paintNext(3);
		expect(askedIndexes()).toEqual([7, 9, 1]);
		expect(answers.map(({ planId, index }) => [planId, index])).toEqual([
			[1, 7],
			[2, 9],
			[2, 1],
		]);
	});

	test('ends the thread when nothing was wanted for a while, and starts another', async () => {
		const { painter } = openPainter();
		painter.paint(request(2));
		await vi.advanceTimersByTimeAsync(10 * idleTimeoutMs);
		await paintNext();
		await vi.advanceTimersByTimeAsync(10 * idleTimeoutMs);
		// One picture is still to come, however long it takes.
		expect(started[0]?.isTerminated).toBe(false);
		await paintNext();
		await vi.advanceTimersByTimeAsync(idleTimeoutMs - 10);
		expect(started[0]?.isTerminated).toBe(false);
		await vi.advanceTimersByTimeAsync(10);
		expect(started[0]?.isTerminated).toBe(true);
		painter.paint(request(1));
		expect(started).toHaveLength(2);
	});

	test('ends the thread also when what it was to paint is no longer wanted', async () => {
		const { painter } = openPainter();
		painter.paint(request(2));
		painter.paint(request(0));
		await vi.advanceTimersByTimeAsync(idleTimeoutMs);
		expect(started[0]?.isTerminated).toBe(true);
	});

	test('another thread goes on after a number of pictures', async () => {
		const { painter, answers } = openPainter();
		painter.paint(request(imagesPerWorker + 2));
		await paintNext(imagesPerWorker - 1);
		expect(started).toHaveLength(1);
		await paintNext();
		expect(started.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
		expect(answers).toHaveLength(imagesPerWorker);
		await paintNext(2);
		expect(askedIndexes()).toEqual(Array.from({ length: imagesPerWorker + 2 }, (_, index) => index));
		expect(started).toHaveLength(2);
	});

	test('no thread is started when the last picture of one was the last wanted', async () => {
		const { painter } = openPainter();
		painter.paint(request(imagesPerWorker));
		await paintNext(imagesPerWorker);
		await vi.advanceTimersByTimeAsync(idleTimeoutMs);
		expect(started.map(({ isTerminated }) => isTerminated)).toEqual([true]);
	});

	test('tells what a broken thread owes to be unpaintable', async () => {
		const { painter, answers } = openPainter();
		painter.paint(request(3));
		await paintNext();
		started[0]?.dispatchEvent(new Event('error'));
		await arrive();
		expect(answers).toEqual([picture(0), picture(1), picture(2)]);
		expect(started.map(({ isTerminated }) => isTerminated)).toEqual([true]);
	});
});
