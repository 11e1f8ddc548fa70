import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import type { DailyImages } from '../auth/users.ts';

/**
 * Counts images as ordered on that day from one origin. False, and nothing is counted, when they would exceed the limit.
 * Lock the account that orders before: whoever holds an origin waits for no account.
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

/** Forgets from where images were ordered on days that began before. */
export async function deleteNetworkImagesBefore(db: Database, dayStart: Date): Promise<void> {
	await db.deleteFrom('dailyOrigins').where('dayStart', '<', dayStart).execute();
}
