import { transfer } from 'comlink';
import type { StoryboardRow } from './storyboard-row.ts';

export type PaintTask = (row: StoryboardRow, sizePx: number) => ImageBitmap;

export interface PaintWorkerService {
	/** Null when this browser cannot paint the row: a picture is an extra, and without it the plan still stands. */
	paint(row: StoryboardRow, sizePx: number): ImageBitmap | null;
}

export const createPaintWorkerService = (paint: PaintTask): PaintWorkerService => ({
	paint(row, sizePx) {
		try {
			const bitmap = paint(row, sizePx);
			return transfer(bitmap, [bitmap]);
		} catch (error) {
			console.error('A planned row could not be painted', error);
			return null;
		}
	},
});
