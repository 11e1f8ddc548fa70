import { planRanked } from '@adx/collection/plan/ranked-plan';
import { describe, expect, test, vi } from 'vitest';
import { imageLimit, Storyboard, type StoryboardWorkers } from './storyboard.ts';

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
	const threads = {
		fetchRows: vi.fn<StoryboardWorkers['fetchRows']>(),
		paint: vi.fn<StoryboardWorkers['paint']>(),
	};
	const board = new Storyboard(1, threads);
	const tellRows = (from: number, to: number) => board.takeRows('token', from, rows.slice(from, to));
	const paint = (index: number) => {
		const close = vi.fn();
		board.takePicture({ planId: 1, index, bitmap: { close } as unknown as ImageBitmap });
		return close;
	};
	return { board, threads, tellRows, paint };
}

describe('the storyboard', () => {
	test('fetches rows once, and has only those painted that have no picture yet', () => {
		const { board, threads, tellRows, paint } = openBoard();
		board.show('token', 0, 3);
		expect(threads.fetchRows.mock.calls).toEqual([['token', 0, 3]]);
		tellRows(0, 3);
		paint(1);
		board.show('token', 0, 3);
		expect(threads.fetchRows).toHaveBeenCalledOnce();
		expect(threads.paint).toHaveBeenLastCalledWith(expect.objectContaining({ rows: [rows[0], rows[2]] }));
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

	test('holds a bounded number of pictures and closes the one longest unseen', () => {
		const { board, tellRows, paint } = openBoard();
		tellRows(0, 1_000);
		const closes = Array.from({ length: imageLimit }, (_, index) => paint(index));
		expect(closes.filter((close) => close.mock.calls.length > 0)).toEqual([]);
		board.show('token', 0, 1);
		paint(imageLimit);
		expect(closes[0]).not.toHaveBeenCalled();
		expect(closes[1]).toHaveBeenCalledOnce();
		expect(board.picture(1)).toBeUndefined();
		board.close();
		expect(closes.every((close) => close.mock.calls.length === 1)).toBe(true);
	});
});
