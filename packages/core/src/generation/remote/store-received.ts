import type { DatabaseTransaction } from '@adx/db/client/database';
import { isConnectionError } from '@adx/db/client/database-errors';
import { transact } from '@adx/db/client/transact';
import { findGenerationJob } from '@adx/db/repositories/generation/generation-jobs';
import { type AttemptCost, failImage, noCost } from '@adx/db/repositories/generation/image-results';
import { addJobCost } from '@adx/db/repositories/generation/job-phases';
import { deleteOpenCall } from '@adx/db/repositories/generation/open-calls';
import {
	addLateVersion,
	claimForUnstoredImage,
	hasVersionFromCall,
	lockImageRow,
	reclaimForUnstoredImage,
} from '@adx/db/repositories/generation/unstored-images';
import { insertOwnerBlob } from '@adx/db/repositories/uploads/blobs';
import { imageSizePx } from '@adx/validators/limits';
import { EngineError, type EngineImage } from '../../engines/types.ts';
import type { Services } from '../../platform/context.ts';
import { checkStorage, isStorageFull } from '../../platform/storage/circuit-breaker.ts';
import { isMissing } from '../../platform/storage/missing-file.ts';
import { finishAttempt } from '../run/finish-attempt.ts';
import { countFailure } from '../run/stop-job.ts';
import { StorageRejectedError, type StoredFiles, storeImage } from '../run/store-image.ts';
import { closeCall, getUncountedCost } from './open-calls.ts';
import type { PendingPaidImage, ReceivedImage } from './received-scratch.ts';

/** How long an image stays reserved for a received picture without a sign of the process that holds it; then it may be generated again. */
export const heldForMs = 3_600_000;
/** While somebody else is at work on its image, a late picture waits. */
const busyWaitMs = 30_000;
/** Tries of one picture that may end with an error of ours, and how long to wait after the first; twice as long each time. */
const failuresMax = 5;
const failureWaitMs = 2_000;

/** Thrown inside a transaction to leave all as it is. */
class ImageBusyError extends Error {}
/** Another process with the same folder stored the picture, or its job is gone. */
class PaidImageGoneError extends Error {}

/**
 * Stores a picture that lies in scratch, and takes it out of there: as the try that its claim was for, or, where the
 * claim was lost, as whatever its image needs by now. Never rejects: what cannot be stored stays in scratch, its image
 * held for it.
 *
 * @param image the picture, where it was read already
 */
export async function storeReceived(
	services: Services,
	picture: ReceivedImage,
	image: EngineImage | null = null,
): Promise<void> {
	const { receivedScratch } = services;
	const { callId, imageId: id, jobId, tokenNumber, token, imageSeed, call } = picture;
	try {
		const made = image ?? (await readImage(services, picture));
		const row = { id, jobId, tokenNumber };
		await storeImage(services, { row, token, imageSeed, callId, image: { ...made, call } }, (trx, files, cost) =>
			storeLate(trx, services, picture, { files, cost }),
		);
		await receivedScratch.remove(callId);
	} catch (error) {
		await keepPending(services, picture, error);
	}
}

async function readImage(
	{ db, receivedScratch, engines }: Services,
	{ callId, jobId }: ReceivedImage,
): Promise<EngineImage> {
	const job = await findGenerationJob(db, 'all', jobId);
	// It was deleted, and its images with it.
	if (job === undefined) throw new PaidImageGoneError();
	const read = engines.get(job.engine)?.readReceived;
	if (read === undefined) throw new TypeError('The engine that painted it is not there.');
	const bytes = await receivedScratch.read(callId).catch((error: unknown) => {
		throw isMissing(error) ? new PaidImageGoneError() : error;
	});
	return read(bytes, { sizePx: imageSizePx, previews: true });
}

async function keepPending(services: Services, picture: ReceivedImage, error: unknown): Promise<void> {
	const { receivedScratch, log } = services;
	const { callId, imageId } = picture;
	if (error instanceof PaidImageGoneError) return receivedScratch.remove(callId);
	const isLate = error instanceof ImageBusyError;
	const waiting = receivedScratch.letWait(callId, isLate ? busyWaitMs : 0);
	if (waiting === undefined) return;
	waiting.isLate = isLate;
	if (isLate) return;
	if (error instanceof EngineError) return discardPaidImage(services, picture, error.message);
	const isStorage = error instanceof StorageRejectedError || isStorageFull(error);
	if (isStorage && !(await isOnlyThisOne(services, error))) return holdImage(services, waiting);
	// Nothing can be written down; the next look finds out whether the database is back.
	if (isConnectionError(error)) return;
	log.error({ err: error, imageId }, 'a received picture was not stored');
	waiting.failures += 1;
	waiting.notBefore = Date.now() + failureWaitMs * 2 ** (waiting.failures - 1);
	if (waiting.failures < failuresMax) return holdImage(services, waiting);
	await discardPaidImage(services, picture, 'Its picture could not be recorded. It is kept; tell the operator.');
	// Were it so with every picture, all of them would be paid for in vain.
	await countFailure(services, picture.jobId);
}

/**
 * Whether storage refuses these files alone, as where their folder cannot be written to: it takes others at the same
 * moment. A disk that is almost full takes the probe's few bytes too, which proves nothing.
 */
async function isOnlyThisOne(services: Services, error: unknown): Promise<boolean> {
	if (isStorageFull(error) || (await checkStorage(services, { afresh: true })) !== null) return false;
	// It was no trouble of storage's, so that its next failure is not a relapse, for which jobs would pause at once.
	services.storageBreaker.past = null;
	return true;
}

/** Lets the image wait for its picture, for another hour; what was paid is counted with the first time. */
export async function holdImage({ db, log }: Services, waiting: PendingPaidImage): Promise<void> {
	const { imageId: id, jobId, callId, token, call } = waiting.picture;
	try {
		await transact(db, async (trx) => {
			const cost = await getUncountedCost(trx, { callId }, call);
			const held = await claimForUnstoredImage(trx, { id, token, callId, forMs: heldForMs, cost });
			if (held === null) return;
			await deleteOpenCall(trx, callId);
			if (held.isNew) await addJobCost(trx, jobId, cost);
		});
		waiting.heldAt = Date.now();
	} catch (error) {
		log.debug({ err: error, imageId: id }, 'an image is not held for its picture yet');
	}
}

/** Ends the try without the picture, whose cost counts all the same. */
async function discardPaidImage(services: Services, picture: ReceivedImage, lastError: string): Promise<void> {
	const { db, clock, receivedScratch, log, metrics } = services;
	const { imageId: id, jobId, callId, token, call } = picture;
	try {
		const job = await transact(db, async (trx) => {
			const cost = await getUncountedCost(trx, { callId }, call);
			const held = await failImage(trx, { id, token, callId, failure: 'bad_image', lastError, cost });
			await closeCall(trx, { callId, row: { id, jobId } }, { isHeld: held !== null, cost });
			if (held === null) return null;
			const added = held.wasCounted ? noCost : cost;
			return finishAttempt(trx, jobId, { held, failure: 'bad_image', cost: added, now: clock() });
		});
		if (job !== null) metrics.images.inc({ engine: job.engine, result: 'bad_image' });
		await receivedScratch.setAside(callId);
		log.error({ imageId: id, callId }, `a received picture was set aside: ${lastError}`);
	} catch (error) {
		log.debug({ err: error, imageId: id }, 'a picture is not given up yet');
	}
}

/**
 * A picture whose claim was lost: its image takes it when it has none, for which it gets the claim, and else gets it as
 * one more version, which is not the chosen one. Nothing happens when the picture was stored before, or its image is
 * gone. Throws an ImageBusyError while somebody is at work on the image.
 */
async function storeLate(
	trx: DatabaseTransaction,
	{ clock }: Services,
	{ callId, imageId: id, jobId, imageSeed, call }: ReceivedImage,
	{ files, cost }: { readonly files: StoredFiles; readonly cost: AttemptCost },
): Promise<boolean> {
	const row = await lockImageRow(trx, id);
	if (row === undefined || (await hasVersionFromCall(trx, callId))) return false;
	if (row.isClaimed) throw new ImageBusyError();
	if (row.state !== 'stored') {
		await reclaimForUnstoredImage(trx, { id, callId, forMs: heldForMs });
		return true;
	}
	const wasCounted = row.scratchCallId === callId;
	const { model, prompt, promptHash, finishReason } = call;
	const facts = { model, prompt, promptHash, finishReason };
	await addLateVersion(trx, { id, callId, imageSeed, createdAt: clock(), call: facts, cost, wasCounted, ...files });
	await addJobCost(trx, jobId, wasCounted ? noCost : cost);
	const job = await findGenerationJob(trx, 'all', jobId);
	if (job !== undefined) await insertOwnerBlob(trx, { ownerId: job.ownerId, sha256: files.blobSha256 });
	return false;
}
