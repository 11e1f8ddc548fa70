import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isConnectionError } from '@adx/db/client/database-errors';
import { findGenerationJob } from '@adx/db/repositories/generation/generation-jobs';
import { setKeyVerified } from '@adx/db/repositories/generation/job-phases';
import { getCalledModel } from '@adx/db/repositories/generation/job-waits';
import type { GeneratedImageRow, GenerationJobRow } from '@adx/db/schema/generation-tables';
import { imageSizePx } from '@adx/validators/limits';
import { getServiceSettings } from '../../engines/service-settings.ts';
import { type EncodedImage, EngineError, type EngineImage, type RemoteCall } from '../../engines/types.ts';
import type { Services } from '../../platform/context.ts';
import { probeEveryMs } from '../../platform/storage/circuit-breaker.ts';
import { drawSketch } from '../references/draw-sketch.ts';
import { readCallReferences } from '../references/read-references.ts';
import { getVersionSeed, giveUpAfterCrashes } from '../run/generate-local.ts';
import { type ImageTask, type RemoteImageTask, traceImage } from '../run/image-task.ts';
import { releaseAndStop, releaseForRetry } from '../run/release-row.ts';
import { countRemoteCall, handleCallError } from './handle-call-error.ts';
import { decryptJobKey, isKeyMissing } from './job-key.ts';
import { acquireLease, type Lease, releaseLease, renewLease, renewLeaseEveryMs } from './key-leases.ts';
import { getBreakerWaitMs, recordSuccess } from './model-circuit-breaker.ts';
import { ClaimLostError, openCall } from './open-calls.ts';
import type { ReceivedImage } from './received-scratch.ts';
import { mayCall } from './storage-gate.ts';
import { storeReceived } from './store-received.ts';

/** Waiting this long is worth no message of its own. */
const shortWaitMs = 1_000;
const shortWaitsMax = 4;
/** A call under way is already paid for, so a process that is stopping gives it this long to finish. */
const graceMs = 8_000;

/**
 * Has one row painted with the job's key, within what key and model allow, and stores the result; a failure is dealt
 * with as `decideFailure` says. Returns how long nobody should call for this job; in that case the row was not started.
 */
export async function generateRemote(services: Services, work: ImageTask): Promise<number> {
	if (await giveUpAfterCrashes(services, work)) return 0;
	// Read again, since the row may have waited behind others: the job may be paused or on another model by now.
	const job = await findGenerationJob(services.db, 'all', work.job.id);
	if (job === undefined || !mayGenerate(job, work.row)) return 0;
	const { model, apiKeyId } = job;
	const calledModel = getCalledModel(job);
	const apiKey = decryptJobKey(services, job);
	const isKeyLost = apiKey === null && (job.sealedApiKey !== null || isKeyMissing(services, job));
	if (isKeyLost || model === null || calledModel === null || apiKeyId === null) {
		const message = 'The API key can no longer be read. Enter it again.';
		await releaseAndStop(services, work, { reason: 'key_refused', message, apiKeyId: null, call: null });
		return 0;
	}
	if (await hasReceivedImage(services, work.row)) return probeEveryMs;
	const inputs = await readCallReferences(services, job);
	if ('problem' in inputs) {
		if (inputs.problem === 'away') return probeEveryMs;
		await releaseAndStop(services, work, { ...referenceLost, apiKeyId: null, call: null });
		return 0;
	}
	// Before the lease, so that nobody waits for it.
	const sketch = job.usesSketch ? await drawSketch(services, work) : undefined;
	const remote: RemoteImageTask = { ...work, job, model, calledModel, apiKeyId, callId: randomUUID() };
	const lease = await waitForLease(services, remote);
	if ('waitMs' in lease) return lease.waitMs;
	await traceImage(services, remote, () =>
		callAndStore(services, remote, { ...inputs, sketch, apiKey, leaseId: lease.leaseId }),
	);
	return 0;
}

/** Without it, images would be paid for that look like nobody. */
const referenceLost = {
	reason: 'requests_refused',
	message:
		'A reference image of this job is missing or damaged in the storage of this installation. Replace it, then try again.',
} as const;

interface CallInputs {
	readonly apiKey: string | null;
	readonly leaseId: string;
	readonly sketch: EncodedImage | undefined;
	readonly references: readonly EncodedImage[];
}

async function callAndStore(services: Services, remote: RemoteImageTask, inputs: CallInputs): Promise<void> {
	const { job, calledModel, apiKeyId, callId } = remote;
	const image = await call(services, remote, inputs);
	if (image === null) return;
	const picture = toReceivedImage(remote, image.call);
	if (!services.receivedScratch.has(callId)) await services.receivedScratch.persist(picture, image.full.bytes);
	await storeReceived(services, picture, image);
	if (!job.keyProven) await setKeyVerified(services.db, job.id, apiKeyId, true);
	await recordSuccess(services, calledModel);
}

/** The conditions of a claim, once more. */
function mayGenerate({ phase }: GenerationJobRow, row: GeneratedImageRow): boolean {
	if (phase === 'paused' || phase === 'cancelling') return false;
	return row.redraw || phase === 'running' || phase === 'queued';
}

/**
 * Whether a picture of the image lies in scratch; then it is to be stored next, which it can be once the image is handed
 * back. The worker that claimed the image before may have been killed after the picture came.
 */
async function hasReceivedImage({ receivedScratch }: Services, { id, attempts }: GeneratedImageRow): Promise<boolean> {
	if (attempts > 1) await receivedScratch.load(0, id);
	const waiting = receivedScratch.waiting().filter(({ picture }) => picture.imageId === id);
	for (const { picture, isLate } of waiting) if (isLate) receivedScratch.letWait(picture.callId);
	return waiting.length > 0;
}

async function waitForLease(
	services: Services,
	{ job, calledModel, apiKeyId, signal }: RemoteImageTask,
): Promise<Lease> {
	const { db } = services;
	const limits = getServiceSettings(services, job.engine);
	for (let waits = 0; ; waits += 1) {
		const openMs = mayCall(services) ? await getBreakerWaitMs(services, calledModel) : probeEveryMs;
		const lease =
			openMs > 0 ? { waitMs: openMs } : await acquireLease({ db, limits }, apiKeyId, { alone: !job.keyProven });
		if ('leaseId' in lease) return lease;
		if (lease.waitMs >= shortWaitMs || waits === shortWaitsMax) {
			return { waitMs: Math.max(lease.waitMs, shortWaitMs) };
		}
		await sleep(lease.waitMs, undefined, { signal }).catch(() => {});
		// Handed back with the claim, as if it had not been taken up.
		if (signal.aborted) return { waitMs: shortWaitMs };
	}
}

/** Null when there is no picture; what that means is written down already. */
async function call(
	services: Services,
	work: RemoteImageTask,
	{ apiKey, leaseId, sketch, references }: CallInputs,
): Promise<(EngineImage & { readonly call: RemoteCall }) | null> {
	const { row, job, engine, model, callId } = work;
	const { receivedScratch, log } = services;
	let unanswered: RemoteCall | null = null;
	const grace = withGrace(work.signal, graceMs);
	const renewal = setInterval(() => {
		renewLease(services, leaseId).catch((error: unknown) => log.warn({ err: error }, 'lease was not renewed'));
	}, renewLeaseEveryMs);
	try {
		const image = await engine.draw({
			traits: row.traits,
			imageSeed: getVersionSeed(row),
			sizePx: imageSizePx,
			previews: true,
			remote: {
				apiKey,
				model,
				...(job.engineAddress === null ? {} : { address: job.engineAddress }),
				...(job.workflow === null ? {} : { workflow: job.workflow }),
				sketch,
				references,
				hasStyleLock: job.styleLock,
				isSoftened: (row.tries.blocked ?? 0) > 0,
				started: async (remoteCall) => {
					await openCall(services, work, remoteCall);
					unanswered = remoteCall;
				},
				received: (bytes, remoteCall) => receivedScratch.persist(toReceivedImage(work, remoteCall), bytes),
			},
			signal: grace.signal,
		});
		if (image.call === undefined) throw new TypeError('The engine of a service tells of its call.');
		countRemoteCall(services, model, 'picture', image.call);
		return { ...image, call: image.call };
	} catch (error) {
		if (error instanceof ClaimLostError) return null;
		// Nothing was sent.
		if (unanswered === null && isConnectionError(error)) throw error;
		// What was received stays until it is written down what became of it.
		receivedScratch.letWait(callId, probeEveryMs);
		const isReceived = receivedScratch.has(callId);
		if (grace.signal.aborted) {
			// It may be charged all the same.
			if (!isReceived && unanswered !== null) await releaseUnanswered(services, work, unanswered);
			return null;
		}
		if (isReceived && !(error instanceof EngineError)) {
			// A fault of ours, such as too little memory to encode it, says nothing against the picture.
			log.warn({ imageId: row.id, callId }, 'a received picture was not read; it is tried again');
			receivedScratch.letWait(callId);
			return null;
		}
		await handleCallError(services, work, { error, random: randomOf(row) });
		if (isReceived) await receivedScratch.setAside(callId);
		return null;
	} finally {
		grace.end();
		clearInterval(renewal);
		// It ends by itself; what was painted must not get lost over it.
		await releaseLease(services, leaseId).catch((error: unknown) =>
			log.warn({ err: error }, 'lease was not given back'),
		);
	}
}

async function releaseUnanswered(services: Services, work: RemoteImageTask, call: RemoteCall): Promise<void> {
	const message = 'The server was stopped while the image was painted.';
	countRemoteCall(services, work.model, 'unanswered', call);
	const again = { delayMs: 0, failureCounts: work.row.tries, countAttempt: false, message, call };
	await releaseForRetry(services, work, again).catch((error: unknown) => {
		services.log.warn({ err: error, imageId: work.row.id }, 'a call that was cut off is not counted');
	});
}

function toReceivedImage({ row, token, callId }: RemoteImageTask, call: RemoteCall): ReceivedImage {
	const { id: imageId, jobId, tokenNumber } = row;
	return { callId, imageId, jobId, tokenNumber, token, imageSeed: getVersionSeed(row), call };
}

/** From 0 to 1; the same for the same try, so that a job's course can be repeated. */
function randomOf({ id, tries }: GeneratedImageRow): number {
	const hash = createHash('sha256').update(id).update(JSON.stringify(tries)).digest();
	return hash.readUInt32BE() / 2 ** 32;
}

/** A signal that follows another one `ms` later; `end` stops following. */
function withGrace(signal: AbortSignal, ms: number): { readonly signal: AbortSignal; end(): void } {
	const controller = new AbortController();
	let timer: NodeJS.Timeout | undefined;
	const follow = () => {
		timer = setTimeout(() => controller.abort(signal.reason), ms);
	};
	if (signal.aborted) follow();
	else signal.addEventListener('abort', follow, { once: true });
	const end = () => {
		clearTimeout(timer);
		signal.removeEventListener('abort', follow);
	};
	return { signal: controller.signal, end };
}
