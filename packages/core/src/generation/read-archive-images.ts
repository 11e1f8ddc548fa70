import { type ArchiveImage, listArchiveImages } from '@adx/db/repositories/generated-images';
import type { GenerationJobRow } from '@adx/db/schema';
import type { Services } from '../context.ts';
import { nextSlice } from '../platform/limits/next-slice.ts';

/** Read at a time: the embedded database works on the thread that answers calls. */
const rowsPerSlice = 200;

/** The stored images of a job by token number, read in slices between which others run. */
export async function readArchiveImages(
	{ db }: Pick<Services, 'db'>,
	{ id, batchSize }: Pick<GenerationJobRow, 'id' | 'batchSize'>,
): Promise<ArchiveImage[]> {
	const images: ArchiveImage[] = [];
	for (let first = 1; first <= batchSize; first += rowsPerSlice) {
		if (first > 1) await nextSlice();
		images.push(...(await listArchiveImages(db, id, { first, last: first + rowsPerSlice - 1 })));
	}
	return images;
}
