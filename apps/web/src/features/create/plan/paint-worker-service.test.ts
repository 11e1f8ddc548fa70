import { planRanked } from '@adx/collection/plan/ranked-plan';
import { waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { createPaintWorkerService, type PaintResponse, type PaintTask } from './paint-worker-service.ts';

const { rows } = planRanked(
	{
		races: ['elf', 'orc', 'tabaxi'],
		classes: ['wizard', 'bard'],
		artStyle: 'bold-classic',
		backgroundType: 'random-all',
		batchSize: 20,
	},
	'north',
);
const rowsAt = (...indices: readonly number[]) => indices.map((index) => rows[index]!);

function openDesk(paint: PaintTask) {
	const answers: PaintResponse[] = [];
	const transfers: (readonly Transferable[])[] = [];
	const desk = createPaintWorkerService((answer, transfer) => {
		answers.push(answer);
		transfers.push(transfer);
	}, paint);
	return { desk, answers, transfers };
}

describe('the painting thread', () => {
	test('paints in the order asked for, and drops what is no longer wanted', async () => {
		const painted: number[] = [];
		const { desk, answers, transfers } = openDesk(({ index }) => {
			painted.push(index);
			return { close() {} } as unknown as ImageBitmap;
		});
		desk.ask({ planId: 1, rows: rowsAt(7, 3, 5), sizePx: 64 });
		desk.ask({ planId: 2, rows: rowsAt(9, 1), sizePx: 64 });
		await waitFor(() => expect(painted).toEqual([7, 9, 1]));
		expect(answers.map(({ planId, index }) => [planId, index])).toEqual([
			[1, 7],
			[2, 9],
			[2, 1],
		]);
		expect(transfers).toEqual(answers.map(({ bitmap }) => [bitmap]));
	});

	test('a picture that fails is told, and the next one painted', async () => {
		vi.spyOn(console, 'error').mockImplementation(() => {});
		const { desk, answers, transfers } = openDesk(() => {
			throw new Error('no canvas');
		});
		desk.ask({ planId: 1, rows: rowsAt(0, 1), sizePx: 64 });
		await waitFor(() => expect(answers).toHaveLength(2));
		expect(answers[0]).toEqual({ planId: 1, index: 0, bitmap: null });
		expect(transfers).toEqual([[], []]);
	});
});
