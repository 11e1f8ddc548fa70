import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listImages } from '@adx/db/repositories/generation/generated-images';
import { createTestDatabase, type TestDatabase } from '@adx/db/testing/database-testing';
import { countTransactions, listClientPorts, listLeaderPorts } from '@adx/db/testing/server-activity-testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ProcessPool, type SpawnedServer } from '../testing/process-testing.ts';
import { Browser, generationRequest } from '../testing/server-testing.ts';

const title = 'several processes on one PostgreSQL';
const isPossible = Boolean(process.env.TEST_DATABASE_URL);
if (!isPossible) console.log(`Skipped, since TEST_DATABASE_URL names no PostgreSQL: ${title}.`);

/** What one slice holds: 8 rows per drawing thread. */
const inFlightMax = 8;
const goesOnWithinMs = 40_000;
/** A process of the product whose clock is a minute ahead of its machine's. */
const minuteAhead = [
	'--import',
	`data:text/javascript,${encodeURIComponent(`
		const System = Date;
		globalThis.Date = class Date extends System {
			constructor(...parts) {
				if (parts.length === 0) super(System.now() + 60_000);
				else super(...parts);
			}
			static now() {
				return System.now() + 60_000;
			}
		};
	`)}`,
];

interface Progress {
	readonly phase: string;
	readonly progress: number;
}

describe.skipIf(!isPossible)(title, () => {
	const processes = new ProcessPool();
	let database: TestDatabase;
	beforeAll(async () => {
		database = await createTestDatabase();
	});
	afterEach(() => processes.killAll());
	afterAll(async () => {
		await sleep(500);
		await database.destroy();
		processes.removeFolder();
	});

	const start = (
		ROLE: 'api' | 'worker',
		{ nodeArgs, ...variables }: { readonly nodeArgs?: readonly string[]; readonly DATABASE_POOL_SIZE?: string } = {},
	) =>
		processes.start(
			{
				...variables,
				ROLE,
				DATABASE_URL: database.databaseUrl!,
				DATA_DIR: join(processes.folder, 'shared'),
				SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
				DEVELOPER_PASSWORDS: 'test',
				WORKER_CONCURRENCY: '1',
			},
			nodeArgs,
		);
	const signIn = async (server: SpawnedServer) => {
		const browser = new Browser(await server.origin());
		expect((await browser.signIn('developer', 'test')).status).toBe(200);
		return browser;
	};

	it('goes on within 40 s after kill -9 of one of two workers, and stores each of 200 images once', async () => {
		const browser = await signIn(start('api'));
		const workers = [start('worker'), start('worker')];
		for (const worker of workers) await worker.origin();
		const startedMs = performance.now();
		const { json } = await browser.post('/api/generate', { ...generationRequest, batchSize: 200 });
		const { jobId } = json as { jobId: string };
		const before = await waitFor(browser, jobId, ({ progress }) => progress >= 60);
		const perImageMs = (performance.now() - startedMs) / before.progress;

		const busiest = workers.toSorted((a, b) => usedTicks(b) - usedTicks(a))[0]!;
		busiest.child.kill('SIGKILL');
		const killedMs = performance.now();
		await busiest.ended;
		await start('worker').origin();
		await waitFor(browser, jobId, ({ phase }) => phase === 'done');
		const tookMs = performance.now() - killedMs;
		// One worker may draw all that was left, at half the speed of two.
		const drawingMs = 2 * perImageMs * (200 - before.progress);
		console.log(
			`done ${Math.round(tookMs)} ms after the kill at ${before.progress}, drawing ${Math.round(drawingMs)} ms`,
		);
		expect(tookMs).toBeLessThan(goesOnWithinMs + drawingMs);

		const images = await listImages(database.db, jobId);
		expect(images.map(({ state }) => state)).toEqual(Array(200).fill('stored'));
		expect(new Set(images.map(({ blobSha256 }) => blobSha256)).size).toBe(200);
		expect(images.map(({ claimToken }) => claimToken)).toEqual(Array(200).fill(null));
		const repeated = images.reduce((sum, { attempts }) => sum + attempts - 1, 0);
		console.log(`${repeated} images were taken up twice`);
		expect(repeated).toBeLessThanOrEqual(inFlightMax);
	});

	it('draws none of 1,000 images twice with four workers, one a minute ahead and one killed again and again', async () => {
		const browser = await signIn(start('api'));
		const lasting = [start('worker'), start('worker'), start('worker', { nodeArgs: minuteAhead })];
		for (const worker of lasting) await worker.origin();
		const startedMs = performance.now();
		const { json } = await browser.post('/api/generate', { ...generationRequest, batchSize: 1_000 });
		const { jobId } = json as { jobId: string };
		const isDone = async () => ((await browser.call(`/api/generate/${jobId}`)).json as Progress).phase === 'done';
		let kills = 0;
		while (!(await isDone())) {
			const killed = start('worker');
			await killed.origin();
			for (const end = performance.now() + 10_000; performance.now() < end && !(await isDone()); ) await sleep(250);
			killed.child.kill('SIGKILL');
			await killed.ended;
			kills += 1;
		}
		const images = await listImages(database.db, jobId);
		const repeated = images.reduce((sum, { attempts }) => sum + attempts - 1, 0);
		const seconds = Math.round((performance.now() - startedMs) / 1_000);
		console.log(`1,000 images in ${seconds} s, ${kills} kills, ${repeated} images were taken up twice`);
		expect(images.map(({ state, versionCount }) => [state, versionCount])).toEqual(Array(1_000).fill(['stored', 1]));
		expect(new Set(images.map(({ blobSha256 }) => blobSha256)).size).toBe(1_000);
		// What the killed process held is taken up once more, and nothing else is.
		expect(repeated).toBeLessThanOrEqual(kills * inFlightMax);
		for (const worker of lasting) expect(worker.child.exitCode).toBeNull();
	});

	it('another process leads within seconds when the one that does is killed', async () => {
		const servers = [start('worker'), start('worker'), start('api')];
		for (const server of servers) await server.origin();
		const leaderPorts = () => listLeaderPorts(database.db);
		for (let left = servers.length; left > 1; left -= 1) {
			await expect.poll(leaderPorts, { timeout: 20_000 }).toHaveLength(1);
			const [port] = await leaderPorts();
			const leader = servers.find(({ child }) => portsOf(child.pid!).has(port!))!;
			leader.child.kill('SIGKILL');
			await leader.ended;
			servers.splice(servers.indexOf(leader), 1);
			await expect
				.poll(async () => (await leaderPorts()).filter((each) => each !== port), { timeout: 20_000 })
				.toHaveLength(1);
		}
	});

	it('makes at most three transactions a second while an API and a worker wait', async () => {
		for (const server of [start('api'), start('worker')]) await server.origin();
		// What follows a start is over.
		await sleep(15_000);
		const count = () => countTransactions(database.db);
		const before = await count();
		await sleep(30_000);
		const perSecond = ((await count()) - before) / 30;
		console.log(`${perSecond.toFixed(2)} transactions a second`);
		expect(perSecond).toBeLessThanOrEqual(3);
	});

	it('opens no more connections for queries than DATABASE_POOL_SIZE, and answers every call', async () => {
		const server = start('api', { DATABASE_POOL_SIZE: '2' });
		const browser = await signIn(server);
		const calls = Array.from({ length: 40 }, () => browser.call('/api/jobs'));
		expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(40).fill(200));
		const ports = portsOf(server.child.pid!);
		// Beside the leader's and the one for notifications.
		expect((await listClientPorts(database.db)).filter((port) => ports.has(port)).length).toBeLessThanOrEqual(2 + 2);
	});

	it('an API process killed between many POST /api/generate leaves each job whole or not at all', async () => {
		const batchSize = 300;
		let acknowledged = 0;
		let stored = 0;
		let session: Browser | undefined;
		for (let round = 0; round < 8; round += 1) {
			const server = start('api');
			// One sign-in is enough, since sessions outlive the process; passwords are limited for all processes together.
			const browser = new Browser(await server.origin(), session?.cookies);
			if (session === undefined) expect((await browser.signIn('developer', 'test')).status).toBe(200);
			session = browser;
			const answered: string[] = [];
			const posts = Array.from({ length: 30 }, async (_, index) => {
				const { status, json } = await browser.post('/api/generate', {
					...generationRequest,
					seed: `${round}-${index}`,
					batchSize,
				});
				if (status === 200) answered.push((json as { jobId: string }).jobId);
			});
			const settled = Promise.allSettled(posts);
			// Later each round, so that the kill meets none, some and many of them.
			await sleep(50 + round * 250);
			server.child.kill('SIGKILL');
			await Promise.all([settled, server.ended]);
			const jobs = await database.db
				.selectFrom('generationJobs')
				.leftJoin('generatedImages', 'generatedImages.jobId', 'generationJobs.id')
				.where('generationJobs.batchSize', '=', batchSize)
				.groupBy('generationJobs.id')
				.select((eb) => ['generationJobs.id', eb.fn.count<number>('generatedImages.id').as('rows')])
				.execute();
			expect(jobs.filter(({ rows }) => rows !== batchSize)).toEqual([]);
			const ids = new Set(jobs.map(({ id }) => id));
			expect(answered.filter((id) => !ids.has(id))).toEqual([]);
			acknowledged += answered.length;
			stored = jobs.length;
		}
		console.log(`${acknowledged} of 240 orders answered, ${stored} stored, all whole`);
		expect(acknowledged).toBeGreaterThan(0);
		expect(acknowledged).toBeLessThan(240);
	});
});

async function waitFor(browser: Browser, jobId: string, isReached: (job: Progress) => boolean): Promise<Progress> {
	for (const deadline = Date.now() + 180_000; Date.now() < deadline; await sleep(50)) {
		const job = (await browser.call(`/api/generate/${jobId}`)).json as Progress;
		if (isReached(job)) return job;
	}
	throw new Error('The job did not get there.');
}

/** CPU time of a process so far, in the kernel's ticks: the worker that draws has used more than one that waits. */
function usedTicks({ child }: SpawnedServer): number {
	const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
	return Number(fields[11]) + Number(fields[12]);
}

/** The ports that a process speaks from, over IPv4. */
function portsOf(pid: number): ReadonlySet<number> {
	const sockets = new Set<string | undefined>();
	for (const name of readdirSync(`/proc/${pid}/fd`)) {
		try {
			sockets.add(/^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${name}`))?.[1]);
		} catch {
			// Closed meanwhile.
		}
	}
	const lines = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1);
	const fields = lines.map((line) => line.trim().split(/\s+/)).filter((each) => sockets.has(each[9]));
	return new Set(fields.map(([, local = '']) => Number.parseInt(local.split(':')[1]!, 16)));
}
