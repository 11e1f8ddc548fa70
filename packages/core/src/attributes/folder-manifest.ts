import { AttributesError } from '@adx/collection/attributes/plan-attributes';
import { hasLossyNumbers, parseLosslessJson } from '@adx/collection/metadata/exact-numbers';
import type { AttributeFolder } from '@adx/validators/attributes';

/**
 * An `attributeFolderSchema` document with its images as `planAttributes` takes them; metadata with a number that a double
 * does not hold goes on as its text. Throws AttributesError where the document is none, or lists another number of images.
 */
export function readFolderManifest(bytes: Uint8Array, folderSize: number): AttributeFolder {
	const folder = parseOrNull(bytes);
	if (!isFolder(folder)) throw new AttributesError('The list of this folder cannot be read. Send it again.');
	const { images } = folder;
	if (images.length === folderSize) return folder;
	const [listed, ordered] = [images.length, folderSize].map((count) => count.toLocaleString('en'));
	throw new AttributesError(`The list of this folder has ${listed} images, but ${ordered} were ordered.`);
}

/**
 * The list was checked by its schema when it came; an owner may still name other bytes of theirs. Without the schema a
 * thread starts in half the time.
 */
function isFolder(value: unknown): value is AttributeFolder {
	const { format, images, findings = [] } = Object(value) as Partial<Record<keyof AttributeFolder, unknown>>;
	if (format !== ('adx-folder-1' satisfies AttributeFolder['format'])) return false;
	if (!Array.isArray(images) || !Array.isArray(findings)) return false;
	const areTexts = (texts: readonly unknown[]) => texts.every((text) => typeof text === 'string');
	return (
		images.every((image: unknown) => {
			const { filename, reportedAs = '', original = '' } = Object(image);
			return areTexts([filename, reportedAs, original]);
		}) &&
		findings.every((finding: unknown) => {
			const { filename, problem } = Object(finding);
			return areTexts([filename, problem]);
		})
	);
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
