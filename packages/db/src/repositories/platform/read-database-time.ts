import type { Database } from '../../client/database.ts';
import { databaseMoment } from '../../client/database-time.ts';

/** What time it is for the database. */
export async function readDatabaseTime(db: Database): Promise<Date> {
	return (await db.selectNoFrom(databaseMoment.as('now')).executeTakeFirstOrThrow()).now;
}
