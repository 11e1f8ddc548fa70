import { mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { buildCollectionArchive } from '@adx/collection/archive';
import { type PlannedRow, planRows } from '@adx/core/generation/plan-rows';
import { createDiskStorage } from '@adx/core/storage/disk';
import { drawAll } from './draw-all.ts';
import { naming } from './file-errors.ts';
import { type GenerateOptions, generateUsage, readGenerateOptions } from './generate-options.ts';
import { prepareTargets, type Targets } from './generate-targets.ts';
import { untilInterrupted } from './interruption.ts';
import { UsageError } from './usage-error.ts';
import { writeArchiveFiles, writeArchiveZip } from './write-archive.ts';

/** `npm run generate`: the main job without a browser, a server or a database. */
export async function run(args: string[]): Promise<number> {
	const options = readGenerateOptions(args);
	if (options === 'help') {
		console.log(generateUsage);
		return 0;
	}
	const { request } = options;
	if (request.engine !== 'forge') throw new UsageError('--engine: only the built-in forge can draw here.');
	const plan = planRows(request, request.seed);
	if (plan.notice !== null) console.error(plan.notice);
	if (options.planOnly) {
		console.log(JSON.stringify({ seed: request.seed, capacity: plan.capacity.toString(), rows: plan.rows }, null, 2));
		return 0;
	}
	await untilInterrupted((signal) => drawAndWrite(options, plan.rows, signal));
	return 0;
}

async function drawAndWrite(options: GenerateOptions, rows: readonly PlannedRow[], signal: AbortSignal): Promise<void> {
	const targets = await prepareTargets(options);
	try {
		await inWorkDirectory(targets, async (workDirectory) => {
			const { request } = options;
			const storage = await createDiskStorage(join(workDirectory, 'images'));
			const images = await naming(workDirectory, () => drawAll(rows, storage, signal));
			const archive = buildCollectionArchive({ projectName: request.projectName ?? null, seed: request.seed, images });
			const { outDirectory, zipFile } = targets;
			const wholeZip = join(workDirectory, 'collection.zip');
			if (zipFile !== null) await naming(`--zip ${zipFile}`, () => writeArchiveZip(archive, storage, wholeZip, signal));
			if (outDirectory !== null) {
				await naming(`--out ${outDirectory}`, () => writeArchiveFiles(archive, storage, outDirectory, signal));
			}
			// Last, and without a look at the signal: from here on everything is written or this one name is missing.
			if (zipFile !== null) await naming(`--zip ${zipFile}`, () => rename(wholeZip, zipFile));
		});
	} catch (error) {
		await targets.takeBack();
		throw error;
	}
}

/** A folder on the destination's own disk: what is drawn there fits there, and a whole file only needs its name. */
async function inWorkDirectory(
	{ zipFile, outDirectory }: Targets,
	work: (path: string) => Promise<void>,
): Promise<void> {
	const parent = zipFile === null ? resolve(outDirectory ?? '.') : dirname(zipFile);
	const path = await naming(parent, () => mkdtemp(join(parent, '.adx-generate-')));
	try {
		await work(path);
	} finally {
		await rm(path, { recursive: true, force: true });
	}
}
