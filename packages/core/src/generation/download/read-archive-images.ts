import {
	type ArchiveImageRow,
	findLastTokenNumber,
	listArchiveImages,
} from '@adx/db/repositories/generation/generated-images';
import type { GenerationJobRow } from '@adx/db/schema/generation-tables';
import type { Services } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { type JsonBatches, toJsonBatch } from '../../platform/threads/json-batches.ts';
import { yieldToEventLoop } from '../../platform/threads/yield-to-event-loop.ts';

/** Read at a time: the embedded database works on the thread that answers calls. */
const rowsPerSlice = 100;

/**
 * The stored images of a job by token number as a thread takes them, each as `toItem` makes it, read in slices between
 * which others run. 409 when there is none.
 */
export async function readArchiveImages(
	{ db }: Pick<Services, 'db'>,
	{ id }: Pick<GenerationJobRow, 'id'>,
	toItem: (image: ArchiveImageRow) => object,
): Promise<{ readonly images: JsonBatches; readonly imageCount: number }> {
	const images: Uint8Array<ArrayBuffer>[] = [];
	let imageCount = 0;
	// Numbers are missing where a cleanup deleted images, so the last one may lie beyond their count.
	const last = await findLastTokenNumber(db, id);
	for (let first = 1; first <= last; first += rowsPerSlice) {
		if (first > 1) await yieldToEventLoop();
		// By a range of numbers: with a limit, a database that has not counted its rows yet sorts all of them each time.
		const rows = await listArchiveImages(db, id, { first, last: first + rowsPerSlice - 1 });
		images.push(toJsonBatch(rows.map(toItem)));
		imageCount += rows.length;
	}
	if (imageCount > 0) return { images, imageCount };
	throw new AppError('CONFLICT', { reason: 'job_without_images', message: 'This collection holds no images.' });
}
