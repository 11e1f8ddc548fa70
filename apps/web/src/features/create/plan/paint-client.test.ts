import { planRanked } from '@adx/collection/plan/ranked-plan';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { idleTimeoutMs, imagesPerWorker, PaintClient } from './paint-client.ts';
import type { PaintRequest, PaintResponse } from './paint-worker-service.ts';

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
const question = (count: number): PaintRequest => ({ planId: 1, rows: rows.slice(0, count), sizePx: 64 });
const picture = (index: number): PaintResponse => ({ planId: 1, index, bitmap: null });

/** A thread that does what the test says. */
class IdleWorker extends EventTarget {
	static readonly started: IdleWorker[] = [];
	readonly postMessage = vi.fn<(question: PaintRequest) => void>();
	readonly terminate = vi.fn<() => void>();
	constructor() {
		super();
		IdleWorker.started.push(this);
	}
	answer(data: PaintResponse) {
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
	const answers: PaintResponse[] = [];
	const painter = new PaintClient((answer) => answers.push(answer));
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
		vi.advanceTimersByTime(10 * idleTimeoutMs);
		worker?.answer(picture(0));
		vi.advanceTimersByTime(10 * idleTimeoutMs);
		// One picture is still to come, however long it takes.
		expect(worker?.terminate).not.toHaveBeenCalled();
		worker?.answer(picture(1));
		vi.advanceTimersByTime(idleTimeoutMs - 1);
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
		vi.advanceTimersByTime(idleTimeoutMs);
		expect(IdleWorker.started[0]?.terminate).toHaveBeenCalledOnce();
	});

	test('another thread goes on after a number of pictures', () => {
		const { painter, answers } = openPainter();
		painter.paint(question(imagesPerWorker + 2));
		const [worker] = IdleWorker.started;
		for (let index = 0; index < imagesPerWorker; index++) {
			expect(worker?.terminate).not.toHaveBeenCalled();
			worker?.answer(picture(index));
		}
		expect(worker?.terminate).toHaveBeenCalledOnce();
		expect(answers).toHaveLength(imagesPerWorker);
		const [, next] = IdleWorker.started;
		const owed = rows.slice(imagesPerWorker, imagesPerWorker + 2);
		expect(next?.postMessage.mock.calls).toEqual([[{ ...question(0), rows: owed }]]);
	});

	test('no thread is started when the last picture of one was the last wanted', () => {
		const { painter } = openPainter();
		painter.paint(question(imagesPerWorker));
		for (let index = 0; index < imagesPerWorker; index++) IdleWorker.started[0]?.answer(picture(index));
		vi.advanceTimersByTime(idleTimeoutMs);
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
