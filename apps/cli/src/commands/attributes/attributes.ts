import { access, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type AttributeFile, attributeFiles } from '@adx/collection/attributes/attributes-archive';
import { AttributesError, planAttributes } from '@adx/collection/attributes/plan-attributes';
import { groupFiles } from '@adx/collection/files/group-files';
import { describeUnmatched, matchRows, readMetadataCsv } from '@adx/collection/files/metadata-csv';
import { readListedTexts } from '@adx/collection/files/metadata-list';
import { PlanImpossibleError } from '@adx/collection/plan/plan-error';
import type { AttributeFinding } from '@adx/validators/attributes';
import { attributeImagesMax } from '@adx/validators/limits';
import type { CollectionFiles } from '../../collection-files/collection-files.ts';
import { withCollectionFiles } from '../../collection-files/read-collection.ts';
import { UsageError, withSystemErrors } from '../../command-line/errors.ts';
import { runInterruptibly } from '../../command-line/interruption.ts';
import { pluralize } from '../../command-line/report.ts';
import { createFolders, removeCreatedFolders, replaceFiles } from '../../output-files/replace-files.ts';
import { type AttributesOptions, attributesUsage, parseRequest, readAttributesOptions } from './attributes-options.ts';

const metadataFileMaxBytes = 20_000_000;
const listFileMaxBytes = 256_000_000;
const filesAtOnce = 16;

/** `npm run attributes`: trait sets for a folder of finished art, without a browser, a server or a database. */
export async function run(args: string[]): Promise<number> {
	const options = readAttributesOptions(args);
	if (options === 'help') {
		console.log(attributesUsage);
		return 0;
	}
	const weights = options.weightsFile === null ? undefined : await readWeights(options.weightsFile);
	return runInterruptibly((signal) => attribute(options, weights, signal));
}

async function attribute(
	options: AttributesOptions,
	weights: Awaited<ReturnType<typeof readWeights>> | undefined,
	signal: AbortSignal,
): Promise<number> {
	const { fileNames, existing, reportedAs, unread } = await withCollectionFiles(options.folder, readImages);
	signal.throwIfAborted();
	const { existingTraits, seed, projectName, symbol } = options;
	const request = { folderSize: fileNames.length, existingTraits, seed, weights, projectName, symbol };
	const planned = plan({ ...request, fileNames, existing, reportedAs });
	const collection = { ...planned, findings: [...unread, ...planned.findings] };
	const files = [...attributeFiles(request, collection)];
	assertNothingLost(options, unread, files);
	await writeFiles(options, files, signal);
	const { findings, notice } = collection;
	if (notice !== null) console.error(notice);
	for (const { filename, problem } of findings.slice(0, findingsShown)) console.error(`${filename}: ${problem}`);
	if (findings.length > findingsShown) console.error(`… and more: findings.csv lists all ${findings.length}`);
	const images = pluralize(fileNames.length, 'image');
	console.log(`${images}, seed ${JSON.stringify(seed)}, written to ${resolve(options.out)}`);
	return 0;
}

const findingsShown = 20;

function plan(request: Parameters<typeof planAttributes>[0]) {
	try {
		return planAttributes(request);
	} catch (error) {
		if (error instanceof PlanImpossibleError || error instanceof AttributesError) throw new UsageError(error.message);
		throw error;
	}
}

async function readWeights(path: string) {
	const text = await withSystemErrors(`--weights ${path}`, () => readFile(path, 'utf8'));
	let weights: unknown;
	try {
		weights = JSON.parse(text);
	} catch {
		throw new UsageError(`--weights ${path}: is no JSON.`);
	}
	return parseRequest({ folderSize: 1, weights }).weights;
}

/** The images in their natural order with what metadata they have, as texts. */
async function readImages(files: CollectionFiles) {
	const { images, listPath, tablePath } = groupFiles(files.paths);
	if (images.length === 0) throw new UsageError('--folder: holds no image (jpg, jpeg, png, gif, webp).');
	if (images.length > attributeImagesMax) {
		const [found, most] = [images.length, attributeImagesMax].map((count) => count.toLocaleString('en'));
		throw new UsageError(`--folder: holds ${found} images; at most ${most} are taken at once.`);
	}
	const existing: unknown[] = images.map(() => null);
	const unreadFiles: UnreadFile[] = [];
	const list = listPath === null ? null : await readList(files, listPath, unreadFiles);
	const paths = images.map(({ path }) => path);
	const rows = tablePath === null ? null : await readRows(files, { tablePath, paths }, unreadFiles);
	await forEachConcurrently(images, async ({ path, metadataPath }, index) => {
		if (metadataPath === null) existing[index] = list?.(path) ?? rows?.get(path)?.metadata ?? null;
		else {
			const text = await files.readText(metadataPath, metadataFileMaxBytes);
			existing[index] = text;
			if (text === null) {
				const problem = unreadable(metadataFileMaxBytes);
				unreadFiles.push({ filename: metadataPath, problem, metadataPath });
			}
		}
	});
	const reportedAs = images.map(({ metadataPath }) => metadataPath ?? undefined);
	return { fileNames: paths, existing, reportedAs, unread: unreadFiles };
}

/** Finds an image's metadata in the list; a list that is none is reported among what was not read, and the rest goes on. */
async function readList(files: CollectionFiles, listPath: string, unreadFiles: UnreadFile[]) {
	const report = (problem: string) => void unreadFiles.push({ filename: listPath, problem, metadataPath: listPath });
	const text = await files.readText(listPath, listFileMaxBytes);
	const list = text === null ? null : readListedTexts(text);
	if (text === null) report(unreadable(listFileMaxBytes));
	else if (list === null) report('This file is no JSON list, and is not taken over.');
	return list;
}

/** The images' rows in a `metadata.csv`; whatever is wrong with it is reported among what was not read, and the rest goes on. */
async function readRows(
	files: CollectionFiles,
	{ tablePath, paths }: { readonly tablePath: string; readonly paths: readonly string[] },
	unreadFiles: UnreadFile[],
) {
	const text = await files.readText(tablePath, listFileMaxBytes);
	const table = readMetadataCsv(text ?? '');
	const { byImage, unmatched } = matchRows(table, paths);
	const problems = [...table.problems, ...unmatched.map(describeUnmatched)];
	for (const problem of text === null ? [unreadable(listFileMaxBytes)] : problems) {
		unreadFiles.push({ filename: tablePath, problem, metadataPath: tablePath });
	}
	return byImage;
}

interface UnreadFile extends AttributeFinding {
	readonly metadataPath: string;
}

/** What was not read is not among the originals either, so that its file must stay. */
function assertNothingLost(
	{ folder, out }: AttributesOptions,
	unreadFiles: readonly UnreadFile[],
	files: readonly AttributeFile[],
) {
	const written = new Set(files.map(({ name }) => resolve(out, name)));
	const lost = unreadFiles.find(({ metadataPath }) => written.has(resolve(folder, metadataPath)));
	if (lost === undefined) return;
	throw new UsageError(`--out ${out}: ${lost.metadataPath} is not taken over, and would be lost. Name another folder.`);
}

const unreadable = (maxBytes: number) =>
	`This file is no UTF-8 text or larger than ${maxBytes / 1e6} MB, and is not taken over. Save it as UTF-8.`;

/** Refuses before it writes anything; all files appear, whole, once all are written. */
async function writeFiles(
	{ out, isForced }: AttributesOptions,
	files: readonly AttributeFile[],
	signal: AbortSignal,
): Promise<void> {
	await withSystemErrors(`--out ${out}`, async () => {
		if (!isForced) await assertNotExisting(out, files);
		const paths = files.map(({ name }) => join(out, name));
		const folders = await createFolders(paths);
		const startedFiles: string[] = [];
		try {
			await forEachConcurrently(files, async ({ text }, index) => {
				signal.throwIfAborted();
				const part = toPartPath(paths[index]!);
				startedFiles.push(part);
				await writeFile(part, text);
			});
			signal.throwIfAborted();
			await replaceFiles(
				paths.map((path) => ({ part: toPartPath(path), path })),
				isForced,
			);
		} catch (error) {
			for (const part of startedFiles) await rm(part, { force: true }).catch(() => {});
			await removeCreatedFolders(folders);
			throw error;
		}
	});
}

const toPartPath = (path: string) => `${path}.part`;

async function assertNotExisting(out: string, files: readonly AttributeFile[]): Promise<void> {
	await forEachConcurrently(files, async ({ name }) => {
		const isThere = await access(join(out, name)).then(
			() => true,
			() => false,
		);
		if (isThere) throw new UsageError(`--out ${out}: holds ${name} already. Name another folder, or add --force.`);
	});
}

async function forEachConcurrently<Item>(items: readonly Item[], work: (item: Item, index: number) => Promise<void>) {
	const waiting = items.entries();
	const worker = async () => {
		for (const [index, item] of waiting) await work(item, index);
	};
	const ends = await Promise.allSettled(Array.from({ length: filesAtOnce }, worker));
	// Only when no work is under way any more can its traces be removed.
	for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
