import type { Insertable } from 'kysely';
import type { Database } from '../../client/database.ts';
import type { EmergencyGrantsTable } from '../../schema/auth-tables.ts';

/** Records that access was given; false when it had been given to this network on this day before. */
export async function insertEmergencyGrant(db: Database, grant: Insertable<EmergencyGrantsTable>): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await db
		.insertInto('emergencyGrants')
		.values(grant)
		.onConflict((conflict) => conflict.columns(['network', 'day']).doNothing())
		.executeTakeFirstOrThrow();
	return numInsertedOrUpdatedRows === 1n;
}

/** Forgets what was given before the given day (`2026-11-21`); returns how many rows that were. */
export async function deleteEmergencyGrantsBefore(db: Database, day: string): Promise<number> {
	const { numDeletedRows } = await db.deleteFrom('emergencyGrants').where('day', '<', day).executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}
