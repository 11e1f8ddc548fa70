import { sql } from 'kysely';
import type { Database } from '../client/database.ts';

/**
 * Lets the database refuse what is written about images, until the returned function is called. Like any trigger it is
 * there for every connection.
 *
 * @param condition in SQL, of the row as it would be: `new.state = 'stored'`
 * @param errorCode the SQLSTATE that it refuses with; by default one of no particular meaning
 */
export async function rejectImageWrites(
	db: Database,
	condition: string,
	errorCode = 'P0001',
): Promise<() => Promise<void>> {
	await sql`
		create or replace function refuse_for_test() returns trigger language plpgsql as
		$$ begin raise exception 'the database refuses' using errcode = tg_argv[0]; end $$`.execute(db);
	await sql`
		create trigger refused_for_test before update on generated_images for each row when (${sql.raw(condition)})
		execute function refuse_for_test(${sql.lit(errorCode)})`.execute(db);
	return async () => {
		await sql`drop function if exists refuse_for_test cascade`.execute(db);
	};
}
