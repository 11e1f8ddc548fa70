import { AttributesError } from '@adx/collection/attributes/plan-attributes';
import { hasLossyNumbers, parseLosslessJson } from '@adx/collection/metadata/exact-numbers';
import type { AttributeFolder } from '@adx/validators/attributes';

/**
 * The images of an `attributeFolderSchema` document as `planAttributes` takes them; metadata with a number that a double
 * does not hold goes on as its text. Throws AttributesError where the document is none, or lists another number of images.
 */
export function readFolderManifest(bytes: Uint8Array, folderSize: number): AttributeFolder['images'] {
	const folder = parseOrNull(bytes);
	if (!isFolder(folder)) throw new AttributesError('The list of this folder cannot be read. Send it again.');
	const { images } = folder;
	if (images.length === folderSize) return images;
	const [listed, ordered] = [images.length, folderSize].map((count) => count.toLocaleString('en'));
	throw new AttributesError(`The list of this folder has ${listed} images, but ${ordered} were ordered.`);
}

/**
 * The list was checked by its schema when it came; an owner may still name other bytes of theirs. Without the schema a
 * thread starts in half the time.
 */
function isFolder(value: unknown): value is AttributeFolder {
	const { format, images } = Object(value) as Partial<Record<keyof AttributeFolder, unknown>>;
	if (format !== ('adx-folder-1' satisfies AttributeFolder['format']) || !Array.isArray(images)) return false;
	return images.every((image: unknown) => {
		const { filename, reportedAs = '' } = Object(image);
		return typeof filename === 'string' && typeof reportedAs === 'string';
	});
}

function parseOrNull(bytes: Uint8Array): unknown {
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		return losesSome(text) ? parseLossy(text) : JSON.parse(text);
	} catch {
		return null;
	}
}

function losesSome(text: string): boolean {
	try {
		return hasLossyNumbers(text);
	} catch (error) {
		// What is nested so deeply is refused with a sentence of its own, and kept as it came.
		if (error instanceof RangeError) return false;
		throw error;
	}
}

function parseLossy(text: string): unknown {
	const folder = parseLosslessJson(text);
	return isFolder(folder) ? { ...folder, images: folder.images.map(withLossyText) } : folder;
}

function withLossyText(image: AttributeFolder['images'][number]): AttributeFolder['images'][number] {
	const { metadata } = image;
	if (typeof metadata !== 'object' || metadata === null) return image;
	const text = JSON.stringify(metadata);
	return hasLossyNumbers(text) ? { ...image, metadata: text } : image;
}
