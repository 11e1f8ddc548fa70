import { randomBytes } from 'node:crypto';
import { isConnectionError } from '@adx/db/client/database-errors';
import type { Logger } from 'pino';
import { type Storage, StorageFullError } from './types.ts';

/** How soon to look again whether storage is back. */
export const probeEveryMs = 2_000;
/** What was stored so recently proves that storage works. */
const provenForMs = 10_000;
/** Storage that fails again so soon was not back. */
const relapseMs = 30_000;
/** A probe is nobody's, so its age does not matter. */
const probeAgeMs = 24 * 3_600_000;

/** Since when nothing can be stored, and why. */
export interface StorageOutage {
	readonly since: Date;
	readonly reason: 'storage_full' | 'storage_away';
}

/** What one process knows about its storage; other machines may reach theirs. */
export interface StorageCircuitBreaker {
	/** Null while storage works, as far as is known. */
	trouble: StorageOutage | null;
	/** The last trouble, and when it ended. */
	past: { readonly since: Date; readonly endedAt: Date } | null;
	provenAt: Date | null;
	probedAt: Date | null;
	probing: Promise<void> | null;
}

/** A closed breaker: nothing is known against the storage. */
export function createStorageCircuitBreaker(): StorageCircuitBreaker {
	return { trouble: null, past: null, provenAt: null, probedAt: null, probing: null };
}

interface BreakerServices {
	readonly storage: Storage;
	readonly storageBreaker: StorageCircuitBreaker;
	readonly clock: () => Date;
	readonly log: Logger;
}

/** Something was not stored: until a probe succeeds, nobody makes what could not be stored either. Logs the first failure. */
export function recordStorageFailure({ storageBreaker, clock, log }: BreakerServices, error: unknown): void {
	const { trouble, past } = storageBreaker;
	const now = clock();
	const reason = isStorageFull(error) ? 'storage_full' : 'storage_away';
	const isRelapse = past !== null && now.getTime() - past.endedAt.getTime() < relapseMs;
	storageBreaker.trouble = { since: trouble?.since ?? (isRelapse ? past.since : now), reason };
	if (trouble === null && !isRelapse)
		log.error({ err: error, reason }, 'storage takes nothing; work that needs it waits');
}

/** Something was stored. */
export function recordStorageSuccess({ storageBreaker, clock, log }: BreakerServices): void {
	const { trouble, past } = storageBreaker;
	const now = clock();
	storageBreaker.provenAt = now;
	if (trouble === null) return;
	storageBreaker.trouble = null;
	// One that comes and goes is logged once.
	if (past?.since !== trouble.since) log.info({ since: trouble.since }, 'storage is back');
	storageBreaker.past = { since: trouble.since, endedAt: now };
}

/**
 * Whether storage takes what is to be stored; null when it does. Where that is not known from the last few seconds, a
 * small object is stored and deleted, by one caller for all.
 *
 * @param options.afresh looks in any case
 */
export async function checkStorage(
	services: BreakerServices,
	{ afresh = false }: { readonly afresh?: boolean } = {},
): Promise<StorageOutage | null> {
	const { storageBreaker, clock } = services;
	const now = clock().getTime();
	const { trouble, provenAt, probedAt } = storageBreaker;
	const [since, forMs] = trouble === null ? [provenAt, provenForMs] : [probedAt, probeEveryMs];
	const isKnown = since !== null && Math.abs(now - since.getTime()) < forMs;
	if (!isKnown || afresh) {
		storageBreaker.probing ??= probe(services).finally(() => {
			storageBreaker.probing = null;
		});
		await storageBreaker.probing;
	}
	return storageBreaker.trouble;
}

async function probe(services: BreakerServices): Promise<void> {
	const { storage, storageBreaker, clock, log } = services;
	storageBreaker.probedAt = clock();
	try {
		// What is stored under a volume that is not mounted is missing when it is back.
		if (!(await storage.isInPlace())) throw new Error(`the ${storage.place} is gone, or another one`);
		const { sha256 } = await storage.put(randomBytes(16));
		recordStorageSuccess(services);
		// What stays is deleted with the files that no row knows.
		await storage.deleteUnlessFresh(sha256, new Date(Date.now() + probeAgeMs)).catch((error: unknown) => {
			log.debug({ err: error }, 'probe of the storage was not deleted');
		});
	} catch (error) {
		// The database, in which an object store writes down what it stores, is away: that says nothing about storage.
		if (!isConnectionError(error)) recordStorageFailure(services, error);
	}
}

const fullCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100'];

/** Whether the medium is full: as storage, disk, quota or PostgreSQL (53100) say, or an error further down as the cause. */
export function isStorageFull(error: unknown): boolean {
	for (let cause = error; cause instanceof Error; cause = cause.cause) {
		if (cause instanceof StorageFullError || ('code' in cause && fullCodes.includes(cause.code))) return true;
	}
	return false;
}
