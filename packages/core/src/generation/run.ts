import { randomUUID } from 'node:crypto';
import {
	claimImages,
	failImage,
	releaseClaim,
	renewClaim,
	retryImageLater,
} from '@adx/db/repositories/generated-images';
import { findGenerationJob, hasOtherRunnableJob, startRunning } from '@adx/db/repositories/generation-jobs';
import type { GeneratedImageRow, GenerationJobRow } from '@adx/db/schema';
import { imageSizePx } from '@adx/validators/limits';
import type { Services } from '../context.ts';
import type { ImageEngine } from '../engines/types.ts';
import type { QueueMessage } from '../queue.ts';
import { finishImage } from './finish-image.ts';
import { storeImage } from './store-image.ts';

/** Long enough for a slow slice between two renewals, short enough that a killed worker's rows are free soon. */
const claimMs = 30_000;
const renewEveryMs = 10_000;
/** After this a worker hands the job back to the queue even when nobody waits. */
const handOverAfterMs = 60_000;
/** A picture that fails this often is given up; the job goes on without it. */
const maxAttempts = 5;
const retryDelayMs = 1_000;
/** A slice takes about a second, so that others wait no longer than that. */
const rowsPerEngineSlot = 8;

/**
 * Works on one job: claims a slice of open rows, draws and stores them, and repeats until no row is
 * open, another job waits, or `signal` aborts. Rows are checkpoints, so it may be killed anywhere.
 */
export async function runGeneration(services: Services, message: QueueMessage, signal: AbortSignal): Promise<void> {
	const { db, queue, clock } = services;
	const startedAt = clock().getTime();
	while (!signal.aborted) {
		const job = await findGenerationJob(db, 'all', message.jobId);
		const engine = job && services.engines.get(job.engine);
		if (job === undefined || engine === undefined || !(await isRunnable(services, job))) return;
		const worked = await workSlice(services, job, engine, signal);
		if (!worked) return queue.send(`generation-${job.engine}`, message, { delaySeconds: retryDelayMs / 1_000 });
		const isLong = clock().getTime() - startedAt > handOverAfterMs;
		if (isLong || (await hasOtherRunnableJob(db, job.engine, job.id, clock()))) {
			return queue.send(`generation-${job.engine}`, message);
		}
	}
}

async function isRunnable({ db, clock }: Services, job: GenerationJobRow): Promise<boolean> {
	if (job.phase === 'queued') return startRunning(db, job.id, clock());
	return job.phase === 'running';
}

/** Returns whether there was a row to work on. */
async function workSlice(
	services: Services,
	job: GenerationJobRow,
	engine: ImageEngine,
	signal: AbortSignal,
): Promise<boolean> {
	const { db, clock, log } = services;
	const token = randomUUID();
	const claimEnd = () => new Date(clock().getTime() + claimMs);
	const limit = engine.concurrency * rowsPerEngineSlot;
	const rows = await claimImages(db, job.id, { limit, token, claimedUntil: claimEnd(), now: clock() });
	if (rows.length === 0) return false;
	const renewal = setInterval(() => {
		renewClaim(db, token, claimEnd()).catch((error: unknown) => log.warn({ err: error }, 'claim was not renewed'));
	}, renewEveryMs);
	try {
		await Promise.all(rows.map((row) => drawRow(services, { job, row, token, engine, signal })));
	} finally {
		clearInterval(renewal);
		if (signal.aborted) await releaseClaim(db, token);
	}
	return true;
}

interface RowWork {
	readonly job: GenerationJobRow;
	readonly row: GeneratedImageRow;
	readonly token: string;
	readonly engine: ImageEngine;
	readonly signal: AbortSignal;
}

async function drawRow(services: Services, work: RowWork): Promise<void> {
	const { row, token, engine, signal, job } = work;
	const { traits, imageSeed } = row;
	try {
		signal.throwIfAborted();
		const image = await engine.draw({ traits, imageSeed, sizePx: imageSizePx, previews: true, signal });
		await storeImage(services, { job, row, token, image });
	} catch (error) {
		if (signal.aborted) return;
		await giveBack(services, work, error);
	}
}

async function giveBack({ db, clock, log }: Services, { row, token }: RowWork, error: unknown): Promise<void> {
	const lastError = error instanceof Error ? error.message : String(error);
	log.warn({ err: error, imageId: row.id, attempts: row.attempts }, 'image failed');
	const now = clock();
	if (row.attempts < maxAttempts) {
		const notBefore = new Date(now.getTime() + retryDelayMs);
		await retryImageLater(db, { id: row.id, token, lastError, notBefore });
		return;
	}
	await db.transaction().execute(async (trx) => {
		const isOurs = await failImage(trx, { id: row.id, token, lastError });
		if (isOurs) await finishImage(trx, row.jobId, { outcome: 'failed', now });
	});
}
