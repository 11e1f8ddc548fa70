import { setTimeout as sleep } from 'node:timers/promises';
import { setDatabaseTime } from '@adx/db/testing/time-testing';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RequestContext } from '../platform/context.ts';
import { AppError } from '../platform/errors.ts';
import { useTestServices } from '../platform/use-services-testing.ts';
import { deleteMerge } from './delete-merge.ts';
import { openMergeDownload } from './get-merge.ts';
import { downloadLeaseMs, runUnderMergeLease, withMergeLease } from './merge-downloads.ts';
import { addFinishedMerge, readDownload, toOwnInput } from './merge-testing.ts';

const test = useTestServices();
let ctx: RequestContext;
let jobId: string;
beforeEach(async () => {
	ctx = await test.contextOf();
	jobId = await addFinishedMerge(test.services, ctx.actor?.userId ?? '');
});
afterEach(() => void vi.useRealTimers());

const open = (by = ctx) => openMergeDownload(by, toOwnInput(jobId));
const leases = () => test.services.db.selectFrom('mergeDownloads').select('renewedAt').execute();

describe('a download of a merge', () => {
	it('keeps it from being deleted from its first byte on, and not before, until it is disposed', async () => {
		await using download = await open();
		expect(await leases()).toEqual([]);
		await Promise.all([download.acquire(), download.acquire()]);
		expect(await leases()).toHaveLength(1);
		await expect(deleteMerge(ctx, toOwnInput(jobId))).rejects.toMatchObject({ reason: 'merge_downloading' });
		await readDownload(download);
		expect(await leases()).toEqual([]);
	});

	it('renews its lease for as long as it takes', async () => {
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
		const startMs = Date.now();
		let nowMs = startMs;
		const setTime = () => setDatabaseTime(ctx.db, new Date(nowMs));
		await setTime();
		await using download = await open(ctx);
		await download.acquire();
		for (nowMs += 30_000; nowMs <= startMs + 2 * downloadLeaseMs; nowMs += 30_000) {
			await setTime();
			vi.advanceTimersByTime(30_000);
			await expect.poll(leases, { timeout: 15_000 }).toEqual([{ renewedAt: new Date(nowMs) }]);
		}
		await expect(deleteMerge(ctx, toOwnInput(jobId))).rejects.toMatchObject({
			reason: 'merge_downloading',
		});
	});

	it('is 404 where the merge is deleted before its first byte, and while it is laid out', async () => {
		await using download = await open();
		await deleteMerge(ctx, toOwnInput(jobId));
		await expect(download.acquire()).rejects.toMatchObject({ code: 'NOT_FOUND' });
		await expect(readDownload(download)).rejects.toMatchObject({ code: 'NOT_FOUND' });
		const damaged = new AppError('UPSTREAM', { reason: 'file_damaged', message: 'A file is missing.' });
		await expect(withMergeLease(ctx, jobId, () => Promise.reject(damaged))).rejects.toMatchObject({
			code: 'NOT_FOUND',
		});
	});

	it('that cannot be laid out rejects with the reason, and leaves no lease', async () => {
		const failing = withMergeLease(ctx, jobId, () => Promise.reject(new Error('damaged')));
		await expect(failing).rejects.toThrow('damaged');
		expect(await leases()).toEqual([]);
		expect(await deleteMerge(ctx, toOwnInput(jobId))).toMatchObject({ success: true });
	});

	it('that fails while it is read under a lease rejects with the reason, and does not end the process', async () => {
		const unhandled = vi.fn();
		process.on('unhandledRejection', unhandled);
		// The embedded database may answer before Node looks for rejections that nobody handles.
		const db = test.services.db.withPlugin({
			transformQuery: ({ node }) => node,
			transformResult: ({ result }) => sleep(5, result),
		});
		try {
			const failing = runUnderMergeLease({ ...ctx, db }, jobId, () => Promise.reject(new Error('damaged')));
			await expect(failing).rejects.toThrow('damaged');
		} finally {
			process.off('unhandledRejection', unhandled);
		}
		expect(unhandled).not.toHaveBeenCalled();
		expect(await leases()).toEqual([]);
	});

	it('is served without a lease where the database takes no writes, and the log says so', async () => {
		const lines: string[] = [];
		const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
		const { db } = test.services;
		await db.schema.alterTable('merge_downloads').renameTo('merge_downloads_elsewhere').execute();
		try {
			expect((await readDownload(await open({ ...ctx, log }))).length).toBeGreaterThan(0);
		} finally {
			await db.schema.alterTable('merge_downloads_elsewhere').renameTo('merge_downloads').execute();
		}
		expect(lines.join()).toContain('the lease of a download was not written down');
	});
});
