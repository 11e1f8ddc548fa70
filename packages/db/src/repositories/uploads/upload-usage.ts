import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import type { OwnerScope } from '../../schema/database-schema.ts';

export interface UploadUsageRow {
	/** Never less than it is. */
	readonly bytes: number;
	readonly countedAt: Date;
}

export interface UploadReservation {
	readonly id: string;
	readonly ownerId: string;
	readonly sha256: string;
	readonly bytes: number;
}

/** What an owner's unused uploads take; undefined where nobody has counted yet. */
export async function findUploadUsage(db: Database, ownerId: string): Promise<UploadUsageRow | undefined> {
	return db.selectFrom('uploadUsage').select(['bytes', 'countedAt']).where('ownerId', '=', ownerId).executeTakeFirst();
}

/** Owners who ever uploaded. */
export async function listUploadOwners(db: Database, scope: OwnerScope): Promise<readonly string[]> {
	const rows = await db
		.selectFrom('uploadUsage')
		.select('ownerId')
		.$if(scope !== 'all', (query) => query.where('ownerId', '=', scope))
		.orderBy('ownerId')
		.execute();
	return rows.map(({ ownerId }) => ownerId);
}

/** Has the usage of an owner counted before its next use. */
export async function invalidateUploadUsage(db: Database, ownerId: string): Promise<void> {
	await db
		.insertInto('uploadUsage')
		.values({ ownerId })
		.onConflict((conflict) => conflict.column('ownerId').doUpdateSet({ countedAt: sql<Date>`'epoch'` }))
		.execute();
}

/**
 * Writes down what was counted since `before` was read. What was reserved meanwhile is added, and nothing happens when
 * somebody else has counted meanwhile.
 */
export async function setUploadUsage(
	db: Database,
	ownerId: string,
	{ before, bytes, now }: { readonly before: UploadUsageRow; readonly bytes: number; readonly now: Date },
): Promise<void> {
	await db
		.updateTable('uploadUsage')
		.set({ bytes: sql<number>`greatest(bytes - ${before.bytes}::bigint, 0) + ${bytes}::bigint`, countedAt: now })
		.where('ownerId', '=', ownerId)
		.where('countedAt', '=', before.countedAt)
		.execute();
}

/**
 * Counts bytes that are about to arrive, and notes that they do, in one statement. False, and nothing is noted, when they
 * would exceed `quotaBytes` (null is no limit), or when the owner's usage was not counted since `countedSince`.
 */
export async function reserveUpload(
	db: Database,
	{ id, ownerId, sha256, bytes }: UploadReservation,
	{
		quotaBytes,
		countedSince,
		now,
	}: { readonly quotaBytes: number | null; readonly countedSince: Date; readonly now: Date },
): Promise<boolean> {
	const reserved = await db
		.with('counted', (cte) =>
			cte
				.updateTable('uploadUsage')
				.set((eb) => ({ bytes: eb('bytes', '+', bytes) }))
				.where('ownerId', '=', ownerId)
				.where('countedAt', '>=', countedSince)
				.$if(quotaBytes !== null, (query) => query.where((eb) => eb(eb('bytes', '+', bytes), '<=', quotaBytes ?? 0)))
				.returning('ownerId'),
		)
		.insertInto('uploadsInFlight')
		.columns(['id', 'ownerId', 'sha256', 'bytes', 'startedAt'])
		.expression((eb) =>
			eb
				.selectFrom('counted')
				.select([
					sql.val(id).as('id'),
					'counted.ownerId',
					sql.val(sha256).as('sha256'),
					sql<number>`${bytes}::bigint`.as('bytes'),
					sql<Date>`${now}::timestamptz`.as('startedAt'),
				]),
		)
		.returning('id')
		.executeTakeFirst();
	return reserved !== undefined;
}

/** Bytes that are being received for an owner. */
export async function sumUploadsInFlight(db: Database, ownerId: string): Promise<number> {
	const { bytes } = await db
		.selectFrom('uploadsInFlight')
		.select((eb) => sql<number>`coalesce(${eb.fn.sum('bytes')}, 0)::bigint`.as('bytes'))
		.where('ownerId', '=', ownerId)
		.executeTakeFirstOrThrow();
	return bytes;
}

/** The bytes are recorded: they count as many as they turned out to be. */
export async function completeUploadReservation(
	trx: DatabaseTransaction,
	{ id, ownerId, bytes: reserved }: UploadReservation,
	bytes: number,
): Promise<void> {
	await trx.deleteFrom('uploadsInFlight').where('id', '=', id).execute();
	if (bytes === reserved) return;
	await trx
		.updateTable('uploadUsage')
		.set({ bytes: sql<number>`greatest(bytes + ${bytes - reserved}::bigint, 0)` })
		.where('ownerId', '=', ownerId)
		.execute();
}

/** Nothing of what was reserved is kept. */
export async function cancelUploadReservation(db: Database, { id, ownerId, bytes }: UploadReservation): Promise<void> {
	await db
		.with('released', (cte) => cte.deleteFrom('uploadsInFlight').where('id', '=', id).returning('id'))
		.updateTable('uploadUsage')
		.set({ bytes: sql<number>`greatest(bytes - ${bytes}::bigint, 0)` })
		.where('ownerId', '=', ownerId)
		.where(({ exists, selectFrom }) => exists(selectFrom('released').select('released.id')))
		.execute();
}

/** Forgets what a killed process was receiving; its bytes are counted down when the owner's usage is next counted. */
export async function deleteUploadsInFlightBefore(db: Database, before: Date): Promise<void> {
	await db.deleteFrom('uploadsInFlight').where('startedAt', '<', before).execute();
}
