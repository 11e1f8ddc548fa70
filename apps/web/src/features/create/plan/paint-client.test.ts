import { planRanked } from '@adx/collection/plan/ranked-plan';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Painter, picturesPerThread, restAfterMs } from './paint-client.ts';
import type { PaintAnswer, PaintQuestion } from './paint-worker-service.ts';

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
const question = (count: number): PaintQuestion => ({ planId: 1, rows: rows.slice(0, count), sizePx: 64 });
const picture = (index: number): PaintAnswer => ({ planId: 1, index, bitmap: null });

/** A thread that does what the test says. */
class IdleWorker extends EventTarget {
	static readonly started: IdleWorker[] = [];
	readonly postMessage = vi.fn<(question: PaintQuestion) => void>();
	readonly terminate = vi.fn<() => void>();
	constructor() {
		super();
		IdleWorker.started.push(this);
	}
	answer(data: PaintAnswer) {
		this.dispatchEvent(new MessageEvent('message', { data }));
	}
}

beforeEach(() => {
	vi.stubGlobal('Worker', IdleWorker);
	vi.useFakeTimers();
	IdleWorker.started.length = 0;
	return () => {
		vi.unstubAllGlobals();
		vi.useRealTimers();
	};
});

function openPainter() {
	const answers: PaintAnswer[] = [];
	const painter = new Painter((answer) => answers.push(answer));
	return { painter, answers };
}

describe('the painter', () => {
	test('starts a thread once there is something to paint, and one only', () => {
		const { painter, answers } = openPainter();
		painter.paint(question(0));
		expect(IdleWorker.started).toHaveLength(0);
		painter.paint(question(2));
		painter.paint(question(3));
		const [worker] = IdleWorker.started;
		expect(IdleWorker.started).toHaveLength(1);
		expect(worker?.postMessage.mock.calls).toEqual([[question(2)], [question(3)]]);
		worker?.answer(picture(0));
		expect(answers).toEqual([picture(0)]);
	});

	test('ends the thread when nothing was wanted for a while, and starts anew', () => {
		const { painter } = openPainter();
		painter.paint(question(2));
		const [worker] = IdleWorker.started;
		vi.advanceTimersByTime(10 * restAfterMs);
		worker?.answer(picture(0));
		vi.advanceTimersByTime(10 * restAfterMs);
		// One picture is still to come, however long it takes.
		expect(worker?.terminate).not.toHaveBeenCalled();
		worker?.answer(picture(1));
		vi.advanceTimersByTime(restAfterMs - 1);
		expect(worker?.terminate).not.toHaveBeenCalled();
		vi.advanceTimersByTime(1);
		expect(worker?.terminate).toHaveBeenCalledOnce();
		painter.paint(question(1));
		expect(IdleWorker.started).toHaveLength(2);
	});

	test('ends the thread also when what it was to paint is no longer wanted', () => {
		const { painter } = openPainter();
		painter.paint(question(2));
		painter.paint(question(0));
		vi.advanceTimersByTime(restAfterMs);
		expect(IdleWorker.started[0]?.terminate).toHaveBeenCalledOnce();
	});

	test('another thread goes on after a number of pictures', () => {
		const { painter, answers } = openPainter();
		painter.paint(question(picturesPerThread + 2));
		const [worker] = IdleWorker.started;
		for (let index = 0; index < picturesPerThread; index++) {
			expect(worker?.terminate).not.toHaveBeenCalled();
			worker?.answer(picture(index));
		}
		expect(worker?.terminate).toHaveBeenCalledOnce();
		expect(answers).toHaveLength(picturesPerThread);
		const [, next] = IdleWorker.started;
		const owed = rows.slice(picturesPerThread, picturesPerThread + 2);
		expect(next?.postMessage.mock.calls).toEqual([[{ ...question(0), rows: owed }]]);
	});

	test('no thread is started when the last picture of one was the last wanted', () => {
		const { painter } = openPainter();
		painter.paint(question(picturesPerThread));
		for (let index = 0; index < picturesPerThread; index++) IdleWorker.started[0]?.answer(picture(index));
		vi.advanceTimersByTime(restAfterMs);
		expect(IdleWorker.started).toHaveLength(1);
		expect(IdleWorker.started[0]?.terminate).toHaveBeenCalledOnce();
	});

	test('tells what a broken thread owes to be unpaintable', () => {
		const { painter, answers } = openPainter();
		painter.paint(question(3));
		const [worker] = IdleWorker.started;
		worker?.answer(picture(0));
		worker?.dispatchEvent(new Event('error'));
		expect(answers).toEqual([picture(0), picture(1), picture(2)]);
		expect(worker?.terminate).toHaveBeenCalledOnce();
	});
});
