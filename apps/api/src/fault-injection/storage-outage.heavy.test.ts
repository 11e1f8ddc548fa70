import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestBucket } from '@adx/core/platform/storage/s3/s3-testing';
import { createDb } from '@adx/db/client/database';
import { listImages } from '@adx/db/repositories/generation/generated-images';
import { createTestDatabase } from '@adx/db/testing/database-testing';
import { type FakeGemini, startFakeGemini } from '@adx/fakes/gemini';
import { startTcpProxy, type TcpProxy } from '@adx/fakes/tcp-proxy';
import { afterAll, expect, it } from 'vitest';
import { ProcessPool } from '../testing/process-testing.ts';
import { type Browser, generationRequest } from '../testing/server-testing.ts';
import { createRestarter } from './kills-testing.ts';

// A paid job whose files are out of reach for a while, a folder as when a volume is not mounted, or an object store, on a server
// that runs by itself.

const processes = new ProcessPool();
const fakes: FakeGemini[] = [];
const lines: TcpProxy[] = [];
afterAll(async () => {
	processes.killAll();
	for (const fake of fakes) await fake.close();
	for (const line of lines) await line.close();
	processes.removeFolder();
});

const geminiApiKey = 'AIza-storage-away';
const withoutPostgres = !process.env.TEST_DATABASE_URL;
if (withoutPostgres) console.log('Skipped on PostgreSQL, since TEST_DATABASE_URL names none: storage that is away.');

interface Job {
	readonly phase: string;
	readonly pauseReason: string | null;
	readonly errorMessage: string | null;
	readonly progress: number;
}

/** What a server's files lie in. */
interface Medium {
	readonly variables: Readonly<Record<string, string>>;
	takeAway(): void;
	bringBack(): void;
}

async function prepareFolder(dataDir: string): Promise<Medium> {
	const files = join(dataDir, 'files');
	return {
		variables: {},
		takeAway: () => {
			renameSync(files, `${files}.away`);
			writeFileSync(files, '');
		},
		bringBack: () => {
			rmSync(files);
			renameSync(`${files}.away`, files);
		},
	};
}

async function prepareStore(): Promise<Medium> {
	const bucket = await createTestBucket();
	const line = await startTcpProxy(bucket.port);
	lines.push(line);
	const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');
	return {
		variables: { ...bucket.variables, S3_ENDPOINT: line.origin, SECRET_KEY },
		takeAway: line.cut,
		bringBack: line.restore,
	};
}

/** A server with an empty folder and a Gemini of its own, and the job that it works on. */
async function prepare(name: string, databaseUrl: string | null, prepareMedium: (dataDir: string) => Promise<Medium>) {
	const fake = await startFakeGemini({ sizePx: 16, paintsForMs: 200 });
	fakes.push(fake);
	const dataDir = join(processes.folder, name);
	const medium = await prepareMedium(dataDir);
	const variables = {
		...medium.variables,
		DATA_DIR: dataDir,
		DEVELOPER_PASSWORDS: 'test',
		GEMINI_BASE_URL: fake.origin,
		GEMINI_RATE_PER_MINUTE: '60000',
		...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
	};
	// Three of them start at once.
	const start = createRestarter(processes, variables);
	return {
		fake,
		start,
		order: async (browser: Browser, batchSize: number) => {
			const { json } = await browser.post('/api/generate', {
				...generationRequest,
				batchSize,
				engine: 'gemini',
				geminiApiKey,
			});
			return (json as { jobId: string }).jobId;
		},
		takeAway: medium.takeAway,
		bringBack: medium.bringBack,
		waiting: () => readdirSync(join(dataDir, 'scratch', 'paid')),
		/** The images as they are in the end, the server stopped. */
		images: async (jobId: string) => {
			const { db, destroy } = await createDb(databaseUrl === null ? { dataDir } : { databaseUrl });
			const images = await listImages(db, jobId);
			await destroy();
			return images;
		},
	};
}

const lookAt = async (browser: Browser, jobId: string) => (await browser.call(`/api/generate/${jobId}`)).json as Job;

async function waitFor(browser: Browser, jobId: string, isReached: (job: Job) => boolean): Promise<Job> {
	let job = await lookAt(browser, jobId);
	for (const deadline = Date.now() + 180_000; !isReached(job) && Date.now() < deadline; await sleep(50)) {
		job = await lookAt(browser, jobId);
	}
	return job;
}

function expectWhole(images: Awaited<ReturnType<typeof listImages>>, count: number, fake: FakeGemini) {
	expect(images.map(({ state }) => state)).toEqual(Array(count).fill('stored'));
	expect(images.map(({ paidCalls }) => paidCalls)).toEqual(Array(count).fill(1));
	expect(new Set(images.map(({ blobSha256 }) => blobSha256)).size).toBe(count);
	expect(fake.count()).toBe(count);
}

const imageCount = 50;
const awayMs = 60_000;

async function runThroughOutage(name: string, databaseUrl: string | null) {
	const {
		fake,
		start,
		order: orderImages,
		takeAway,
		bringBack,
		images,
	} = await prepare(name, databaseUrl, prepareFolder);
	const { server, browser } = await start();
	const jobId = await orderImages(browser, imageCount);
	await waitFor(browser, jobId, ({ progress }) => progress >= 10);
	takeAway();
	const backAt = Date.now() + awayMs;
	const paused = await waitFor(browser, jobId, ({ phase }) => phase === 'paused');
	expect(paused).toMatchObject({
		phase: 'paused',
		pauseReason: 'storage_away',
		errorMessage: expect.stringContaining('Nothing that was paid for is lost'),
	});
	const calls = fake.count();
	const resume = () => browser.post(`/api/generate/${jobId}/resume`, { geminiApiKey });
	while (Date.now() < backAt) {
		const { status, json } = await resume();
		expect([status, (json as { reason: string }).reason]).toEqual([409, 'storage_away']);
		await sleep(Math.min(10_000, Math.max(0, backAt - Date.now())));
	}
	expect(fake.count()).toBe(calls);
	bringBack();
	expect((await resume()).status).toBe(200);
	expect(await waitFor(browser, jobId, ({ phase }) => phase === 'done')).toMatchObject({ progress: imageCount });
	server.child.kill('SIGTERM');
	expect(await server.ended).toBe(0);
	console.log(`${calls} calls until the pause at ${paused.progress}, ${fake.count()} in all; log:\n${server.err()}`);
	// One line for each change, not one for each try.
	expect(server.err().trim().split('\n').length).toBeLessThan(10);
	expectWhole(await images(jobId), imageCount, fake);
}

// All of them wait most of the time.
it.concurrent('a paid job of 50 whose storage refuses for a minute makes 50 calls, on the embedded database', () =>
	runThroughOutage('embedded', null));

it.skipIf(withoutPostgres).concurrent(
	'a paid job of 50 whose storage refuses for a minute makes 50 calls, on PostgreSQL',
	async () => {
		const database = await createTestDatabase();
		await runThroughOutage('server', database.databaseUrl);
		await database.destroy();
	},
);

/** The server is killed in the middle of the outage, when nothing is being painted. */
async function killDuringOutage(
	server: Awaited<ReturnType<typeof prepare>>,
	{ count, awayMs = 0 }: { readonly count: number; readonly awayMs?: number },
) {
	const { fake, start, order: orderImages, takeAway, bringBack, waiting, images } = server;
	const first = await start();
	const jobId = await orderImages(first.browser, count);
	await waitFor(first.browser, jobId, ({ progress }) => progress >= count / 4);
	takeAway();
	const backAt = Date.now() + awayMs;
	const { progress } = await waitFor(first.browser, jobId, ({ phase }) => phase === 'paused');
	const calls = fake.count();
	expect(waiting()).toHaveLength(calls - progress);
	first.server.child.kill('SIGKILL');
	await first.server.ended;
	await sleep(Math.max(0, backAt - Date.now()));
	bringBack();
	const second = await start();
	expect(await waitFor(second.browser, jobId, (job) => job.progress === calls)).toMatchObject({ phase: 'paused' });
	expect(waiting()).toEqual([]);
	expect(fake.count()).toBe(calls);
	expect((await second.browser.post(`/api/generate/${jobId}/resume`, { geminiApiKey })).status).toBe(200);
	await waitFor(second.browser, jobId, ({ phase }) => phase === 'done');
	second.server.child.kill('SIGTERM');
	expect(await second.server.ended).toBe(0);
	expectWhole(await images(jobId), count, fake);
}

it.concurrent('pictures that wait are stored after kill -9, without another call', async () =>
	killDuringOutage(await prepare('killed', null, prepareFolder), { count: 20 }));

const withoutStore = !process.env.TEST_S3_URL;
if (withoutStore) console.log('Skipped, since there is no object store: one that is away.');

it.skipIf(withoutStore).concurrent(
	'a paid job of 200 whose object store is away, and whose server is killed meanwhile, makes 200 calls',
	async () => killDuringOutage(await prepare('store', null, prepareStore), { count: 200, awayMs }),
);
