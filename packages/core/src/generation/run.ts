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
import type { EngineImage, ImageEngine } from '../engines/types.ts';
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
/** Storage or database trouble is not the image's fault: such tries do not count, and it waits longer. */
const storeRetryDelayMs = 15_000;
/** What was taken up this often may be what kills processes: from then on it is drawn alone. */
const suspectAttempts = 2;
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
	const rows = await claimSlice(services, job.id, { token, limit: engine.concurrency * rowsPerEngineSlot, claimEnd });
	if (rows.length === 0) return false;
	const renewal = setInterval(() => {
		renewClaim(db, token, claimEnd()).catch((error: unknown) => log.warn({ err: error }, 'claim was not renewed'));
	}, renewEveryMs);
	const outcomes = await Promise.allSettled(rows.map((row) => drawRow(services, { job, row, token, engine, signal })));
	clearInterval(renewal);
	const failure = outcomes.find((outcome) => outcome.status === 'rejected');
	if (signal.aborted || failure !== undefined) await releaseClaim(db, token);
	if (failure !== undefined) throw failure.reason;
	return true;
}

/** Fresh rows by the slice; those that were taken up before and did not come back, one at a time. */
async function claimSlice(
	{ db, clock }: Services,
	jobId: string,
	{ token, limit, claimEnd }: { readonly token: string; readonly limit: number; readonly claimEnd: () => Date },
): Promise<GeneratedImageRow[]> {
	const claim = { token, claimedUntil: claimEnd(), now: clock() };
	const fresh = await claimImages(db, jobId, { ...claim, limit, attemptsBelow: suspectAttempts });
	return fresh.length > 0 ? fresh : claimImages(db, jobId, { ...claim, limit: 1 });
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
	// Counted up by each claim: beyond the limit, whatever took it up never lived to tell what happened.
	if (row.attempts > maxAttempts) return giveUp(services, work, 'It ended the process that drew it.');
	let image: EngineImage;
	try {
		signal.throwIfAborted();
		image = await engine.draw({ traits, imageSeed, sizePx: imageSizePx, previews: true, signal });
	} catch (error) {
		if (signal.aborted) return;
		return handleDrawError(services, work, error);
	}
	try {
		await storeImage(services, { job, row, token, image });
	} catch (error) {
		services.log.error({ err: error, imageId: row.id }, 'image was not stored');
		await tryLater(services, work, { error, delayMs: storeRetryDelayMs, countAttempt: false });
	}
}

async function handleDrawError(services: Services, work: RowWork, error: unknown): Promise<void> {
	const { row } = work;
	services.log.warn({ err: error, imageId: row.id, attempts: row.attempts }, 'image was not drawn');
	if (row.attempts >= maxAttempts) await giveUp(services, work, messageOf(error));
	else await tryLater(services, work, { error, delayMs: retryDelayMs, countAttempt: true });
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function tryLater(
	{ db, clock }: Services,
	{ row, token }: RowWork,
	retry: { readonly error: unknown; readonly delayMs: number; readonly countAttempt: boolean },
): Promise<void> {
	const { error, delayMs, countAttempt } = retry;
	const notBefore = new Date(clock().getTime() + delayMs);
	await retryImageLater(db, { id: row.id, token, lastError: messageOf(error), notBefore, countAttempt });
}

async function giveUp({ db, clock }: Services, { row, token }: RowWork, lastError: string): Promise<void> {
	await db.transaction().execute(async (trx) => {
		const isOurs = await failImage(trx, { id: row.id, token, lastError });
		if (isOurs) await finishImage(trx, row.jobId, { outcome: 'failed', now: clock() });
	});
}
