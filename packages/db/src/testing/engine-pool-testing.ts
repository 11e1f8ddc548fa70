import type { PGlite } from '@electric-sql/pglite';

/** Engines in memory that earlier test files of this process gave back, each with its tables as it was new. */
const idle: { readonly engine: PGlite; readonly tables: readonly string[] }[] = [];

/**
 * A migrated engine in memory without rows: one that an earlier test file of this process gave back, or else the one
 * that `start` makes, which takes ten times as long. Closing it gives it back and makes this reference to it useless,
 * so that what a test left running fails in place of writing into the next one's database.
 */
export async function acquireEngine(start: () => Promise<PGlite>): Promise<PGlite> {
	const used = idle.pop();
	if (used !== undefined) {
		await reset(used.engine, used.tables);
		return wrapLeased(used.engine, used.tables);
	}
	const engine = await start();
	return wrapLeased(engine, await listTables(engine));
}

/** As after the migrations; only the queue's schema stays, as it does for a product that starts again. */
async function reset(engine: PGlite, tables: readonly string[]): Promise<void> {
	const added = (await listTables(engine)).filter((name) => !tables.includes(name));
	if (added.length > 0) await engine.exec(`drop table ${added.join(', ')} cascade`);
	await engine.exec(`truncate ${tables.join(', ')}`);
	// TRUNCATE leaves what ANALYZE wrote, by which the planner would judge the next test's rows.
	await engine.exec('delete from pg_statistic where starelid >= 16384');
	await engine.exec('drop schema if exists test_clock cascade');
}

async function listTables(engine: PGlite): Promise<readonly string[]> {
	const { rows } = await engine.query<{ name: string }>(`
		select quote_ident(tablename) as name from pg_tables
		where schemaname = 'public' and tablename not like 'kysely\\_%'`);
	return rows.map(({ name }) => name);
}

function wrapLeased(engine: PGlite, tables: readonly string[]): PGlite {
	let isReturned = false;
	const release = async () => {
		if (isReturned) return;
		isReturned = true;
		// After what still runs. A transaction that nobody ends keeps it from the next borrower, who starts another.
		await engine.transaction(async () => {});
		idle.push({ engine, tables });
	};
	return new Proxy(engine, {
		get: (target, key) => {
			if (key === 'close') return release;
			if (key === 'closed') return isReturned;
			if (isReturned) throw new Error('This test database was given back.');
			const value: unknown = Reflect.get(target, key);
			// Private fields are the engine's own.
			return typeof value === 'function' ? value.bind(target) : value;
		},
	});
}
