import { access, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type AttributeFile, attributeFiles } from '@adx/collection/attributes/attributes-archive';
import { AttributesError, planAttributes } from '@adx/collection/attributes/plan-attributes';
import {
	checkPicture,
	type ImageMetadata,
	type InspectPicture,
	type PictureProblem,
	readImageMetadata,
} from '@adx/collection/attributes/read-images';
import { CollectionReader } from '@adx/collection/files/collection-reader';
import { groupFiles } from '@adx/collection/files/group-files';
import { createCaseFolding } from '@adx/collection/metadata/case-folding';
import { PlanImpossibleError } from '@adx/collection/plan/plan-error';
import { forEachConcurrently } from '@adx/core/platform/for-each-concurrently';
import { attributeImagesMax, imagePixelsMax } from '@adx/validators/limits';
import type { CollectionFiles } from '../../collection-files/collection-files.ts';
import { withCollectionFiles } from '../../collection-files/read-collection.ts';
import { ChunkedFile, readImageFacts } from '../../collection-files/read-image-facts.ts';
import { UsageError, withSystemErrors } from '../../command-line/errors.ts';
import { runInterruptibly } from '../../command-line/interruption.ts';
import { pluralize } from '../../command-line/report.ts';
import { createFolders, removeCreatedFolders, replaceFiles } from '../../output-files/replace-files.ts';
import { type AttributesOptions, parseAttributesInput, readAttributesOptions } from './attributes-options.ts';

const atOnce = 16;

/** `npm run attributes`: trait sets for a folder of finished art, without a browser, a server or a database. */
export async function run(args: string[]): Promise<number> {
	const options = readAttributesOptions(args);
	if ('shown' in options) {
		for (const line of options.shown) console.log(line);
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
	const { folderName, input, lostPaths } = await withCollectionFiles(options.folder, readImages);
	signal.throwIfAborted();
	const { existingTraits, seed } = options;
	const { projectName = folderName, symbol } = options;
	const request = { folderSize: input.fileNames.length, existingTraits, seed, weights, projectName, symbol };
	const collection = plan({ ...request, ...input });
	const files = [...attributeFiles(request, collection)];
	assertNothingLost(options, lostPaths, files);
	await writeFiles(options, files, signal);
	const { findings, notice } = collection;
	if (notice !== null) console.error(notice);
	for (const { filename, problem } of findings.slice(0, findingsShown)) console.error(`${filename}: ${problem}`);
	if (findings.length > findingsShown) console.error(`… and more: findings.csv lists all ${findings.length}`);
	const images = pluralize(input.fileNames.length, 'image');
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
		throw new UsageError(`--weights ${path}: is not JSON.`);
	}
	return parseAttributesInput({ folderSize: 1, weights }).weights;
}

/** The images that can be read, in their natural order, with what metadata they have; and what is wrong with the files. */
async function readImages(files: CollectionFiles) {
	const group = groupFiles(files.paths);
	const { images } = group;
	if (images.length === 0) throw new UsageError('--folder: holds no image (jpg, jpeg, png, gif, webp).');
	if (images.length > attributeImagesMax) {
		const [found, most] = [images.length, attributeImagesMax].map((count) => count.toLocaleString('en'));
		throw new UsageError(`--folder: holds ${found} images; at most ${most} are taken at once.`);
	}
	const reader = await CollectionReader.open(files.find, group);
	const folds = createCaseFolding();
	const pictures = new Array<PictureProblem | null>(images.length).fill(null);
	const metadata = new Array<ImageMetadata>(images.length);
	await forEachConcurrently([...images.entries()], { atOnce }, async ([index, image]) => {
		pictures[index] = await checkPicture(reader, image.path, inspectPicture);
		metadata[index] = await readImageMetadata(reader, image, folds);
	});
	const usable = [...images.keys()].filter((index) => pictures[index]?.isUnusable !== true);
	if (usable.length === 0) throw new UsageError('--folder: none of its image files can be read.');
	const pictureFindings = images.flatMap(({ path }, index) => {
		const problem = pictures[index]?.problem;
		return problem === undefined ? [] : [{ filename: path, problem }];
	});
	const metadataFindings = metadata.flatMap(({ problem, unusedRow }) =>
		[problem, unusedRow].filter((found) => found !== null),
	);
	const lost = metadata.flatMap(({ problem, original }) => (problem === null || original !== null ? [] : [problem]));
	return {
		folderName: files.name,
		input: {
			fileNames: usable.map((index) => images[index]!.path),
			existing: usable.map((index) => metadata[index]!.metadata),
			reportedAs: usable.map((index) => metadata[index]!.reportedAs ?? undefined),
			originals: usable.map((index) => metadata[index]!.original ?? undefined),
			fileFindings: [...reader.problems, ...metadataFindings, ...pictureFindings],
		},
		/** Files that are not taken over whole, and not kept among the originals either. */
		lostPaths: [...reader.problems, ...lost].map(({ filename }) => filename),
	};
}

const inspectPicture: InspectPicture = async (bytes) => {
	const { mime, width, height } = await readImageFacts(new ChunkedFile([bytes]), bytes.length);
	return { mime, isTooLarge: (width ?? 0) * (height ?? 0) > imagePixelsMax };
};

/** Files that are lost once they are written over must stay. */
function assertNothingLost(
	{ folder, out }: AttributesOptions,
	lostPaths: readonly string[],
	files: readonly AttributeFile[],
) {
	const written = new Set(files.map(({ name }) => resolve(out, name)));
	const lost = lostPaths.find((path) => written.has(resolve(folder, path)));
	if (lost === undefined) return;
	throw new UsageError(`--out ${out}: ${lost} is not taken over, and would be lost. Name another folder.`);
}

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
			await forEachConcurrently([...files.entries()], { atOnce, signal }, async ([index, { content }]) => {
				const part = toPartPath(paths[index]!);
				startedFiles.push(part);
				await writeFile(part, content);
			});
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
	await forEachConcurrently(files, { atOnce }, async ({ name }) => {
		const isThere = await access(join(out, name)).then(
			() => true,
			() => false,
		);
		if (isThere) throw new UsageError(`--out ${out}: holds ${name} already. Name another folder, or add --force.`);
	});
}
