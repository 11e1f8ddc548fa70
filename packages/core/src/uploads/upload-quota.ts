import { randomUUID } from 'node:crypto';
import type { Database, DatabaseTransaction } from '@adx/db/client/database';
import { sumUnusedBytes } from '@adx/db/repositories/uploads/owner-blobs';
import {
	cancelUploadReservation,
	completeUploadReservation,
	findUploadUsage,
	invalidateUploadUsage,
	reserveUpload,
	setUploadUsage,
	sumUploadsInFlight,
	type UploadReservation,
	type UploadUsageRow,
} from '@adx/db/repositories/uploads/upload-usage';
import { uploadRetentionDays } from '@adx/validators/limits';
import type { UploadUsage } from '@adx/validators/uploads';
import { type RequestContext, requireActor, type Services } from '../platform/context.ts';
import { AppError } from '../platform/errors.ts';

/** A small file costs rows and a block of the disk. */
const fileBytesMin = 32_768;
/** What was taken up or deleted meanwhile is seen then. */
const recountAfterMs = 3_600_000;
const recountAtLimitAfterMs = 5_000;
const countRoundsMax = 3;

export const countedBytes = (sizeBytes: number): number => Math.max(sizeBytes, fileBytesMin);

/** Room for one upload in its owner's quota. */
export interface UploadLease extends AsyncDisposable {
	/** In the transaction that records the upload, last. Without it, disposing gives the room back. */
	settle(trx: DatabaseTransaction, sizeBytes: number): Promise<void>;
	/** The transaction is committed. */
	keep(): void;
}

/**
 * Reserves room for an upload in the caller's quota of unused bytes, and marks its hash as being received. Never more
 * than the quota is reserved, whatever calls at the same time. 409 `upload_quota` when there is too little room.
 *
 * @param sizeBytes as announced; null counts as the smallest file until it has arrived
 */
export async function leaseUpload(
	ctx: RequestContext,
	{ sha256, sizeBytes }: { readonly sha256: string; readonly sizeBytes: number | null },
): Promise<UploadLease> {
	const { userId } = requireActor(ctx);
	const bytes = countedBytes(sizeBytes ?? 0);
	const reservation = { id: randomUUID(), ownerId: userId, sha256, bytes };
	await reserveRoom(ctx, reservation);
	let isKept = false;
	return {
		settle: (trx, actualBytes) => completeUploadReservation(trx, reservation, countedBytes(actualBytes)),
		keep: () => {
			isKept = true;
		},
		[Symbol.asyncDispose]: async () => {
			if (!isKept) await cancelUploadReservation(ctx.db, reservation);
		},
	};
}

/** 409 `upload_quota` when so many bytes more would exceed the caller's quota. */
export async function checkUploadQuota(ctx: RequestContext, bytes: number): Promise<void> {
	const quotaBytes = getQuota(ctx);
	if (quotaBytes === null) return;
	const usage = await findUploadUsage(ctx.db, requireActor(ctx).userId);
	if (usage === undefined || usage.bytes + bytes > quotaBytes) await findRoom(ctx, bytes);
}

/** What the caller's unused uploads take, with those that are being received, as of a few seconds ago. */
export async function readUploadUsage(ctx: RequestContext): Promise<UploadUsage> {
	const { bytes } = await getUsage(ctx);
	return { unusedBytes: bytes, quotaBytes: getQuota(ctx) };
}

function getQuota(ctx: RequestContext): number | null {
	const bytes = ctx.config.uploadQuotaBytes[requireActor(ctx).role];
	return bytes === 0 ? null : bytes;
}

/** What was counted may expire before it is used: a merge is completed, or unused uploads are deleted. */
async function reserveRoom(ctx: RequestContext, reservation: UploadReservation): Promise<void> {
	for (let round = 0; round < countRoundsMax; round += 1) {
		if (await reserve(ctx, reservation)) return;
		await findRoom(ctx, reservation.bytes);
	}
	if (!(await reserve(ctx, reservation))) throw quotaExceeded(ctx, await getUsage(ctx));
}

const reserve = (ctx: RequestContext, reservation: UploadReservation): Promise<boolean> => {
	const now = ctx.clock();
	const countedSince = new Date(now.getTime() - recountAfterMs);
	return reserveUpload(ctx.db, reservation, { quotaBytes: getQuota(ctx), countedSince, now });
};

/** Counts again what may have been used meanwhile; throws where that leaves too little room. */
async function findRoom(ctx: RequestContext, bytes: number): Promise<void> {
	const quotaBytes = getQuota(ctx);
	const usage = await getUsage(ctx);
	if (quotaBytes !== null && usage.bytes + bytes > quotaBytes) throw quotaExceeded(ctx, usage);
}

/** The value of a few seconds ago. */
async function getUsage(ctx: RequestContext): Promise<UploadUsageRow> {
	const { userId } = requireActor(ctx);
	const usage = await findUploadUsage(ctx.db, userId);
	if (usage !== undefined && ctx.clock().getTime() - usage.countedAt.getTime() < recountAtLimitAfterMs) return usage;
	await recount(ctx, userId);
	return (await findUploadUsage(ctx.db, userId)) ?? { bytes: 0, countedAt: ctx.clock() };
}

const recounts = new WeakMap<Database, Map<string, Promise<void>>>();

/** Once at a time for an owner. */
async function recount(services: Pick<Services, 'db' | 'clock'>, ownerId: string): Promise<void> {
	const running = recounts.get(services.db) ?? new Map<string, Promise<void>>();
	recounts.set(services.db, running);
	const counting = running.get(ownerId) ?? countUnused(services, ownerId).finally(() => void running.delete(ownerId));
	running.set(ownerId, counting);
	await counting;
}

async function countUnused({ db, clock }: Pick<Services, 'db' | 'clock'>, ownerId: string): Promise<void> {
	let before = await findUploadUsage(db, ownerId);
	if (before === undefined) {
		await invalidateUploadUsage(db, ownerId);
		before = await findUploadUsage(db, ownerId);
	}
	if (before === undefined) return;
	// First: whatever is recorded from now on is counted twice rather than not at all.
	const bytesInFlight = await sumUploadsInFlight(db, ownerId);
	const bytes = bytesInFlight + (await sumUnusedBytes(db, ownerId, fileBytesMin));
	await setUploadUsage(db, ownerId, { before, bytes, now: clock() });
}

function quotaExceeded(ctx: RequestContext, { bytes }: UploadUsageRow): AppError {
	const quota = sizeText(getQuota(ctx) ?? 0);
	const message = `Your uploads that nothing uses yet take ${sizeText(bytes)} of the ${quota} that they may take. Start the merge or the collection that they are for, or press 'Delete Unused Uploads' under Database on the home page, then upload the rest. What nothing uses is deleted after ${uploadRetentionDays} days.`;
	return new AppError('STORAGE_FULL', { reason: 'upload_quota', message });
}

/** `19.9 GB`, `640 MB`. */
function sizeText(bytes: number): string {
	const [size, unit] = bytes >= 1e9 ? [bytes / 1e9, 'GB'] : [bytes / 1e6, 'MB'];
	return `${Number(size.toFixed(1))} ${unit}`;
}
