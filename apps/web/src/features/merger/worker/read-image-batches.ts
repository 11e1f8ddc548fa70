import { type FileGroup, readMetadataList } from '@adx/collection/files/group-files';
import { folderBatchImages, folderBatchPauseMs, mergePreviewImages } from '@adx/validators/limits';
import type { PickedFile } from '../../../lib/files/picked-files.ts';
import type { DecodeImage } from './decode-image.ts';
import { type ReadFile, readImageFiles } from './read-image-files.ts';

export interface BatchReading {
	readonly files: ReadonlyMap<string, PickedFile>;
	readonly readImage: DecodeImage;
	/** Checked before and after every batch. */
	readonly isWanted: () => boolean;
	/** Takes each batch as it is read; the next waits for it. `from` is the place of its first image. */
	readonly onRead: (from: number, read: readonly ReadFile[]) => Promise<void>;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Reads the images of a collection in batches, with a pause in between, until they are read or not wanted any more. */
export async function readImageBatches(group: FileGroup, reading: BatchReading): Promise<void> {
	const { files, readImage, isWanted, onRead } = reading;
	const list = group.listPath === null ? undefined : await files.get(group.listPath)?.blob.text();
	const deps = { files, readImage, findInList: list === undefined ? null : readMetadataList(list) };
	for (let from = 0; from < group.images.length; from += folderBatchImages) {
		if (from > 0) await pause(folderBatchPauseMs);
		if (!isWanted()) return;
		const read = await readImageFiles(
			group.images.slice(from, from + folderBatchImages),
			mergePreviewImages - from,
			deps,
		);
		if (!isWanted()) return;
		await onRead(from, read);
	}
}
