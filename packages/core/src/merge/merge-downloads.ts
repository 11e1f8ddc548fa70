import { randomUUID } from 'node:crypto';
import { isForeignKeyViolation } from '@adx/db/client/database-errors';
import {
	deleteMergeDownload,
	insertMergeDownload,
	renewMergeDownload,
} from '@adx/db/repositories/merge/merge-downloads';
import { findMergeJob } from '@adx/db/repositories/merge/merge-jobs';
import type { Services } from '../platform/context.ts';
import type { ArchiveDownload } from '../platform/downloads/archive-download.ts';
import { notFound } from '../platform/errors.ts';

/** A lease that was not renewed for as long is that of a process that was killed. */
export const downloadLeaseMs = 120_000;
const renewEveryMs = 30_000;

type LeaseServices = Pick<Services, 'db' | 'log'>;

/**
 * What `open` resolves to, which keeps the merge from being deleted from the first byte that is written, or from `acquire`,
 * until the caller disposes it. What is only looked up writes nothing. 404 for a merge that was deleted meanwhile.
 */
export async function withMergeLease(
	services: LeaseServices,
	mergeJobId: string,
	open: () => Promise<ArchiveDownload>,
): Promise<ArchiveDownload> {
	const download = await open().catch(async (error: unknown) => {
		// Its files went while they were laid out.
		throw (await findMergeJob(services.db, 'all', mergeJobId)) === undefined ? notFound('merge') : error;
	});
	let lease: Promise<MergeLease> | undefined;
	const acquire = async () => {
		lease ??= acquireMergeLease(services, mergeJobId);
		await lease;
	};
	return {
		...download,
		acquire,
		writeTo: async (...target) => {
			await acquire();
			await download.writeTo(...target);
		},
		[Symbol.asyncDispose]: async () => {
			await using _download = download;
			const acquired = await lease?.catch(() => undefined);
			await acquired?.[Symbol.asyncDispose]();
		},
	};
}

/**
 * Runs work that reads a merge, which is not deleted meanwhile. Rejects as the work does; errors of the lease as
 * `withMergeLease`'s.
 */
export async function runUnderMergeLease<Result>(
	services: LeaseServices,
	mergeJobId: string,
	work: () => Promise<Result>,
): Promise<Result> {
	await using _lease = await acquireMergeLease(services, mergeJobId);
	// Without the await its failure would have no handler while the lease is given back, which ends the process.
	return await work();
}

/** Keeps a merge from being deleted until it is disposed, which never rejects. */
type MergeLease = AsyncDisposable;

/**
 * Takes a lease of a merge and renews it. 404 for a merge that is deleted. Where the database takes no writes, reading goes
 * on without one: nothing can be deleted there either.
 */
async function acquireMergeLease({ db, log }: LeaseServices, mergeJobId: string): Promise<MergeLease> {
	const id = randomUUID();
	const warn = (err: unknown) => log.warn({ err, mergeJobId }, 'the lease of a download was not written down');
	try {
		await insertMergeDownload(db, { id, mergeJobId });
	} catch (error) {
		if (isForeignKeyViolation(error, 'merge_downloads_merge_job_id_fkey')) throw notFound('merge');
		warn(error);
		return { [Symbol.asyncDispose]: async () => {} };
	}
	const timer = setInterval(() => void renewMergeDownload(db, id).catch(warn), renewEveryMs);
	timer.unref();
	return {
		[Symbol.asyncDispose]: async () => {
			clearInterval(timer);
			// A row that stays expires like that of a killed process.
			await deleteMergeDownload(db, id).catch(warn);
		},
	};
}
