import type { Database } from '../../client/database.ts';

/** Remembers that another session took the place of the one with this id. */
export async function insertReplacedSession(db: Database, id: string, forgetAt: Date): Promise<void> {
	await db
		.insertInto('replacedSessions')
		.values({ id, forgetAt })
		.onConflict((conflict) => conflict.column('id').doUpdateSet({ forgetAt }))
		.execute();
}

export async function isReplacedSession(db: Database, id: string): Promise<boolean> {
	const found = await db.selectFrom('replacedSessions').select('id').where('id', '=', id).executeTakeFirst();
	return found !== undefined;
}

/** Forgets those whose time is over; returns how many. */
export async function deleteExpiredReplacedSessions(db: Database, now: Date): Promise<number> {
	const { numDeletedRows } = await db
		.deleteFrom('replacedSessions')
		.where('forgetAt', '<=', now)
		.executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}
