import { stat } from 'node:fs/promises';
import type { ExportImage } from '@adx/collection/export/export-collection';
import { CollectionReader, readCollectionText, readTokenMetadata } from '@adx/collection/files/collection-reader';
import {
	type FoundCollection,
	findCollection,
	parseTokenNumber,
	tokenFilesPath,
} from '@adx/collection/files/find-collection';
import { type GroupedImage, parseTokenMetadata } from '@adx/collection/files/group-files';
import { type CaseFolding, createCaseFolding } from '@adx/collection/metadata/case-folding';
import type { CheckedCollection, CheckedToken } from '@adx/collection/preflight/checked-collection';
import { forEachConcurrently } from '@adx/core/platform/for-each-concurrently';
import { withSystemErrors } from '../command-line/errors.ts';
import { createProgress } from '../command-line/progress.ts';
import type { CollectionFiles } from './collection-files.ts';
import { openFolder } from './folder-files.ts';
import { readTokenFiles } from './read-csv.ts';
import { openZip } from './zip-files.ts';

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
	const { images, collectionPath, metadataWithoutImage, numbers, tablePath } = found;
	const reader = await CollectionReader.open(files.find, found);
	const folds = createCaseFolding();
	const inspected = options.wantsPictures ? await inspectAll(files, found, options) : null;
	const tokens: CheckedToken[] = [];
	for (const image of images) {
		const { number, ...metadata } = await readMetadata(reader, image, folds);
		const tokenNumber = number ?? numbers.get(image.path) ?? parseTokenNumber(image.path);
		tokens.push({
			number: tokenNumber,
			imageFile: image.path,
			image: inspected?.get(image.path) ?? null,
			...metadata,
		});
	}
	for (const path of metadataWithoutImage) {
		const { metadata, ...facts } = await readMetadata(reader, { path, metadataPath: path }, folds);
		const number = numbers.get(path) ?? parseTokenNumber(path);
		tokens.push({ ...facts, number, imageFile: null, image: null, metadata });
	}
	if (images.length === 0) {
		const rows = reader.unmatchedRows.map(({ number, metadata }) => ({ number, metadata }));
		tokens.push(...rows.map((row) => ({ ...row, imageFile: null, image: null, metadataFile: tablePath })));
	}
	const text = collectionPath === null ? null : await readCollectionText(files.find, collectionPath);
	const facts = text === null ? null : parseTokenMetadata(text);
	const problems = reader.problems.map(({ filename, problem }) => ({ name: filename, problem }));
	return { facts, tokens, problems, hasMedia: options.wantsPictures };
}

async function loadTokenFiles(files: CollectionFiles) {
	const path = tokenFilesPath(files.paths);
	const rows = path === null ? null : readTokenFiles((await readCollectionText(files.find, path)) ?? '');
	return path === null || rows === null ? null : { path, rows };
}

/** A token's metadata; that it is none at all is said of the file, and of nothing that stands in it. */
async function readMetadata(
	reader: CollectionReader,
	image: GroupedImage,
	folds: CaseFolding,
): Promise<Omit<CheckedToken, 'imageFile' | 'image'>> {
	const { record, problems, shared } = await readTokenMetadata(reader, image, folds);
	return {
		number: shared?.number ?? null,
		metadataFile: image.metadataPath ?? shared?.path ?? null,
		metadata: record,
		metadataProblems: record === null ? problems.ofFile : [...problems.ofFile, ...problems.ofContent],
	};
}

/** Several at a time, so that reading and hashing take turns. */
async function inspectAll(
	files: CollectionFiles,
	{ images }: FoundCollection,
	{ withChunks = false }: ReadOptions,
): Promise<Map<string, ExportImage>> {
	const inspected = new Map<string, ExportImage>();
	const total = images.length.toLocaleString('en');
	const progress = createProgress((done) => `${done.toLocaleString('en')} of ${total} pictures read`);
	try {
		await forEachConcurrently(images, { atOnce: inspectedAtOnce }, async ({ path }) => {
			inspected.set(path, await files.inspect(path, { withChunks }));
			progress.add(1);
		});
	} finally {
		progress.end();
	}
	return inspected;
}
