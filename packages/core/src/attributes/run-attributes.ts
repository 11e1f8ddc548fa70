import { isConnectionError } from '@adx/db/client/database-errors';
import { transact } from '@adx/db/client/transact';
import {
	completeAttributeJob,
	countAttributeFailure,
	failAttributeJob,
	findAttributeJob,
	updateAttributeProgress,
} from '@adx/db/repositories/attributes/attribute-jobs';
import { insertBlob } from '@adx/db/repositories/uploads/blobs';
import type { AttributeJobRow } from '@adx/db/schema/attribute-tables';
import type { Services } from '../platform/context.ts';
import { QuarantinedError } from '../platform/crash-guard.ts';
import { AppError } from '../platform/errors.ts';
import type { QueueMessage } from '../platform/jobs/queue.ts';
import { isStorageFull } from '../platform/storage/circuit-breaker.ts';
import { isStorageUnavailable } from '../platform/storage/integrity/damage.ts';
import { readStored } from '../platform/storage/integrity/read-verified.ts';
import { freeBytesWatermark } from '../platform/storage/types.ts';
import { type AttributesOutcome, generateInThread } from './attributes-in-thread.ts';

/** Tries of one attribute job that may end with an error of ours. */
const failuresMax = 5;
const roomCheckSeconds = 15;
/** Planning comes first and is told as this much; the rest goes by images written. */
const plannedPercent = 30;
const storingPercent = 95;
/** Readers are told no more often. */
const reportEveryMs = 400;

type Made = Extract<AttributesOutcome, { kind: 'made' }>;

/**
 * Works on one attribute job from its beginning to its end. All that it stores is decided by what was
 * ordered, so it may be killed anywhere and repeated, and two at once store the same: the first to end completes it.
 */
export async function runAttributes(services: Services, message: QueueMessage, signal: AbortSignal): Promise<void> {
	const job = await findAttributeJob(services.db, 'all', message.jobId);
	if (job === undefined || (job.status !== 'pending' && job.status !== 'processing')) return;
	try {
		if (await hasRoom(services, job)) await work(services, job, signal);
		else await services.queue.send('attributes', message, { delaySeconds: roomCheckSeconds });
	} catch (error) {
		// Stopped; the job row is the outbox, so the next worker continues.
		if (signal.aborted) return;
		if (isStorageFull(error)) await waitForStorage(services, message, diskFull);
		else if (await isStorageUnavailable(services, error)) await waitForStorage(services, message, storageGone);
		else await handleError(services, job, error);
	}
}

/** A job that was stopped by a full disk waits for more free space than its last byte. */
async function hasRoom({ storage }: Services, { status }: AttributeJobRow): Promise<boolean> {
	return status !== 'pending' || (await storage.freeBytes()) >= freeBytesWatermark;
}

async function work(services: Services, job: AttributeJobRow, signal: AbortSignal): Promise<void> {
	const { projectName, options, folderSha256, totalImages } = job;
	const teller = createProgressReporter(services, job);
	await teller.tell(0, 1);
	const done = (images: number) =>
		teller.tell(images, plannedPercent + (images / totalImages) * (storingPercent - plannedPercent));
	const make = async () => {
		const folder = folderSha256 === null ? null : await readStored(services, folderSha256);
		return generateInThread({ projectName, options, folder }, (images) => void done(images), signal);
	};
	const outcome = await services.crashGuard.run({ kind: 'attributes', subject: job.id }, make);
	await teller.settled();
	if (outcome.kind === 'refused') {
		const completedAt = services.clock();
		await failAttributeJob(services.db, job.id, { errorMessage: outcome.message, completedAt });
	} else await store(services, job, outcome);
}

interface ProgressReporter {
	/** Writes down how far the work is, unless readers were told just before or are just being told. */
	tell(processedImages: number, progress: number): Promise<void>;
	/** Resolves when nothing is being written. */
	settled(): Promise<void>;
}

function createProgressReporter({ db, clock, log }: Services, { id }: AttributeJobRow): ProgressReporter {
	let toldAtMs = 0;
	let telling: Promise<void> | null = null;
	const write = async (processedImages: number, progress: number) => {
		const facts = {
			status: 'processing' as const,
			progress: Math.floor(progress),
			processedImages,
			errorMessage: null,
		};
		try {
			await updateAttributeProgress(db, id, facts);
		} catch (error) {
			// What follows finds out by itself whether the database is gone.
			log.warn({ err: error, jobId: id }, 'progress was not written down');
		} finally {
			telling = null;
		}
	};
	return {
		tell: async (processedImages, progress) => {
			const now = clock().getTime();
			if (telling !== null || now - toldAtMs < reportEveryMs) return;
			toldAtMs = now;
			telling = write(processedImages, progress);
			await telling;
		},
		settled: async () => void (await telling),
	};
}

async function store({ db, storage, clock }: Services, { id }: AttributeJobRow, outcome: Made): Promise<void> {
	const { pack, index, kind: _, ...facts } = outcome;
	const stored = { pack: await storage.put(pack), index: await storage.put(index) };
	await transact(db, async (trx) => {
		const now = clock();
		const noPicture = { mime: 'application/octet-stream', width: null, height: null, createdAt: now };
		const blobs = [stored.pack, stored.index].map((blob) => ({ ...blob, ...noPicture }));
		// In one order everywhere, so that transactions which store the same bytes never wait in a circle.
		for (const blob of blobs.sort((left, right) => (left.sha256 < right.sha256 ? -1 : 1))) await insertBlob(trx, blob);
		await completeAttributeJob(trx, id, {
			...facts,
			packSha256: stored.pack.sha256,
			indexSha256: stored.index.sha256,
			completedAt: now,
		});
	});
}

const diskFull = 'The disk of this installation is full. The work goes on when there is room.';
const storageGone = 'The storage of this installation cannot be read. The work goes on when it is back.';

async function waitForStorage({ db, queue }: Services, message: QueueMessage, errorMessage: string): Promise<void> {
	const progress = { status: 'pending', progress: 0, processedImages: 0, errorMessage } as const;
	await updateAttributeProgress(db, message.jobId, progress);
	await queue.send('attributes', message, { delaySeconds: roomCheckSeconds });
}

/** Ends the job where repeating it does not help; otherwise the sweeper sends again. */
async function handleError({ db, clock, log }: Services, { id }: AttributeJobRow, error: unknown): Promise<void> {
	if (isConnectionError(error)) throw error;
	const sentence = toFinalMessage(error);
	if (sentence === null) {
		log.error({ err: error, jobId: id }, 'attributes failed');
		if ((await countAttributeFailure(db, id)) < failuresMax) return;
	}
	const errorMessage =
		sentence ??
		'The attributes could not be made because of a fault of this installation. Start again, or tell its operator.';
	await failAttributeJob(db, id, { errorMessage, completedAt: clock() });
}

/** What cannot be mended by repeating it; null for anything else. */
function toFinalMessage(error: unknown): string | null {
	if (error instanceof QuarantinedError) return error.message;
	const isDamaged = error instanceof AppError && error.reason === 'file_damaged';
	return isDamaged ? 'The stored list of this folder is missing or damaged. Add the folder again.' : null;
}
