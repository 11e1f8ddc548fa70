import { planRanked } from '@adx/collection/ranked-plan';
import { describe, expect, test, vi } from 'vitest';
import type { PlanQuestion } from './plan-desk.ts';
import { Storyboard } from './storyboard.ts';

const { rows } = planRanked(
	{
		races: ['elf', 'orc'],
		classes: ['wizard'],
		artStyle: 'bold-classic',
		backgroundType: 'random-all',
		batchSize: 1_000,
	},
	'north',
);

function openBoard() {
	const questions: PlanQuestion[] = [];
	const board = new Storyboard(1, (question) => questions.push(question));
	const tellRows = (from: number, to: number) =>
		board.take({ kind: 'rows', planId: 1, order: 'token', from, rows: rows.slice(from, to) });
	const paint = (index: number) => {
		const close = vi.fn();
		board.take({ kind: 'painted', planId: 1, index, bitmap: { close } as unknown as ImageBitmap });
		return close;
	};
	return { board, questions, tellRows, paint };
}

describe('the storyboard', () => {
	test('fetches rows once, and has only those painted that have no picture yet', () => {
		const { board, questions, tellRows, paint } = openBoard();
		board.show('token', 0, 3);
		expect(questions[0]).toEqual({ kind: 'rows', planId: 1, order: 'token', from: 0, to: 3 });
		tellRows(0, 3);
		paint(1);
		questions.length = 0;
		board.show('token', 0, 3);
		expect(questions).toMatchObject([{ kind: 'paint', indices: [0, 2] }]);
	});

	test('tells only the tile whose picture came', () => {
		const { board, paint } = openBoard();
		const [first, second] = [vi.fn(), vi.fn()];
		board.onPicture(0, first);
		const stop = board.onPicture(1, second);
		paint(1);
		expect(first).not.toHaveBeenCalled();
		expect(second).toHaveBeenCalledOnce();
		stop();
		paint(1);
		expect(second).toHaveBeenCalledOnce();
	});

	test('holds 300 pictures and closes the one longest unseen', () => {
		const { board, tellRows, paint } = openBoard();
		tellRows(0, 1_000);
		const closes = Array.from({ length: 300 }, (_, index) => paint(index));
		expect(closes.filter((close) => close.mock.calls.length > 0)).toEqual([]);
		board.show('token', 0, 1);
		paint(300);
		expect(closes[0]).not.toHaveBeenCalled();
		expect(closes[1]).toHaveBeenCalledOnce();
		expect(board.picture(1)).toBeUndefined();
		board.close();
		expect(closes.every((close) => close.mock.calls.length === 1)).toBe(true);
	});
});
