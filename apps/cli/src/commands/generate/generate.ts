import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type ArchiveImage, buildCollectionArchive } from '@adx/collection/archive/collection-archive';
import type { RankedRow } from '@adx/collection/plan/ranked-plan';
import { planRows } from '@adx/core/generation/plan/plan-rows';
import { AppError } from '@adx/core/platform/errors';
import { createDiskStorage } from '@adx/core/platform/storage/disk';
import type { Storage } from '@adx/core/platform/storage/types';
import { forgeVersion } from '@adx/forge/version';
import { withCollectionFiles } from '../../collection-files/read-collection.ts';
import { confirm } from '../../command-line/confirm.ts';
import { UsageError, withSystemErrors } from '../../command-line/errors.ts';
import { runInterruptibly } from '../../command-line/interruption.ts';
import { pluralize } from '../../command-line/report.ts';
import { replaceFiles } from '../../output-files/replace-files.ts';
import { estimatePrice, formatPriceEstimate, type GeminiSettings, readGeminiSettings } from './gemini-settings.ts';
import { createForgePainter, type FreePainter, type FreeRow, generateFreeImages } from './generate-free-images.ts';
import {
	type CatalogueRequest,
	type GenerateOptions,
	type LayersRequest,
	readGenerateOptions,
} from './generate-options.ts';
import { generatePaidImages } from './generate-paid-images.ts';
import { prepareTargets, type Targets } from './generate-targets.ts';
import { type ImageCache, openImageCache } from './image-cache.ts';
import { planLayerFiles } from './plan-layer-files.ts';
import { writeArchiveFiles, writeArchiveZip } from './write-archive.ts';

/** `npm run generate`: the main job without a browser, a server or a database. */
export async function run(args: string[]): Promise<number> {
	const options = await readGenerateOptions(args);
	if ('shown' in options) {
		for (const line of options.shown) console.log(line);
		return 0;
	}
	const { request } = options;
	if (request.engine === 'layers') return runLayers(options, request);
	const plan = planOrder(request);
	if (plan.notice !== null) console.error(plan.notice);
	const settings = request.engine === 'gemini' ? await readGeminiSettings(request.model) : null;
	if (options.planOnly) {
		const price = settings === null ? {} : { price: estimatePrice(settings, plan.rows.length) };
		const forge = request.engine === 'forge' ? { forge: forgeVersion } : {};
		const shown = { seed: request.seed, ...forge, capacity: plan.capacity.toString(), ...price, rows: plan.rows };
		console.log(JSON.stringify(shown, null, 2));
		return 0;
	}
	if (settings !== null) return generatePaidAndWrite({ options, request }, plan.rows, settings);
	const order = { ...request, forgeVersion };
	return generateFreeAndWrite(options, { rows: plan.rows, order, createPainter: createForgePainter });
}

/** The same of own layers; their files stay open until the last image is composed. */
async function runLayers(options: GenerateOptions, request: LayersRequest): Promise<number> {
	return withCollectionFiles(request.path, async (files) => {
		const { notes, notice, capacity, rows, ...work } = await planLayerFiles(files, request);
		for (const note of notes) console.error(note);
		if (notice !== null) console.error(notice);
		if (options.planOnly) {
			const planned = rows.map(({ drawing: _, ...row }) => row);
			console.log(JSON.stringify({ seed: request.seed, capacity: capacity.toString(), rows: planned }, null, 2));
			return 0;
		}
		const createPainter = () => work.createPainter();
		return generateFreeAndWrite(options, { rows, order: work.order, createPainter });
	});
}

/** Weights and rules may leave no plan; whoever wrote them reads why. */
function planOrder(request: CatalogueRequest): ReturnType<typeof planRows> {
	try {
		return planRows(request, request.seed);
	} catch (error) {
		if (error instanceof AppError && error.reason === 'plan_impossible') throw new UsageError(error.message);
		throw error;
	}
}

interface FreeWork<Row extends FreeRow> {
	readonly rows: readonly Row[];
	/** Everything that decides the pictures. */
	readonly order: object;
	readonly createPainter: () => FreePainter<Row>;
}

/** What is drawn stays beside the targets until a collection holds it: an interrupted run goes on where it was. */
async function generateFreeAndWrite<Row extends FreeRow>(
	options: GenerateOptions,
	{ rows, order, createPainter }: FreeWork<Row>,
): Promise<number> {
	const { request } = options;
	await runInterruptibly((signal) =>
		withTargets(options, async (targets) => {
			const parent = getParent(targets);
			const drawn = await withSystemErrors(parent, () => openImageCache(parent, { kind: 'drawn', order }));
			try {
				const draw = (storage: Storage) =>
					generateFreeImages(rows, { painter: createPainter(), drawn, storage, signal });
				await writeCollection({ options, targets, signal }, draw);
			} catch (error) {
				await reportStoredImages(drawn, `What is drawn is kept in ${drawn.folder}.`, request.seed);
				throw error;
			}
			await drawn.remove();
		}),
	);
	return 0;
}

const priceConfirmation = {
	question: 'Pay for them?',
	unasked: 'This costs money: add --yes to pay without being asked.',
	declined: 'Nothing was paid and nothing written.',
};

/** What was paid for stays beside the targets until a collection holds it, whatever happens. */
async function generatePaidAndWrite(
	{ options, request }: { readonly options: GenerateOptions; readonly request: CatalogueRequest },
	rows: readonly RankedRow[],
	settings: GeminiSettings,
): Promise<number> {
	const apiKey = settings.apiKey();
	console.error(
		`${pluralize(rows.length, 'picture')} with ${settings.models[0]}, ${formatPriceEstimate(settings, rows.length)}`,
	);
	if (!options.isPriceAgreed) await confirm(priceConfirmation);
	return runInterruptibly((signal) =>
		withTargets(options, async (targets) => {
			const parent = getParent(targets);
			const order = { ...request, model: settings.models[0] };
			const paid = await withSystemErrors(parent, () => openImageCache(parent, { kind: 'paid', order }));
			let missing: readonly string[] = [];
			try {
				await writeCollection({ options, targets, signal }, async (storage) => {
					const painted = await generatePaidImages(rows, { settings, apiKey, paid, storage, signal });
					missing = painted.missing;
					if (painted.images.length === 0) throw new UsageError(`Nothing was painted. ${missing[0]}`);
					return painted.images;
				});
			} catch (error) {
				await reportStoredImages(paid, paintedText(paid), request.seed);
				throw error;
			}
			for (const sentence of missing) console.error(`not painted: ${sentence}`);
			if (missing.length === 0) await paid.remove();
			else await reportStoredImages(paid, paintedText(paid), request.seed);
			return missing.length === 0 ? 0 : 1;
		}),
	);
}

const paintedText = ({ folder }: ImageCache) => `What is painted is kept in ${folder}.`;

/** Says how the next run goes on with what is there; a folder without any is removed. */
async function reportStoredImages(cache: ImageCache, text: string, seed: string): Promise<void> {
	if (await cache.isEmpty()) await cache.remove();
	else console.error(`${text} The same command with --seed ${seed} goes on.`);
}

async function withTargets<T>(options: GenerateOptions, work: (targets: Targets) => Promise<T>): Promise<T> {
	const targets = await prepareTargets(options);
	try {
		return await work(targets);
	} catch (error) {
		await targets.rollBack();
		throw error;
	}
}

interface Writing {
	readonly options: GenerateOptions;
	readonly targets: Targets;
	readonly signal: AbortSignal;
}

async function writeCollection(
	{ options, targets, signal }: Writing,
	makeImages: (storage: Storage) => Promise<readonly ArchiveImage[]>,
): Promise<void> {
	await withWorkDirectory(targets, async (workDirectory) => {
		const { request } = options;
		const storage = await createDiskStorage(join(workDirectory, 'images'));
		const images = await withSystemErrors(workDirectory, () => makeImages(storage));
		const archive = buildCollectionArchive({ projectName: request.projectName ?? null, seed: request.seed, images });
		const { outDirectory, zipFile } = targets;
		const wholeZip = join(workDirectory, 'collection.zip');
		if (zipFile !== null)
			await withSystemErrors(`--zip ${zipFile}`, () => writeArchiveZip(archive, storage, wholeZip, signal));
		if (outDirectory !== null) {
			await withSystemErrors(`--out ${outDirectory}`, () => writeArchiveFiles(archive, storage, outDirectory, signal));
		}
		// Last, and without a look at the signal: from here on everything is written or this one name is missing.
		if (zipFile !== null) {
			const moves = [{ part: wholeZip, path: zipFile }];
			await withSystemErrors(`--zip ${zipFile}`, () => replaceFiles(moves, options.isForced));
		}
	});
}

const getParent = ({ zipFile, outDirectory }: Targets) =>
	zipFile === null ? dirname(resolve(outDirectory ?? '.')) : dirname(zipFile);

/** A folder on the destination's own disk: what is drawn there fits there, and a whole file only needs its name. */
async function withWorkDirectory(
	{ zipFile, outDirectory }: Targets,
	work: (path: string) => Promise<void>,
): Promise<void> {
	const parent = zipFile === null ? resolve(outDirectory ?? '.') : dirname(zipFile);
	const path = await withSystemErrors(parent, () => mkdtemp(join(parent, '.adx-generate-')));
	try {
		await work(path);
	} finally {
		await rm(path, { recursive: true, force: true });
	}
}
