import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createEmbeddedTestDatabase } from './database-testing.ts';
import { addUser } from './rows-testing.ts';

it('a database that an earlier test gave back has neither its rows nor what ANALYZE wrote of them', async () => {
	const statistics = sql<{ count: number }>`select count(*)::int as count from pg_stats where tablename = 'users'`;
	const first = await createEmbeddedTestDatabase();
	await addUser(first.db);
	await sql`analyze users`.execute(first.db);
	expect((await statistics.execute(first.db)).rows[0]!.count).toBeGreaterThan(0);
	await first.destroy();
	const second = await createEmbeddedTestDatabase();
	expect((await statistics.execute(second.db)).rows).toEqual([{ count: 0 }]);
	expect(await second.db.selectFrom('users').select('id').execute()).toEqual([]);
	await second.destroy();
});
