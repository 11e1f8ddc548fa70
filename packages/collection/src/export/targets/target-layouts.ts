import { safeFileName } from '@adx/validators/file-name';
import { type ArchiveFile, blobFile, lazyTextFile, textFile } from '../../archive/archive-file.ts';
import type { FileSource } from '../../archive/file-source.ts';
import type { ZipEntry } from '../../archive/zip-layout.ts';
import { csvText } from '../../files/csv.ts';
import { splitPath } from '../../files/file-paths.ts';
import { metadataText } from '../../metadata/metadata.ts';
import { readAttributes } from '../../metadata/token-attributes.ts';
import { type ExportCollection, type ExportToken, getCover, getExtension } from '../export-collection.ts';
import { contractMetadata, exportCollectionMetadata, exportMetadata } from '../export-metadata.ts';

/** A file of an export, before it is written anywhere. */
export interface ExportFile {
	/** `name` is its path, '/' between folders. */
	readonly entry: ZipEntry;
	readonly source: FileSource;
}

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

/**
 * An OpenSea drop: `metadata.csv` and the folder `media`. Columns: tokenID, name, description, file_name, external_url,
 * animation_url where a token has one, and `attributes[…]` per trait in the order in which the tokens first name them.
 */
export function openseaFiles(collection: ExportCollection): ExportFile[] {
	const toFileName = (token: ExportToken) =>
		token.image === null ? splitPath(token.fileName).name : `${token.tokenNumber}.${getExtension(token)}`;
	const described = collection.tokens.map((token) => {
		const { name, description, external_url, animation_url } = exportMetadata(collection, token, toFileName(token));
		const values = new Map<string, string[]>();
		for (const { trait_type, value } of readAttributes(token.metadata)) {
			values.set(trait_type, [...(values.get(trait_type) ?? []), value]);
		}
		return { token, texts: [name, description, toFileName(token), external_url].map(String), animation_url, values };
	});
	const traits = [...new Set(described.flatMap(({ values }) => [...values.keys()]))];
	const hasAnimation = described.some(({ animation_url }) => typeof animation_url === 'string');
	const head = ['tokenID', 'name', 'description', 'file_name', 'external_url'];
	const columns = [
		...head,
		...(hasAnimation ? ['animation_url'] : []),
		...traits.map((trait) => `attributes[${trait}]`),
	];
	const rows = described.map(({ token, texts, animation_url, values }) => [
		String(token.tokenNumber),
		...texts,
		...(hasAnimation ? [typeof animation_url === 'string' ? animation_url : ''] : []),
		...traits.map((trait) => values.get(trait)?.join(', ') ?? ''),
	]);
	return [
		textFile('metadata.csv', csvText([columns, ...rows])),
		...imageFiles(collection, (token) => `media/${toFileName(token)}`),
	];
}

/** `contract.json` of ERC-7572. */
export function contractFile(collection: ExportCollection, imageUri: string | null): ArchiveFile {
	return textFile('contract.json', metadataText(contractMetadata(collection, imageUri)));
}

/** A token's metadata file; made each time it is read, so that many of them take no memory. */
export function tokenFile(path: string, collection: ExportCollection, token: ExportToken, imageUri: string) {
	return lazyTextFile(path, () => metadataText(exportMetadata(collection, token, imageUri)));
}

function imageFiles({ tokens }: ExportCollection, toPath: (token: ExportToken) => string): ExportFile[] {
	return tokens.flatMap((token) => (token.image === null ? [] : [blobFile(toPath(token), token.image)]));
}
