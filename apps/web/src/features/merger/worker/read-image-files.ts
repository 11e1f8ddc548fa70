import { crc32 } from '@adx/collection/archive/crc32';
import {
	type FileGroup,
	type GroupedImage,
	parseTokenMetadata,
	readMetadataList,
} from '@adx/collection/files/group-files';
import {
	folderBatchImages,
	folderBatchPauseMs,
	mergePreviewImages,
	tokenMetadataMaxBytes,
	uploadMaxBytes,
	uploadPathMaxLength,
} from '@adx/validators/limits';
import { hashContent } from '../../../lib/files/content-hash.ts';
import type { PickedFile } from '../../../lib/files/picked-files.ts';
import { mergerTexts } from '../merger-texts.ts';
import type { Preview } from '../merger-views.ts';
import type { DecodeImage } from './decode-image.ts';
import type { StoredImage } from './merge-store.ts';

const texts = mergerTexts.problems;

/** Images that are read and decoded at once. */
const readAtOnce = 4;

/** An image with what has been found out about it. */
export interface ReadFile {
	readonly image: StoredImage;
	/** Null where there is nothing to send. */
	readonly blob: Blob | null;
	readonly preview: Preview | null;
}

export interface ReadFileDeps {
	readonly files: ReadonlyMap<string, PickedFile>;
	readonly readImage: DecodeImage;
	/** Looks an image up in the collection's list of metadata, where it has one. */
	readonly findInList: ((imagePath: string) => Record<string, unknown> | null) | null;
}

const nothingKnown = { sha256: '', mime: null, width: null, height: null, metadata: null, hasBadMetadata: false };

export interface BatchReading extends Pick<ReadFileDeps, 'files' | 'readImage'> {
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

/** Reads, hashes and looks at images, a few at once, in order; never rejects, what is wrong stands in the answers. The first `previewCount` get a preview. */
export async function readImageFiles(
	images: readonly GroupedImage[],
	previewCount: number,
	deps: ReadFileDeps,
): Promise<ReadFile[]> {
	const results: ReadFile[] = [];
	for (let from = 0; from < images.length; from += readAtOnce) {
		const slice = images.slice(from, from + readAtOnce);
		const read = slice.map((image, index) => readFile(image, from + index < previewCount, deps));
		results.push(...(await Promise.all(read)));
	}
	return results;
}

async function readFile(grouped: GroupedImage, wantsPreview: boolean, deps: ReadFileDeps): Promise<ReadFile> {
	const { path, metadataPath } = grouped;
	const file = deps.files.get(path);
	const sizeBytes = file?.blob.size ?? 0;
	const leftOut = (problem: string): ReadFile => ({
		image: { ...nothingKnown, filename: path, sizeBytes, problem },
		blob: null,
		preview: null,
	});
	if (file === undefined) return leftOut(texts.gone);
	if (path.length > uploadPathMaxLength) return leftOut(texts.longPath);
	if (sizeBytes > uploadMaxBytes) return leftOut(texts.tooLarge);
	if (sizeBytes === 0) return leftOut(texts.empty);
	const bytes = await file.blob.arrayBuffer().then(
		(buffer) => new Uint8Array(buffer),
		() => null,
	);
	if (bytes === null) return leftOut(texts.gone);
	if (file.crc32 !== undefined && crc32(bytes) !== file.crc32) return leftOut(texts.damaged);
	const [sha256, facts, metadata] = await Promise.all([
		hashContent(bytes),
		deps.readImage(bytes, wantsPreview),
		readMetadata(metadataPath === null ? undefined : deps.files.get(metadataPath)),
	]);
	const { mime, width, height, isTooLarge } = facts;
	return {
		image: {
			filename: path,
			sha256,
			sizeBytes,
			mime,
			width,
			height,
			metadata: metadata ?? deps.findInList?.(path) ?? null,
			hasBadMetadata: metadataPath !== null && metadata === null,
			problem: isTooLarge ? texts.tooManyPixels : null,
		},
		blob: file.blob,
		preview: facts.preview === null ? null : { filename: path, blob: facts.preview, isPlaceholder: mime === null },
	};
}

async function readMetadata(file: PickedFile | undefined): Promise<Record<string, unknown> | null> {
	if (file === undefined || file.blob.size > tokenMetadataMaxBytes) return null;
	const text = await file.blob.text().catch(() => null);
	return text === null ? null : parseTokenMetadata(text);
}
