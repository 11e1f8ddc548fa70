import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type ArchiveImage, buildCollectionArchive } from '@adx/collection/archive';
import { createForgeEngine } from '@adx/core/engines/forge';
import { type PlannedRow, planRows } from '@adx/core/generation/plan-rows';
import { createDiskStorage } from '@adx/core/storage/disk';
import type { Storage } from '@adx/core/storage/types';
import { imageSizePx } from '@adx/validators/limits';
import { type GenerateOptions, generateUsage, readGenerateOptions } from './generate-options.ts';
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
	await drawAndWrite(options, plan.rows);
	return 0;
}

async function drawAndWrite(options: GenerateOptions, rows: readonly PlannedRow[]): Promise<void> {
	const { request, zipFile, outDirectory } = options;
	// On the destination's own disk: what is drawn there fits there.
	const parent = resolve(zipFile === null ? (outDirectory ?? '.') : dirname(zipFile));
	await mkdir(parent, { recursive: true });
	const workDirectory = await mkdtemp(join(parent, '.adx-generate-'));
	const interruption = new AbortController();
	const interrupt = () => interruption.abort(new UsageError('Interrupted; nothing was written.'));
	process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
	try {
		const storage = await createDiskStorage(workDirectory);
		const images = await drawAll(rows, storage, interruption.signal);
		const archive = buildCollectionArchive({ projectName: request.projectName ?? null, seed: request.seed, images });
		if (outDirectory !== null) await writeArchiveFiles(archive, storage, resolve(outDirectory));
		if (zipFile !== null) await writeArchiveZip(archive, storage, resolve(zipFile));
	} finally {
		process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
		await rm(workDirectory, { recursive: true, force: true });
	}
}

/** Draws every row, as many at once as there are drawing threads; the answer is in token order. */
async function drawAll(rows: readonly PlannedRow[], storage: Storage, signal: AbortSignal): Promise<ArchiveImage[]> {
	const engine = createForgeEngine();
	const images = new Array<ArchiveImage>(rows.length);
	const startedAt = performance.now();
	const queue = rows.values();
	let done = 0;
	const work = async () => {
		for (const row of queue) {
			signal.throwIfAborted();
			const { full } = await engine.draw({
				traits: row.traits,
				imageSeed: row.imageSeed,
				sizePx: imageSizePx,
				previews: false,
				signal,
			});
			const stored = await storage.put(full.bytes);
			images[row.index] = { ...row, ...stored, mime: full.mime };
			reportProgress(++done, rows.length, startedAt);
		}
	};
	try {
		// One more than there are threads, so that a thread never waits for a file to be written.
		await Promise.all(Array.from({ length: engine.concurrency + 1 }, work));
	} finally {
		await engine.close();
	}
	return images;
}

function reportProgress(done: number, total: number, startedAt: number): void {
	const isLast = done === total;
	if (!isLast && (!process.stderr.isTTY ? done % 100 !== 0 : done % 5 !== 0)) return;
	const perSecond = done / ((performance.now() - startedAt) / 1_000);
	const line = `${done} of ${total} images, ${perSecond.toFixed(1)} per second`;
	process.stderr.write(process.stderr.isTTY && !isLast ? `\r${line}` : `${process.stderr.isTTY ? '\r' : ''}${line}\n`);
}
