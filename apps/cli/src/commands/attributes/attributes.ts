import { access, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type AttributeFile, attributeFiles } from '@adx/collection/attributes/attributes-archive';
import { AttributesError } from '@adx/collection/attributes/attributes-error';
import { planAttributes } from '@adx/collection/attributes/plan-attributes';
import { readListedTexts } from '@adx/collection/files/metadata-list';
import { groupFiles } from '@adx/collection/merge/group-files';
import { PlanImpossibleError } from '@adx/collection/plan/plan';
import type { AttributeFinding } from '@adx/validators/attributes';
import { attributeImagesMax } from '@adx/validators/limits';
import type { CollectionFiles } from '../../collection-files/collection-files.ts';
import { withCollectionFiles } from '../../collection-files/read-collection.ts';
import { naming, UsageError } from '../../command-line/errors.ts';
import { untilInterrupted } from '../../command-line/interruption.ts';
import { counted } from '../../command-line/report.ts';
import { makeFolders, putInPlace, removeFolders } from '../../output-files/replace-files.ts';
import { type AttributesOptions, attributesUsage, checkOrder, readAttributesOptions } from './attributes-options.ts';

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
	return untilInterrupted((signal) => attribute(options, weights, signal));
}

async function attribute(
	options: AttributesOptions,
	weights: Awaited<ReturnType<typeof readWeights>> | undefined,
	signal: AbortSignal,
): Promise<number> {
	const { fileNames, existing, unread } = await withCollectionFiles(options.folder, readImages);
	signal.throwIfAborted();
	const { existingTraits, seed, projectName, symbol } = options;
	const order = { folderSize: fileNames.length, existingTraits, seed, weights, projectName, symbol };
	const planned = plan({ ...order, fileNames, existing });
	const collection = { ...planned, findings: [...unread, ...planned.findings] };
	const files = [...attributeFiles(order, collection)];
	refuseLoss(options, unread, files);
	await writeFiles(options, files, signal);
	const { findings, notice } = collection;
	if (notice !== null) console.error(notice);
	for (const { filename, problem } of findings.slice(0, findingsShown)) console.error(`${filename}: ${problem}`);
	if (findings.length > findingsShown) console.error(`… and more: findings.csv lists all ${findings.length}`);
	const images = counted(fileNames.length, 'image');
	console.log(`${images}, seed ${JSON.stringify(seed)}, written to ${resolve(options.out)}`);
	return 0;
}

const findingsShown = 20;

function plan(order: Parameters<typeof planAttributes>[0]) {
	try {
		return planAttributes(order);
	} catch (error) {
		if (error instanceof PlanImpossibleError || error instanceof AttributesError) throw new UsageError(error.message);
		throw error;
	}
}

async function readWeights(path: string) {
	const text = await naming(`--weights ${path}`, () => readFile(path, 'utf8'));
	let weights: unknown;
	try {
		weights = JSON.parse(text);
	} catch {
		throw new UsageError(`--weights ${path}: is no JSON.`);
	}
	return checkOrder({ folderSize: 1, weights }).weights;
}

/** The images in their natural order with what metadata they have, as texts. */
async function readImages(files: CollectionFiles) {
	const { images, listPath } = groupFiles(files.paths);
	if (images.length === 0) throw new UsageError('--folder: holds no image (jpg, jpeg, png, gif, webp).');
	if (images.length > attributeImagesMax) {
		const [found, most] = [images.length, attributeImagesMax].map((count) => count.toLocaleString('en'));
		throw new UsageError(`--folder: holds ${found} images; at most ${most} are taken at once.`);
	}
	const existing: unknown[] = images.map(() => null);
	const unread: Unread[] = [];
	const list = listPath === null ? null : await readList(files, listPath, unread);
	await eachAtOnce(images, async ({ path, metadataPath }, index) => {
		if (metadataPath === null) existing[index] = list?.(path) ?? null;
		else {
			const text = await files.readText(metadataPath, metadataFileMaxBytes);
			existing[index] = text;
			if (text === null) {
				unread.push({ filename: path, problem: unreadable(metadataPath, metadataFileMaxBytes), metadataPath });
			}
		}
	});
	return { fileNames: images.map(({ path }) => path), existing, unread };
}

/** Finds an image's metadata in the list; a list that is none is told among what was not read, and the rest goes on. */
async function readList(files: CollectionFiles, listPath: string, unread: Unread[]) {
	const tell = (problem: string) => void unread.push({ filename: listPath, problem, metadataPath: listPath });
	const text = await files.readText(listPath, listFileMaxBytes);
	const list = text === null ? null : readListedTexts(text);
	if (text === null) tell(unreadable(listPath, listFileMaxBytes));
	else if (list === null) tell(`${listPath} is no JSON list, and is not taken over.`);
	return list;
}

interface Unread extends AttributeFinding {
	readonly metadataPath: string;
}

/** What was not read is not among the originals either, so that its file must stay. */
function refuseLoss({ folder, out }: AttributesOptions, unread: readonly Unread[], files: readonly AttributeFile[]) {
	const written = new Set(files.map(({ name }) => resolve(out, name)));
	const lost = unread.find(({ metadataPath }) => written.has(resolve(folder, metadataPath)));
	if (lost === undefined) return;
	throw new UsageError(`--out ${out}: ${lost.metadataPath} is not taken over, and would be lost. Name another folder.`);
}

const unreadable = (path: string, maxBytes: number) =>
	`${path} is no UTF-8 text or larger than ${maxBytes / 1e6} MB, and is not taken over. Save it as UTF-8.`;

/** Refuses before it writes anything; all files appear, whole, once all are written. */
async function writeFiles(
	{ out, isForced }: AttributesOptions,
	files: readonly AttributeFile[],
	signal: AbortSignal,
): Promise<void> {
	await naming(`--out ${out}`, async () => {
		if (!isForced) await refuseExisting(out, files);
		const paths = files.map(({ name }) => join(out, name));
		const folders = await makeFolders(paths);
		const begun: string[] = [];
		try {
			await eachAtOnce(files, async ({ text }, index) => {
				signal.throwIfAborted();
				const part = partOf(paths[index]!);
				begun.push(part);
				await writeFile(part, text);
			});
			signal.throwIfAborted();
			await putInPlace(
				paths.map((path) => ({ part: partOf(path), path })),
				isForced,
			);
		} catch (error) {
			for (const part of begun) await rm(part, { force: true }).catch(() => {});
			await removeFolders(folders);
			throw error;
		}
	});
}

const partOf = (path: string) => `${path}.part`;

async function refuseExisting(out: string, files: readonly AttributeFile[]): Promise<void> {
	await eachAtOnce(files, async ({ name }) => {
		const isThere = await access(join(out, name)).then(
			() => true,
			() => false,
		);
		if (isThere) throw new UsageError(`--out ${out}: holds ${name} already. Name another folder, or add --force.`);
	});
}

async function eachAtOnce<Item>(items: readonly Item[], work: (item: Item, index: number) => Promise<void>) {
	const waiting = items.entries();
	const worker = async () => {
		for (const [index, item] of waiting) await work(item, index);
	};
	const ends = await Promise.allSettled(Array.from({ length: filesAtOnce }, worker));
	// Only when no work is under way any more can its traces be removed.
	for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
