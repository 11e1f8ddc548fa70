import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createDb } from '@adx/db/client/database';
import { listImages } from '@adx/db/repositories/generation/generated-images';
import { createServerDatabase } from '@adx/db/testing/database-testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ProcessPool, type SpawnedServer } from '../testing/process-testing.ts';
import { Browser, generationRequest } from '../testing/server-testing.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/**
 * What ran before: the last release, or while there is none the newest commit of the main line whose migrations are the
 * first of today's. The one before the newest migration need not be one, since branches add migrations side by side.
 */
function findPreviousVersion(): string | null {
	const git = (...args: string[]) => {
		const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
		return status === 0 ? stdout.trim() : '';
	};
	const release = git('describe', '--tags', '--match', 'v*', '--abbrev=0', 'HEAD~');
	if (release !== '') return release;
	const folder = 'packages/db/src/migrations/';
	const migrationsOf = (commit: string) =>
		git('ls-tree', '--name-only', commit, folder)
			.split('\n')
			.filter((path) => /\/\d{4}-[^/]*(?<!\.test)\.ts$/.test(path));
	const current = migrationsOf('HEAD');
	const commits = git('log', '--first-parent', '--format=%H').split('\n');
	for (const commit of commits.filter((commit) => commit !== '')) {
		const migrations = migrationsOf(commit);
		const isFirstOfThese = migrations.every((name, place) => name === current[place]);
		if (isFirstOfThese && migrations.length < current.length) return commit;
	}
	return null;
}

const previous = findPreviousVersion();
const databaseUrl = process.env.TEST_DATABASE_URL || null;
if (previous === null) console.log('Skipped, since there is no history of an earlier version: an upgrade.');
if (databaseUrl === null) console.log('Skipped, since no PostgreSQL was found: an upgrade while processes run.');

describe.skipIf(previous === null)('an upgrade from the version before', () => {
	const checkout = mkdtempSync(join(tmpdir(), 'adx-previous-'));
	const [before, after] = [new ProcessPool(), new ProcessPool()];
	before.entry = join(checkout, 'apps/api/src/main.ts');
	const migrate = (folder: string, variables: Readonly<Record<string, string>>) =>
		spawnSync(process.execPath, ['tooling/bootstrap/run.mjs', 'apps/cli/src/main.ts', 'db:migrate'], {
			cwd: folder,
			env: { PATH: process.env.PATH, HOME: process.env.HOME, ADX_SKIP_ENV_FILE: '1', ...variables },
			encoding: 'utf8',
		});

	beforeAll(() => {
		const archive = spawnSync('git', ['archive', '--format=tar', previous!], { cwd: root, maxBuffer: 2 ** 30 });
		spawnSync('tar', ['-x', '-C', checkout], { input: archive.stdout });
		// Installs what that version needs.
		const scratch = join(checkout, 'scratch');
		mkdirSync(scratch);
		const installed = migrate(checkout, { DATA_DIR: scratch });
		expect(installed.stderr + installed.stdout).toContain('up to date');
	});
	afterEach(() => {
		for (const pool of [before, after]) pool.killAll();
	});
	afterAll(async () => {
		await sleep(500);
		for (const pool of [before, after]) pool.removeFolder();
		rmSync(checkout, { recursive: true, force: true, maxRetries: 5 });
	});

	it.skipIf(databaseUrl === null)(
		'on PostgreSQL fails no call and loses no image while both versions run on one database',
		async () => {
			const database = await createServerDatabase({ isBare: true });
			const variables = {
				DATABASE_URL: database.databaseUrl,
				DATA_DIR: mkdtempSync(join(after.folder, 'shared-')),
				SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
				DEVELOPER_PASSWORDS: 'test-pass',
				WORKER_CONCURRENCY: '1',
				LOG_LEVEL: 'error',
			};
			const start = (pool: ProcessPool, ROLE: 'api' | 'worker') => pool.start({ ...variables, ROLE });
			const oldApi = start(before, 'api');
			const oldWorker = start(before, 'worker');
			const load = new Load(await oldApi.origin());
			await load.signIn();
			await oldWorker.origin();
			const working = load.run();
			await load.orders(3);

			const migrated = migrate(root, { DATABASE_URL: database.databaseUrl, DATA_DIR: variables.DATA_DIR });
			expect(migrated.stderr + migrated.stdout).toContain('up to date');
			await load.orders(3);
			const newApi = start(after, 'api');
			const newWorker = start(after, 'worker');
			load.origins.push(await newApi.origin());
			await newWorker.origin();
			await load.orders(8);
			await end(oldWorker);
			// As a proxy does, before the process ends.
			load.origins.shift();
			await end(oldApi);
			await load.orders(3);
			await load.stop();
			await working;
			expect(load.failures).toEqual([]);

			const { db, destroy } = await createDb({ databaseUrl: database.databaseUrl });
			for (const jobId of load.jobIds) {
				const states = (await listImages(db, jobId)).map(({ state }) => state);
				expect([jobId, states]).toEqual([jobId, Array(imagesPerJob).fill('stored')]);
			}
			await destroy();
			console.log(`${load.jobIds.length} jobs, ${load.callCount} calls, none failed, from ${previous}`);
			await end(newWorker);
			await end(newApi);
			await database.destroy();
		},
		180_000,
	);

	it('of one process with the embedded database keeps it away for less than 10 s, and what was under way goes on', async () => {
		const dataDir = mkdtempSync(join(before.folder, 'data-'));
		const variables = { DATA_DIR: dataDir, DEVELOPER_PASSWORDS: 'test-pass', LOG_LEVEL: 'error' };
		const old = before.start(variables, []);
		const load = new Load(await old.origin());
		await load.signIn();
		const jobId = await load.order({ ...generationRequest, batchSize: 60 });
		const startedMs = performance.now();
		await end(old);
		const next = after.start(variables, []);
		const origin = await next.origin();
		expect((await fetch(`${origin}/readyz`)).status).toBe(200);
		const awayMs = performance.now() - startedMs;
		console.log(`away for ${Math.round(awayMs)} ms, from ${previous}`);
		expect(awayMs).toBeLessThan(10_000);
		load.origins.splice(0, 1, origin);
		await load.waitFor(jobId);
		await end(next);
	});
});

async function end(server: SpawnedServer): Promise<void> {
	server.child.kill('SIGTERM');
	expect(await server.ended).toBe(0);
}

const imagesPerJob = 4;

/** Somebody who orders, looks and marks all the time, at each of the origins in turn. */
class Load {
	readonly origins: string[];
	readonly failures: string[] = [];
	readonly jobIds: string[] = [];
	callCount = 0;
	#isStopped = false;
	#cookies: ReadonlyMap<string, string> = new Map();

	constructor(origin: string) {
		this.origins = [origin];
	}

	async signIn(): Promise<void> {
		const browser = new Browser(this.origins[0]!);
		expect((await browser.signIn('developer', 'test-pass')).status).toBe(200);
		this.#cookies = browser.cookies;
	}

	/** Until it is stopped, or a call fails, after which there may be nothing to wait for. */
	async run(): Promise<void> {
		while (!this.#isStopped) {
			const jobId = await this.order({ ...generationRequest, batchSize: imagesPerJob, seed: `${this.jobIds.length}` });
			if (this.failures.length > 0) return;
			await this.#call('GET', '/api/jobs?limit=20');
			await this.#call('GET', '/api/stats');
			await this.waitFor(jobId);
			const images = (await this.#call('GET', `/api/images/${jobId}`)) as readonly { readonly id: string }[];
			await this.#call('POST', `/api/images/${images[0]!.id}/mark`, { mark: 'kept' });
			await this.#call('POST', `/api/images/${images[1]!.id}/regenerate`);
			await this.waitFor(jobId);
			this.jobIds.push(jobId);
		}
	}

	async order(request: object): Promise<string> {
		return ((await this.#call('POST', '/api/generate', request)) as { readonly jobId: string }).jobId;
	}

	async waitFor(jobId: string): Promise<void> {
		for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(50)) {
			const { phase } = (await this.#call('GET', `/api/generate/${jobId}`)) as { readonly phase: string };
			if (phase === 'done') return;
		}
		throw new Error(`The job ${jobId} did not end.`);
	}

	/** Resolves when that many more jobs are done, and rejects when a call failed. */
	async orders(count: number): Promise<void> {
		const goal = this.jobIds.length + count;
		const isOver = () => this.failures.length > 0 || this.jobIds.length >= goal;
		await expect.poll(isOver, { timeout: 90_000 }).toBe(true);
		expect(this.failures).toEqual([]);
	}

	async stop(): Promise<void> {
		this.#isStopped = true;
	}

	async #call(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
		const browser = new Browser(this.origins[this.callCount % this.origins.length]!, this.#cookies);
		this.callCount += 1;
		const { status, json } = await browser.call(path, { method, ...(body === undefined ? {} : { body }) });
		if (status >= 400) this.failures.push(`${method} ${path} answered ${status}: ${JSON.stringify(json)}`);
		return json;
	}
}
