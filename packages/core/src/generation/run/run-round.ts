import { randomUUID } from 'node:crypto';
import { claimImages, releaseClaim, renewClaim } from '@adx/db/repositories/generation/image-claims';
import type { GeneratedImageRow, GenerationJobRow } from '@adx/db/schema/generation-tables';
import { isServiceEngine } from '@adx/validators/engines/engines';
import { getServiceSettings } from '../../engines/service-settings.ts';
import type { ImageEngine } from '../../engines/types.ts';
import type { Services } from '../../platform/context.ts';
import { generateRemote } from '../remote/generate-remote.ts';
import { storageWaitMs } from '../remote/storage-gate.ts';
import { generateLocal } from './generate-local.ts';
import { type ImageTask, traceImage } from './image-task.ts';

/**
 * Long enough for a slow slice between two renewals, short enough that a killed worker's rows are free soon. What is paid
 * for outlasts a restart of the worker or of the database, after which its picture is stored.
 */
const claimMs = 30_000;
const paidClaimMs = 60_000;
const renewEveryMs = 10_000;
/** What was taken up this often may be what kills processes: from then on it is drawn alone. */
const suspectAttempts = 2;
/** A slice takes about a second, so that others wait no longer than that. */
const rowsPerEngineSlot = 8;
const rowsPerPaidLane = 2;
/** When no row can be claimed they are in hand elsewhere or not due. */
const idleWaitMs = 1_000;

export interface RoundTask {
	readonly job: GenerationJobRow;
	readonly engine: ImageEngine;
	readonly signal: AbortSignal;
	/** No further row is started after this, in milliseconds since 1970. */
	readonly endsAt: number;
}

/**
 * Claims a slice of rows and works on each once. Answers how long nobody should go on with the job: 0 unless there was
 * no row to claim, the engine asked for a pause, or nothing can be stored; null when the job was paused for that.
 */
export async function runRound(services: Services, round: RoundTask): Promise<{ readonly waitMs: number | null }> {
	const { db, log } = services;
	const storageMs = await storageWaitMs(services, round.job);
	if (storageMs !== 0) return { waitMs: storageMs };
	const token = randomUUID();
	const heldForMs = isServiceEngine(round.job.engine) ? paidClaimMs : claimMs;
	const rows = await claimSlice(services, round, { token, forMs: heldForMs });
	if (rows.length === 0) return { waitMs: idleWaitMs };
	const renewal = setInterval(() => {
		renewClaim(db, token, heldForMs).catch((error: unknown) => log.warn({ err: error }, 'claim was not renewed'));
	}, renewEveryMs);
	try {
		const works = rows.map((row) => ({ ...round, row, token }));
		if (isServiceEngine(round.job.engine)) return { waitMs: await generateAllPaid(services, round, works) };
		await waitForAll(works.map((work) => traceImage(services, work, () => generateLocal(services, work))));
		return { waitMs: 0 };
	} finally {
		clearInterval(renewal);
		// What the round did not come to. A picture that waits keeps its image from everybody else.
		const waiting = services.receivedScratch.waiting().filter(({ picture }) => picture.token === token);
		const imageIds = waiting.map(({ picture }) => picture.imageId);
		await releaseClaim(db, token, imageIds);
	}
}

/** Fresh rows by the slice; those that were taken up before and did not come back, one at a time. */
async function claimSlice(
	services: Services,
	{ job, engine }: RoundTask,
	claim: { readonly token: string; readonly forMs: number },
): Promise<GeneratedImageRow[]> {
	const { db } = services;
	const limit = getSliceSize(services, job, engine);
	const fresh = await claimImages(db, job.id, { ...claim, limit, attemptsBelow: suspectAttempts });
	return fresh.length > 0 ? fresh : claimImages(db, job.id, { ...claim, limit: 1 });
}

function getSliceSize(services: Services, { engine: name, keyProven }: GenerationJobRow, engine: ImageEngine): number {
	if (!isServiceEngine(name)) return engine.concurrency * rowsPerEngineSlot;
	return keyProven ? getServiceSettings(services, name).callsAtOnce * rowsPerPaidLane : 1;
}

/** A few rows at once; as soon as one has to wait, no more are started. Returns for how long. */
async function generateAllPaid(
	services: Services,
	{ job, signal, endsAt }: RoundTask,
	works: readonly ImageTask[],
): Promise<number> {
	const left = works.values();
	let waitMs = 0;
	const isOver = () => waitMs > 0 || signal.aborted || services.clock().getTime() >= endsAt;
	// Of one job; the key's own limit holds across all jobs and processes.
	const { callsAtOnce } = getServiceSettings(services, job.engine);
	const lanes = Array.from({ length: callsAtOnce }, async () => {
		for (const work of left) {
			if (isOver()) return;
			waitMs = Math.max(waitMs, await generateRemote(services, work));
		}
	});
	await waitForAll(lanes);
	return waitMs;
}

/** Waits for all of them, then rejects with the first failure. */
async function waitForAll(works: readonly Promise<void>[]): Promise<void> {
	const outcomes = await Promise.allSettled(works);
	const failure = outcomes.find((outcome) => outcome.status === 'rejected');
	if (failure !== undefined) throw failure.reason;
}
