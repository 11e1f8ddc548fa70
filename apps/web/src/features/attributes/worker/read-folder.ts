import { crc32 } from '@adx/collection/archive/crc32';
import { type GroupedImage, groupFiles } from '@adx/collection/files/group-files';
import { readListedTexts } from '@adx/collection/files/metadata-list';
import type { AttributeFinding } from '@adx/validators/attributes';
import { attributeImagesMax, mergeBodyMaxBytes, uploadPathMaxLength } from '@adx/validators/limits';
import type { PickedFile } from '../../../lib/files/picked-files.ts';
import { newId } from '../../../lib/random-hex.ts';
import { attributeTexts } from '../attributes-texts.ts';
import type { ImageFolder } from './image-folder.ts';

const { folder: texts, pickErrors, fileProblems } = attributeTexts;

/** Metadata files that are read at once. */
const readAtOnce = 16;

/**
 * The images of a picked folder in natural order, each with what was found beside it. Rejects with a sentence when nothing
 * can be made of it.
 *
 * @param onRead called now and then with how many images were read, of how many
 */
export async function readFolder(
	files: readonly PickedFile[],
	onRead: (readCount: number, fileCount: number) => void,
): Promise<ImageFolder> {
	const group = groupFiles(files.map(({ path }) => path));
	if (group.images.length === 0) throw new Error(pickErrors.noImages);
	const fits = ({ path }: GroupedImage) => path.length <= uploadPathMaxLength;
	const found = group.images.filter(fits);
	if (found.length === 0) throw new Error(fileProblems.longPath);
	if (found.length > attributeImagesMax) throw new Error(pickErrors.tooMany(found.length));
	const reading = new FolderReading(files);
	for (const { path } of group.images) if (path.length > uploadPathMaxLength) reading.tell(path, fileProblems.longPath);
	reading.checkSize([group.listPath, ...found.map(({ metadataPath }) => metadataPath)]);
	const findInList = group.listPath === null ? null : await reading.listOf(group.listPath);
	const root = rootOf(found);
	const images: ImageFolder['images'] = [];
	for (let from = 0; from < found.length; from += readAtOnce) {
		const slice = found.slice(from, from + readAtOnce).map(async ({ path, metadataPath }) => {
			if (reading.blobOf(path).size === 0) reading.tell(path, fileProblems.emptyImage);
			const own = metadataPath === null ? null : await reading.textOf(metadataPath);
			return { filename: path.slice(root.length), metadata: own ?? findInList?.(path) ?? null };
		});
		images.push(...(await Promise.all(slice)));
		onRead(images.length, found.length);
	}
	return {
		id: newId(),
		name: root.replace(/\/$/, '') || texts.unnamed,
		images,
		ignoredCount: group.ignored.length,
		problems: reading.problems,
		pictures: found.map(({ path }) => reading.blobOf(path)),
	};
}

/** 'art/' where all images lie in that folder; '' where they do not lie in one. */
function rootOf(images: readonly GroupedImage[]): string {
	const first = images[0]?.path ?? '';
	const root = first.slice(0, first.indexOf('/') + 1);
	return images.every(({ path }) => path.startsWith(root)) ? root : '';
}

class FolderReading {
	readonly problems: AttributeFinding[] = [];
	readonly #files: ReadonlyMap<string, PickedFile>;

	constructor(files: readonly PickedFile[]) {
		this.#files = new Map(files.map((file) => [file.path, file]));
	}

	tell(filename: string, problem: string): void {
		this.problems.push({ filename, problem });
	}

	blobOf(path: string): Blob {
		return this.#files.get(path)?.blob ?? new Blob();
	}

	/** Throws before anything is read that could never be sent. */
	checkSize(paths: readonly (string | null)[]): void {
		const used = new Set(paths.filter((path) => path !== null));
		const sizeBytes = [...used].reduce((sum, path) => sum + this.blobOf(path).size, 0);
		if (sizeBytes > mergeBodyMaxBytes) throw new Error(pickErrors.tooLarge);
	}

	/** Null, and reported, where it cannot be read. */
	async textOf(path: string): Promise<string | null> {
		const file = this.#files.get(path);
		const bytes = await file?.blob.arrayBuffer().then(
			(buffer) => new Uint8Array(buffer),
			() => undefined,
		);
		if (bytes === undefined) this.tell(path, fileProblems.gone);
		else if (file?.crc32 !== undefined && crc32(bytes) !== file.crc32) this.tell(path, fileProblems.damaged);
		else return this.#decode(path, bytes);
		return null;
	}

	/** Null, and reported, where it is no list. */
	async listOf(path: string): Promise<((imagePath: string) => unknown) | null> {
		const text = await this.textOf(path);
		const list = text === null ? null : readListedTexts(text);
		if (text !== null && list === null) this.tell(path, fileProblems.noList);
		return list;
	}

	#decode(path: string, bytes: Uint8Array): string {
		// Some editors on Windows write UTF-16, and mark it so.
		if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
		if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
		try {
			return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		} catch {
			this.tell(path, fileProblems.noText);
			return new TextDecoder().decode(bytes);
		}
	}
}
