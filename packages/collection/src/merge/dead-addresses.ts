import { splitPath } from '../files/file-paths.ts';
import { isRecord } from '../metadata/json.ts';
import { createUriClassifier, type UriFault } from '../metadata/uri-faults.ts';
import type { MergeToken } from './read-tokens.ts';

type Json = Readonly<Record<string, unknown>>;

/** Further pointers to the picture. */
export const pointerFields: ReadonlySet<string> = new Set(['image_url', 'imageUrl', 'animation_url']);
/** Fields that hold an address which a merge may leave out. */
export const addressFields: ReadonlySet<string> = new Set([...pointerFields, 'external_url']);
const deadFaults: ReadonlySet<UriFault | null> = new Set(['broken', 'placeholder', 'local']);

/** Whether a URI in the old metadata refers to the token's picture: the one in `image`, or one of the file's name. */
export function createImageTest({ filename }: Pick<MergeToken, 'filename'>, old: Json): (uri: unknown) => boolean {
	const fileName = splitPath(filename).name.toLowerCase();
	return (uri) => {
		if (typeof uri !== 'string' || uri === '') return false;
		return uri === old.image || splitPath(uri.split('?')[0]!).name.toLowerCase() === fileName;
	};
}

/** Whether an address leads nowhere, or to a machine of somebody's own. It remembers CIDs: make one for each collection. */
export function createDeadAddressTest(): (uri: unknown) => boolean {
	const findFault = createUriClassifier();
	return (uri) => typeof uri === 'string' && uri.trim() !== '' && deadFaults.has(findFault(uri));
}

/** The address of an entry of `properties.files`. */
export const getFileUri = (file: unknown): unknown => (isRecord(file) ? file.uri : file);

/** The dead addresses of a token that a merge does not replace by that of the picture, each behind its field. */
export function listDeadAddresses(
	{ filename, metadata }: Pick<MergeToken, 'filename' | 'metadata'>,
	isDead: (uri: unknown) => boolean,
): readonly string[] {
	if (metadata === null) return [];
	const isImage = createImageTest({ filename }, metadata);
	const isReplaced = (field: string, uri: unknown) => pointerFields.has(field) && isImage(uri);
	const ofFields = [...addressFields].flatMap((field) => {
		const uri = metadata[field];
		return isDead(uri) && !isReplaced(field, uri) ? [`${field} ${toText(uri)}`] : [];
	});
	const files = isRecord(metadata.properties) ? metadata.properties.files : undefined;
	const uris = Array.isArray(files) ? files.map(getFileUri) : [];
	return [...ofFields, ...uris.filter((uri) => isDead(uri) && !isImage(uri)).map((uri) => `the file ${toText(uri)}`)];
}

const shownMaxLength = 120;
const toText = (uri: unknown) => String(uri).slice(0, shownMaxLength);
