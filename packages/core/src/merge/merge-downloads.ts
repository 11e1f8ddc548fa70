import { randomUUID } from 'node:crypto';
import { isForeignKeyViolation } from '@adx/db/client/database-errors';
import {
	deleteMergeDownload,
	insertMergeDownload,
	renewMergeDownload,
} from '@adx/db/repositories/merge/merge-downloads';
import type { Services } from '../platform/context.ts';
import type { ArchiveDownload } from '../platform/downloads/archive-download.ts';
import { notFound } from '../platform/errors.ts';

/** A download that did not say so for as long is that of a process that was killed. */
export const downloadLeaseMs = 120_000;
const renewEveryMs = 30_000;

type LeaseServices = Pick<Services, 'db' | 'clock' | 'log'>;

/**
 * Keeps a merge from being deleted while its files are laid out by `open`, and until what that resolves to is closed. 404
 * for a merge that was deleted just before.
 */
export async function withMergeLease(
	services: LeaseServices,
	mergeJobId: string,
	open: () => Promise<ArchiveDownload>,
): Promise<ArchiveDownload> {
	const end = await acquireLease(services, mergeJobId);
	try {
		const download = await open();
		return { ...download, close: () => end().finally(() => download.close?.()) };
	} catch (error) {
		await end();
		throw error;
	}
}

/** Resolves to what ends the lease. */
async function acquireLease({ db, clock, log }: LeaseServices, mergeJobId: string): Promise<() => Promise<void>> {
	const id = randomUUID();
	try {
		await insertMergeDownload(db, { id, mergeJobId, renewedAt: clock() });
	} catch (error) {
		throw isForeignKeyViolation(error) ? notFound('merge') : error;
	}
	const warn = (err: unknown) => log.warn({ err, mergeJobId }, 'the lease of a download was not written down');
	const timer = setInterval(() => void renewMergeDownload(db, id, clock()).catch(warn), renewEveryMs);
	timer.unref();
	return async () => {
		clearInterval(timer);
		// Nobody waits longer than the lease lasts.
		await deleteMergeDownload(db, id).catch(warn);
	};
}
