import { safeFileName } from '@adx/validators/file-name';
import { textFile } from '../../archive/archive-file.ts';
import { splitPath } from '../../files/file-paths.ts';
import { metadataText } from '../../metadata/metadata.ts';
import { type ExportCollection, type ExportToken, getCover, getExtension } from '../export-collection.ts';
import { type ExportFile, imageFiles, tokenFile } from '../export-file.ts';
import { exportCollectionMetadata } from '../export-metadata.ts';

/**
 * `images/N.<ext>`, `metadata/N.json` and `collection.json`. Where the pictures stay with their creator, metadata has
 * their own file names.
 */
export function plainFiles(collection: ExportCollection): ExportFile[] {
	const cover = getCover(collection);
	const ownNames = distinctNames(collection.tokens);
	const toFileName = (token: ExportToken) => ownNames?.get(token) ?? String(token.tokenNumber);
	const toPath = (token: ExportToken) =>
		token.image === null ? splitPath(token.fileName).name : `images/${toFileName(token)}.${getExtension(token)}`;
	return [
		textFile('collection.json', metadataText(exportCollectionMetadata(collection, cover, toPath(cover)))),
		...collection.tokens.map((token) =>
			tokenFile(`metadata/${toFileName(token)}.json`, collection, token, toPath(token)),
		),
		...imageFiles(collection, toPath),
	];
}

/** The pictures' own names without extension, made safe, where all of them stay with their creator and no two are alike. */
function distinctNames(tokens: readonly ExportToken[]): ReadonlyMap<ExportToken, string> | null {
	if (tokens.some(({ image, fileName }) => image !== null || splitPath(fileName).base === '')) return null;
	const names = new Map(tokens.map((token) => [token, safeFileName(splitPath(token.fileName).base)]));
	const folded = new Set([...names.values()].map((name) => name.toLowerCase()));
	return folded.size === tokens.length ? names : null;
}
