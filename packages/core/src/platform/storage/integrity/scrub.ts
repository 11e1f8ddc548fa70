import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordedBlob } from '@adx/db/repositories/platform/blob-damage';
import { acquireScrubLease, listBlobsAfter, saveScrubProgress } from '@adx/db/repositories/platform/storage-scrubs';
import { DamagedObjectError, StorageAwayError } from '../types.ts';
import { recheckObject } from './damage.ts';
import { type RepairServices, repairFile } from './repair-file.ts';

/** A pass through all files starts when the last one ended so long ago. */
export const scrubRestDays = 30;
/** A process that was killed holds the lease for no longer. */
const leaseSeconds = 120;
/** How often the lease is prolonged and the place of the pass written down. */
const saveEveryMs = 10_000;
const sliceRows = 50;
/** What opening a file costs, as bytes: many small files are no lighter work than a few large ones. */
const fileCostBytes = 128 << 10;
/** Shorter waits are added up: a timer is no more exact. */
const waitLeastMs = 20;

export interface ScrubOptions {
	/** Read at most, on average. */
	readonly bytesPerSecond: number;
	/** Stops it at once. */
	readonly signal: AbortSignal;
}

/** What a call verified. */
export interface ScrubResult {
	readonly checkedFiles: number;
	readonly damagedFiles: number;
	/** Whether the pass is through. */
	readonly isEnded: boolean;
}

/**
 * Reads stored files again, slowly and in the order of their hashes, and compares them with their names: what is damaged is
 * marked, logged once and, where it can be, made again; what is whole again loses its mark. Goes on where the last call of
 * any process stopped, one process at a time, and rests for a month after a full pass. Null where nothing was to be done.
 */
export async function scrubFiles(services: RepairServices, options: ScrubOptions): Promise<ScrubResult | null> {
	const { db, log } = services;
	const token = randomUUID();
	const lease = await acquireScrubLease(db, { token, seconds: leaseSeconds, restDays: scrubRestDays });
	if (lease === null) return null;
	const pass = { ...lease, isEnded: false };
	const save = (seconds: number) => {
		const { afterSha256, checkedFiles, damagedFiles, isEnded } = pass;
		return saveScrubProgress(db, { token, seconds, afterSha256, checkedFiles, damagedFiles, isEnded });
	};
	try {
		await continuePass(services, options, pass, () => save(leaseSeconds));
	} finally {
		// Progress that is not stored is verified twice.
		await save(0).catch((error: unknown) => log.debug({ err: error }, 'the place of the scrub was not saved'));
	}
	const { checkedFiles, damagedFiles, startedAt, isEnded } = pass;
	if (isEnded && checkedFiles > 0)
		log.info({ checkedFiles, damagedFiles, startedAt }, 'all stored files were verified');
	return { checkedFiles, damagedFiles, isEnded };
}

interface Pass {
	afterSha256: string;
	checkedFiles: number;
	damagedFiles: number;
	isEnded: boolean;
}

/** @param keep answers whether this process still holds the lease */
async function continuePass(
	services: RepairServices,
	{ bytesPerSecond, signal }: ScrubOptions,
	pass: Pass,
	keep: () => Promise<boolean>,
): Promise<void> {
	const pace = createThrottle(bytesPerSecond, signal);
	let savedAtMs = performance.now();
	const keepIfDue = async () => {
		if (performance.now() - savedAtMs < saveEveryMs) return true;
		savedAtMs = performance.now();
		return keep();
	};
	for (;;) {
		const slice = await listBlobsAfter(services.db, pass.afterSha256, sliceRows);
		for (const blob of slice) {
			if (signal.aborted) return;
			const isWhole = await scrubFile(services, blob, async (bytes) => {
				await pace(bytes);
				if (!(await keepIfDue())) throw new LeaseLost();
			}).catch((error: unknown) => {
				if (error instanceof LeaseLost || signal.aborted) return null;
				throw error;
			});
			if (isWhole === null) return;
			pass.checkedFiles += 1;
			if (!isWhole) pass.damagedFiles += 1;
			pass.afterSha256 = blob.sha256;
		}
		pass.isEnded = slice.length < sliceRows;
		if (pass.isEnded) return;
	}
}

/** Another process goes on. */
class LeaseLost extends Error {}

/** Whether the file is whole; what is damaged is marked and made again where that is possible. */
async function scrubFile(
	services: RepairServices,
	blob: RecordedBlob,
	pace: (bytes: number) => Promise<void>,
): Promise<boolean> {
	await pace(fileCostBytes);
	const found = await reread(services, blob, pace);
	if (found === 'whole' && blob.damagedAt === null) return true;
	if (found === 'unreadable') return false;
	// Another look: the file may have been replaced, or deleted with its row, in the middle of the first one.
	return (await recheckObject(services, blob)) || (await repairFile(services, blob.sha256));
}

/** Reads by small chunks, so that hashing them holds nobody up. Rejects when it is the whole storage that cannot be read. */
async function reread(
	{ storage, log }: RepairServices,
	blob: RecordedBlob,
	pace: (bytes: number) => Promise<void>,
): Promise<'whole' | 'damaged' | 'unreadable'> {
	const hash = createHash('sha256');
	try {
		for await (const chunk of await storage.open(blob)) {
			hash.update(chunk as Buffer);
			await pace((chunk as Buffer).byteLength);
		}
		return hash.digest('hex') === blob.sha256 ? 'whole' : 'damaged';
	} catch (error) {
		if (error instanceof DamagedObjectError) return 'damaged';
		const isOfMedium = error instanceof StorageAwayError || (error instanceof Error && 'syscall' in error);
		if (!(isOfMedium && (await storage.isInPlace()))) throw error;
		log.warn({ err: error, sha256: blob.sha256 }, 'a stored file could not be read');
		return 'unreadable';
	}
}

/** Waits as long as so many bytes take; rejects when the signal aborts. */
function createThrottle(bytesPerSecond: number, signal: AbortSignal): (bytes: number) => Promise<void> {
	let dueMs = performance.now();
	return async (bytes) => {
		signal.throwIfAborted();
		const now = performance.now();
		// Time that was lost elsewhere is not made up for.
		dueMs = Math.max(dueMs, now - waitLeastMs) + (bytes / bytesPerSecond) * 1_000;
		if (dueMs - now >= waitLeastMs) await sleep(dueMs - now, undefined, { signal });
	};
}
