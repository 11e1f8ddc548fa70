import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDb, type Database } from '@adx/db/client/database';
import { migrateToLatest } from '@adx/db/migrations/migrate';
import { insertUser } from '@adx/db/repositories/auth/users';
import { insertGenerationJob } from '@adx/db/repositories/generation/generation-jobs';
import { sql } from 'kysely';
import { addSession } from './data/sessions.ts';
import { startProduct } from './processes/product-server.ts';
import { report } from './report.ts';

const jobCount = 100_000;
const pageSize = 20;
const pageCount = 200;

/**
 * Pages of a list of 100,000 jobs of one owner, over HTTP: the first one, and ones from anywhere in the list. On the
 * embedded database, or on that of DATABASE_URL, which must be empty.
 */
export async function run(): Promise<boolean> {
	const directory = await mkdtemp(join(tmpdir(), 'adx-bench-lists-'));
	const databaseUrl = process.env.DATABASE_URL ?? '';
	try {
		const { token, ids } = await prepare(directory, databaseUrl);
		const product = await startProduct(directory, { DATABASE_URL: databaseUrl });
		const read = async (query: string) => {
			const startedAt = performance.now();
			const answer = await fetch(`${product.origin}/api/jobs?limit=${pageSize}${query}`, {
				headers: { cookie: `adx_session=${token}` },
			});
			const page = (await answer.json()) as readonly unknown[];
			if (page.length !== pageSize) throw new Error(`A page had ${page.length} jobs.`);
			return performance.now() - startedAt;
		};
		const first: number[] = [];
		const inside: number[] = [];
		for (let place = 0; place < pageCount; place += 1) {
			// Another query each time: what was asked before is remembered.
			first.push(await read(`&covers=${place % 5}`));
			inside.push(await read(`&cursor=${ids[Math.floor((place / pageCount) * (ids.length - pageSize))]}`));
		}
		await product.stop();
		return report([
			{ name: 'first page of 100,000 jobs, p95', value: p95(first), unit: 'ms', target: { atMost: 20 } },
			{ name: 'a page inside the list, p95', value: p95(inside), unit: 'ms', target: { atMost: 20 } },
		]);
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

const p95 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!;

/** A migrated database with the jobs; returns their ids, newest first, and a session of their owner. */
async function prepare(dataDir: string, databaseUrl: string) {
	const { db, destroy } = await createDb(databaseUrl === '' ? { dataDir } : { dataDir, databaseUrl });
	await migrateToLatest(db);
	const { id: userId } = await insertUser(db, { id: randomUUID() });
	await addJobs(db, userId);
	const token = await addSession(db, userId, {
		method: 'community',
		expiresAt: new Date(Date.now() + 7 * 24 * 3_600_000),
		absoluteExpiresAt: new Date(Date.now() + 30 * 24 * 3_600_000),
	});
	const rows = await db.selectFrom('generationJobs').select('id').orderBy('createdAt', 'desc').execute();
	await destroy();
	return { token, ids: rows.map(({ id }) => id) };
}

async function addJobs(db: Database, userId: string): Promise<void> {
	await insertGenerationJob(db, userId, {
		id: randomUUID(),
		races: ['elf'],
		classes: ['wizard'],
		artStyle: 'bold-classic',
		backgroundType: 'forest-glade',
		batchSize: 1,
		engine: 'forge',
		seed: 'bench',
		createdAt: new Date(),
	});
	await sql`update generation_jobs set phase = 'done', status = 'completed', completed_at = now()`.execute(db);
	await sql`
		insert into generation_jobs
		select (jsonb_populate_record(generation_jobs, jsonb_build_object(
			'id', gen_random_uuid(), 'number', place, 'created_at', created_at - place * interval '1 minute'))).*
		from generation_jobs, generate_series(2, ${sql.lit(jobCount)}) as place`.execute(db);
}
