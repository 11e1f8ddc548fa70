import {
	CollectionReader,
	type FileProblem,
	fileProblems,
	readTokenMetadata,
} from '@adx/collection/files/collection-reader';
import type { FileGroup, GroupedImage } from '@adx/collection/files/group-files';
import { type CaseFolding, createCaseFolding } from '@adx/collection/metadata/case-folding';
import { folderBatchImages, folderBatchPauseMs, mergePreviewImages } from '@adx/validators/limits';
import { hashContent } from '../../../lib/files/content-hash.ts';
import { type PickedFile, toFindFile } from '../../../lib/files/picked-files.ts';
import type { DecodeImage } from '../../../lib/images/decode-image.ts';
import type { StoredPreview } from '../merger-views.ts';
import type { StoredImage } from './merge-store.ts';

/** Images that are read and decoded at once. */
const readAtOnce = 4;

/** An image with what has been found out about it. */
export interface ReadFile {
	readonly image: StoredImage;
	/** Null where there is nothing to send. */
	readonly blob: Blob | null;
	readonly preview: StoredPreview | null;
}

interface ReadFileDeps {
	readonly files: ReadonlyMap<string, PickedFile>;
	readonly reader: CollectionReader;
	readonly readImage: DecodeImage;
	readonly folds: CaseFolding;
}

const nothingKnown = { sha256: '', mime: null, width: null, height: null, metadata: null, hasBadMetadata: false };

export interface BatchReading {
	readonly files: ReadonlyMap<string, PickedFile>;
	readonly readImage: DecodeImage;
	/** Takes what is wrong with metadata that is about many images, before any of them is read. */
	readonly onShared: (problems: readonly FileProblem[]) => void;
	/** Checked before and after every batch. */
	readonly isWanted: () => boolean;
	/** Takes each batch as it is read; the next waits for it. `from` is the place of its first image. */
	readonly onRead: (from: number, read: readonly ReadFile[]) => Promise<void>;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Reads the images of a collection in batches, with a pause in between, until they are read or not wanted any more. */
export async function readImageBatches(group: FileGroup, reading: BatchReading): Promise<void> {
	const { files, readImage, isWanted, onRead } = reading;
	const reader = await CollectionReader.open(toFindFile(files), group);
	const deps = { files, reader, readImage, folds: createCaseFolding() };
	reading.onShared(reader.problems);
	let wantedPreviews = mergePreviewImages;
	for (let from = 0; from < group.images.length; from += folderBatchImages) {
		if (from > 0) await pause(folderBatchPauseMs);
		if (!isWanted()) return;
		const read = await readImageFiles(group.images.slice(from, from + folderBatchImages), wantedPreviews, deps);
		if (!isWanted()) return;
		wantedPreviews -= countPreviews(read);
		await onRead(from, read);
	}
}

const countPreviews = (files: readonly ReadFile[]) => files.filter(({ preview }) => preview !== null).length;

/**
 * Reads, hashes and looks at images, a few at once, in order; never rejects, what is wrong stands in the answers. The first
 * `previewCount` of those whose bytes can be read get a preview.
 */
async function readImageFiles(
	images: readonly GroupedImage[],
	previewCount: number,
	deps: ReadFileDeps,
): Promise<ReadFile[]> {
	const results: ReadFile[] = [];
	for (let from = 0; from < images.length; from += readAtOnce) {
		const slice = images.slice(from, from + readAtOnce);
		const wanted = previewCount - countPreviews(results);
		const read = slice.map((image, index) => readFile(image, index < wanted, deps));
		results.push(...(await Promise.all(read)));
	}
	return results;
}

async function readFile(grouped: GroupedImage, wantsPreview: boolean, deps: ReadFileDeps): Promise<ReadFile> {
	const { path, metadataPath } = grouped;
	const blob = deps.files.get(path)?.blob ?? new Blob();
	const sizeBytes = blob.size;
	const { bytes, problem } = await deps.reader.readPicture(path);
	if (bytes === null) {
		return { image: { ...nothingKnown, filename: path, sizeBytes, problem }, blob: null, preview: null };
	}
	const [sha256, facts, { record, problems }] = await Promise.all([
		hashContent(bytes),
		deps.readImage(bytes, wantsPreview),
		readTokenMetadata(deps.reader, grouped, deps.folds),
	]);
	const { mime, width, height, isAnimated = false, isTooLarge } = facts;
	return {
		image: {
			filename: path,
			sha256,
			sizeBytes,
			mime,
			width,
			height,
			...(isAnimated ? { isAnimated } : {}),
			metadata: record === null ? null : { ...record },
			hasBadMetadata: metadataPath !== null && record === null,
			metadataFile: metadataPath,
			metadataProblems: [...problems.ofFile, ...problems.ofContent],
			problem: isTooLarge ? fileProblems.tooManyPixels : null,
		},
		blob,
		preview: facts.preview === null ? null : { filename: path, blob: facts.preview, isPlaceholder: mime === null },
	};
}
