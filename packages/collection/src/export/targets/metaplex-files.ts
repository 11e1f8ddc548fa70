import { blobFile, textFile } from '../../archive/archive-file.ts';
import { csvText } from '../../files/csv.ts';
import { splitPath } from '../../files/file-paths.ts';
import { metadataText } from '../../metadata/metadata.ts';
import { type ExportCollection, type ExportToken, getCover, getExtension } from '../export-collection.ts';
import { type ExportFile, imageFiles, tokenFile } from '../export-file.ts';
import { exportCollectionMetadata } from '../export-metadata.ts';

/**
 * Sugar's assets: `0.png`, `0.json` and on without a gap, `collection.json` and the collection's picture. Where the
 * pictures stay with their creator, `rename.csv` says which file becomes which.
 */
export function metaplexFiles(collection: ExportCollection): ExportFile[] {
	const cover = getCover(collection);
	const coverName = `collection.${getExtension(cover)}`;
	const places = new Map(collection.tokens.map((token, index) => [token, index]));
	const toPath = (token: ExportToken) => `${places.get(token)}.${getExtension(token)}`;
	const elsewhere = collection.tokens.filter(({ image }) => image === null);
	const renames = elsewhere.map((token) => [splitPath(token.fileName).name, toPath(token)]);
	return [
		textFile('collection.json', metadataText(exportCollectionMetadata(collection, cover, coverName))),
		...(cover.image === null ? [] : [blobFile(coverName, cover.image)]),
		...(renames.length === 0 ? [] : [textFile('rename.csv', csvText([['file', 'becomes'], ...renames]))]),
		...collection.tokens.map((token, index) => tokenFile(`${index}.json`, collection, token, toPath(token))),
		...imageFiles(collection, toPath),
	];
}
