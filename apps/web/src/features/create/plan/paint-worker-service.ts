import type { PlannedRow } from '@adx/collection/plan/ranked-plan';

/** What the page asks the painting thread, instead of whatever was still to be painted. */
export interface PaintRequest {
	readonly planId: number;
	/** In the order in which they are wanted. */
	readonly rows: readonly PlannedRow[];
	readonly sizePx: number;
}

export interface PaintResponse {
	readonly planId: number;
	/** Of the row. */
	readonly index: number;
	/** Null when this browser cannot paint it. */
	readonly bitmap: ImageBitmap | null;
}

export type PaintTask = (row: PlannedRow, sizePx: number) => ImageBitmap;

export interface PaintWorkerService {
	ask(question: PaintRequest): void;
}

/** Paints rows one by one between questions. */
export function createPaintWorkerService(
	answer: (answer: PaintResponse, transfer: readonly Transferable[]) => void,
	paint: PaintTask,
): PaintWorkerService {
	let wanted: PaintRequest = { planId: -1, rows: [], sizePx: 0 };
	let isPainting = false;

	function paintNext(): void {
		const { planId, sizePx } = wanted;
		const [row, ...rows] = wanted.rows;
		isPainting = row !== undefined;
		if (row === undefined) return;
		wanted = { planId, rows, sizePx };
		const bitmap = paintOrNull(paint, row, sizePx);
		answer({ planId, index: row.index, bitmap }, bitmap === null ? [] : [bitmap]);
		// Questions that came in meanwhile go first.
		setTimeout(paintNext);
	}

	return {
		ask(question) {
			wanted = question;
			if (!isPainting) paintNext();
		},
	};
}

/** A picture is an extra: without it the plan still stands. */
function paintOrNull(paint: PaintTask, row: PlannedRow, sizePx: number): ImageBitmap | null {
	try {
		return paint(row, sizePx);
	} catch (error) {
		console.error('A planned row could not be painted', error);
		return null;
	}
}
