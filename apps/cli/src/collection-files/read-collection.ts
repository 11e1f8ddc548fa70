import { stat } from 'node:fs/promises';
import { readExistingMetadata } from '@adx/collection/attributes/existing-metadata';
import type { ExportImage } from '@adx/collection/export/export-collection';
import { parseTokenMetadata, readMetadataList } from '@adx/collection/files/group-files';
import { matchRows } from '@adx/collection/files/metadata-csv';
import { type CaseFolding, createCaseFolding } from '@adx/collection/metadata/case-folding';
import type { CheckedCollection, CheckedToken } from '@adx/collection/preflight/checked-collection';
import {
	type FoundCollection,
	findCollection,
	parseTokenNumber,
	tokenFilesPath,
} from '@adx/collection/preflight/read-collection';
import { tokenMetadataMaxBytes } from '@adx/validators/limits';
import { withSystemErrors } from '../command-line/errors.ts';
import type { CollectionFiles } from './collection-files.ts';
import { openFolder } from './folder-files.ts';
import { readTable, readTokenFiles } from './read-csv.ts';
import { openZip } from './zip-files.ts';

/** `_metadata.json` and CSV of a whole collection. */
const listMaxBytes = 256_000_000;
const inspectedAtOnce = 4;

/** Opens the folder or zip that the operator named, runs the work and closes it. A path that cannot be read ends as a UsageError. */
export async function withCollectionFiles<T>(path: string, work: (files: CollectionFiles) => Promise<T>): Promise<T> {
	return withSystemErrors(path, async () => {
		const isFolder = (await stat(path)).isDirectory();
		const files = isFolder ? await openFolder(path) : await openZip(path);
		try {
			return await work(files);
		} finally {
			await files.close();
		}
	});
}

export interface ReadOptions {
	/** Whether pictures are read through; without it they count as elsewhere. */
	readonly wantsPictures: boolean;
	/** Whether facts serve for CIDs. */
	readonly withChunks?: boolean;
}

/** Reads a folder or a zip as one collection; metadata is kept, pictures are not. */
export async function readCollection(files: CollectionFiles, options: ReadOptions): Promise<CheckedCollection> {
	const found = findCollection(files.paths, await loadTokenFiles(files));
	const metadataReader = await createMetadataReader(files, found);
	const images = options.wantsPictures ? await inspectAll(files, found, options) : null;
	const tokens: CheckedToken[] = [];
	for (const { path, metadataPath } of found.images) {
		const image = images?.get(path) ?? null;
		const { number, ...metadata } = await metadataReader.image(path, metadataPath);
		const tokenNumber = number ?? found.numbers.get(path) ?? parseTokenNumber(path);
		tokens.push({ number: tokenNumber, imageFile: path, image, ...metadata });
	}
	for (const path of found.metadataWithoutImage) {
		const metadata = await readMetadata(files, path);
		const number = found.numbers.get(path) ?? parseTokenNumber(path);
		tokens.push({ number, imageFile: null, image: null, metadataFile: path, metadata });
	}
	tokens.push(...metadataReader.listMissingImages());
	const { collectionPath } = found;
	const facts = collectionPath === null ? null : await readMetadata(files, collectionPath);
	return { facts, tokens, problems: metadataReader.problems, hasMedia: options.wantsPictures };
}

async function loadTokenFiles(files: CollectionFiles) {
	const path = tokenFilesPath(files.paths);
	const rows = path === null ? null : readTokenFiles((await files.readText(path, listMaxBytes)) ?? '');
	return path === null || rows === null ? null : { path, rows };
}

async function readMetadata(files: CollectionFiles, path: string): Promise<Record<string, unknown> | null> {
	const text = await files.readText(path, tokenMetadataMaxBytes);
	return text === null ? null : parseTokenMetadata(text);
}

/** An image's own metadata, with what is doubtful in what could be read of it. */
async function readOwnMetadata(files: CollectionFiles, path: string, folds: CaseFolding) {
	const { record, problems } = readExistingMetadata(await files.readText(path, tokenMetadataMaxBytes), folds);
	return record === null ? { metadata: null } : { metadata: record, metadataProblems: problems };
}

/** Finds an image's metadata: its own file, else its entry in the list, else its row of the table. */
async function createMetadataReader(files: CollectionFiles, { images, listPath, tablePath }: FoundCollection) {
	const list = listPath === null ? null : readMetadataList((await files.readText(listPath, listMaxBytes)) ?? '');
	const table = readTable(tablePath === null ? '' : ((await files.readText(tablePath, listMaxBytes)) ?? ''));
	const { byImage, unmatched } = matchRows(
		table,
		images.map(({ path }) => path),
	);
	const folds = createCaseFolding();
	return {
		/** What is wrong with the table; a row whose file is missing is a token of its own. */
		problems: tablePath === null ? [] : table.problems.map((problem) => ({ name: tablePath, problem })),
		image: async (path: string, metadataPath: string | null): Promise<Omit<CheckedToken, 'imageFile' | 'image'>> => {
			if (metadataPath !== null) {
				return { number: null, metadataFile: metadataPath, ...(await readOwnMetadata(files, metadataPath, folds)) };
			}
			const listed = list?.(path) ?? null;
			if (listed !== null) return { number: null, metadataFile: listPath, metadata: listed };
			const row = byImage.get(path);
			if (row === undefined) return { number: null, metadataFile: null, metadata: null };
			return { number: row.number, metadataFile: tablePath, metadata: row.metadata };
		},
		/** Rows whose file is missing. */
		listMissingImages: (): CheckedToken[] =>
			unmatched.map(({ number, metadata }) => ({
				number,
				imageFile: null,
				image: null,
				metadataFile: tablePath,
				metadata,
			})),
	};
}

/** Several at a time, so that reading and hashing take turns. */
async function inspectAll(
	files: CollectionFiles,
	{ images }: FoundCollection,
	{ withChunks = false }: ReadOptions,
): Promise<Map<string, ExportImage>> {
	const inspected = new Map<string, ExportImage>();
	const waiting = images.values();
	const work = async () => {
		for (const { path } of waiting) inspected.set(path, await files.inspect(path, { withChunks }));
	};
	await Promise.all(Array.from({ length: inspectedAtOnce }, work));
	return inspected;
}
