import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';

/** How many images were counted towards that day for the account. */
export async function countDailyImages(db: Database, userId: string, dayStart: Date): Promise<number> {
	const row = await db
		.selectFrom('users')
		.select(countSince(dayStart).as('images'))
		.where('id', '=', userId)
		.executeTakeFirst();
	return row?.images ?? 0;
}

/** How many images were counted towards that day from one origin. */
export async function countNetworkImages(db: Database, originHash: string, dayStart: Date): Promise<number> {
	const row = await db
		.selectFrom('dailyOrigins')
		.select('images')
		.where('originHash', '=', originHash)
		.where('dayStart', '=', dayStart)
		.executeTakeFirst();
	return row?.images ?? 0;
}

export interface DailyImages {
	readonly count: number;
	/** 0 for no limit; the images are counted all the same. */
	readonly limit: number;
	/** When the day started that they count towards. */
	readonly dayStart: Date;
}

/** Counts images towards that day. False, with nothing counted, when they would exceed the limit. */
export async function reserveDailyImages(
	trx: DatabaseTransaction,
	userId: string,
	{ count, limit, dayStart }: DailyImages,
): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable('users')
		.set({ generatedToday: sql`${countSince(dayStart)} + ${count}::integer`, lastGenerationReset: laterOf(dayStart) })
		.where('id', '=', userId)
		.$if(limit > 0, (query) => query.where(sql`${countSince(dayStart)} + ${count}::integer`, '<=', limit))
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

const countSince = (dayStart: Date) =>
	sql<number>`case when last_generation_reset >= ${dayStart} then generated_today else 0 end`;

// If the clocks of two servers differ, the one behind must not start the old day again.
const laterOf = (dayStart: Date) => sql<Date>`greatest(last_generation_reset, ${dayStart})`;

/**
 * Counts images towards that day from one origin. False, with nothing counted, when they would exceed the limit. Lock the
 * account before: what holds an origin's row never waits for an account's.
 */
export async function reserveNetworkImages(
	trx: DatabaseTransaction,
	originHash: string,
	{ count, limit, dayStart }: DailyImages,
): Promise<boolean> {
	if (count > limit) return false;
	const taken = await trx
		.insertInto('dailyOrigins')
		.values({ originHash, dayStart, images: count })
		.onConflict((conflict) =>
			conflict
				.columns(['originHash', 'dayStart'])
				.doUpdateSet({ images: sql<number>`daily_origins.images + excluded.images` })
				.where(sql`daily_origins.images + excluded.images`, '<=', limit),
		)
		.returning('images')
		.executeTakeFirst();
	return taken !== undefined;
}

/** Deletes the counts of days that started before `dayStart`. */
export async function deleteNetworkImagesBefore(db: Database, dayStart: Date): Promise<void> {
	await db.deleteFrom('dailyOrigins').where('dayStart', '<', dayStart).execute();
}
