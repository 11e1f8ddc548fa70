import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../client/database.ts';
import { findOrInsertInstallation, updateInstallation } from '../repositories/platform/installation.ts';
import {
	createEmbeddedTestDatabase,
	createTestDatabase,
	type TestDatabase,
	truncateAll,
} from '../testing/database-testing.ts';
import { addPlannedJob, addPreset, addSale, addUser, storeImages } from '../testing/rows-testing.ts';
import { dumpTables, type RowBatch } from './dump-tables.ts';
import { findFilledTable, restoreTables } from './restore-tables.ts';
import { listTables } from './tables.ts';

let source: TestDatabase;
let target: TestDatabase;
beforeAll(async () => {
	// The second one is embedded in either case: rows of a server fit there, too.
	[source, target] = await Promise.all([createTestDatabase(), createEmbeddedTestDatabase()]);
});
beforeEach(() => Promise.all([truncateAll(source.db), truncateAll(target.db)]));
afterAll(() => Promise.all([source.destroy(), target.destroy()]));

async function dump(db: Database, { withSecrets = true } = {}): Promise<RowBatch[]> {
	const batches: RowBatch[] = [];
	await dumpTables(db, { withSecrets }, (batch) => void batches.push(batch));
	return batches;
}

async function* each(batches: readonly RowBatch[]) {
	yield* batches;
}

/** Every row of every table, each table's in one order. */
async function contents(db: Database): Promise<Record<string, string[]>> {
	const tables: Record<string, string[]> = {};
	for (const { name } of await listTables(db)) {
		const { rows } = await sql<{ row: string }>`
			select to_jsonb(t)::text as row from ${sql.table(name)} t order by 1`.execute(db);
		tables[name] = rows.map(({ row }) => row);
	}
	return tables;
}

async function fill(db: Database): Promise<{ readonly jobId: string }> {
	const [first, second] = [await addUser(db), await addUser(db)];
	// The row refers to one behind it.
	await db.updateTable('users').set({ adoptedBy: second }).where('id', '=', first).execute();
	await addPlannedJob(db, second, 1_200);
	const { job } = await addPlannedJob(db, second, 3);
	await storeImages(db, job.id, 3);
	await setSecrets(db);
	await addPreset(db, second, 'Winter');
	await addSale(db, second);
	await findOrInsertInstallation(db, crypto.randomUUID());
	await updateInstallation(db, { secretKeyFingerprint: 'f'.repeat(32) });
	return { jobId: job.id };
}

const setSecrets = (db: Database) => db.updateTable('generationJobs').set({ sealedApiKey: 'sealed' }).execute();

test('every row comes into an empty database as it was, also of the other kind', async () => {
	await fill(source.db);
	const batches = await dump(source.db);
	expect(await findFilledTable(target.db)).toBeNull();
	const count = await restoreTables(target.db, each(batches));
	const restored = await contents(target.db);
	expect(restored).toEqual(await contents(source.db));
	expect(restored.generated_images).toHaveLength(1_203);
	expect(restored.image_versions!.map((row) => JSON.parse(row).forge_version)).toEqual([2, 2, 2]);
	expect(count).toBe(Object.values(restored).flat().length);
	expect(await findFilledTable(target.db)).not.toBeNull();
});

test('without secrets nothing is in it that the secret key sealed, and the next start may bring any key', async () => {
	const { jobId } = await fill(source.db);
	const batches = await dump(source.db, { withSecrets: false });
	expect(JSON.stringify(batches)).not.toContain('sealed"');
	await restoreTables(target.db, each(batches));
	const job = target.db.selectFrom('generationJobs').select('sealedApiKey').where('id', '=', jobId);
	expect(await job.executeTakeFirst()).toEqual({ sealedApiKey: null });
	const { secretKeyFingerprint, takesAnyKey } = await findOrInsertInstallation(target.db, crypto.randomUUID());
	expect([secretKeyFingerprint, takesAnyKey]).toEqual([null, true]);
});

test('what is written meanwhile is in it whole or not at all', async () => {
	await fill(source.db);
	const before = await contents(source.db);
	const writer = await source.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
	const batches: RowBatch[] = [];
	let writing: Promise<unknown> | undefined;
	await dumpTables(source.db, { withSecrets: true }, async (batch) => {
		batches.push(batch);
		if (writing !== undefined) return;
		writing = addPlannedJob(source.db, writer.id, 5);
		// The embedded database writes when the dump has ended.
		if (source.kind === 'postgres') await writing;
	});
	await writing;
	await restoreTables(target.db, each(batches));
	expect(await contents(target.db)).toEqual(before);
	expect(await contents(source.db)).not.toEqual(before);
});

test('a dump that breaks off leaves the database empty', async () => {
	await fill(source.db);
	const batches = await dump(source.db);
	async function* cut() {
		yield* batches.slice(0, -1);
		throw new Error('cut off');
	}
	await expect(restoreTables(target.db, cut())).rejects.toThrow('cut off');
	expect(await findFilledTable(target.db)).toBeNull();
});
