import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestStores } from '@adx/core/platform/storage/stores-testing';
import { createDb } from '@adx/db/client/database';
import { listImages } from '@adx/db/repositories/generation/generated-images';
import { afterAll, afterEach, expect, it } from 'vitest';
import { ProcessPool } from '../testing/process-testing.ts';
import { Browser, generationRequest } from '../testing/server-testing.ts';

const processes = new ProcessPool();
afterEach(() => processes.killAll());
afterAll(() => processes.removeFolder());

const imageCount = 40;
/** What one slice holds: 8 rows per drawing thread. */
const inFlightMax = 2 * 8;

interface Progress {
	readonly phase: string;
	readonly progress: number;
}

async function waitFor(browser: Browser, jobId: string, isReached: (job: Progress) => boolean): Promise<void> {
	for (const deadline = Date.now() + 80_000; Date.now() < deadline; await sleep(50)) {
		if (isReached((await browser.call(`/api/generate/${jobId}`)).json as Progress)) return;
	}
	throw new Error('The job did not get there.');
}

it('finishes a job after kill -9 with all images distinct and repeats at most those in flight', async () => {
	const dataDir = join(processes.folder, 'killed');
	const stores = await createTestStores();
	const variables = { ...stores.variables, DATA_DIR: dataDir, DEVELOPER_PASSWORDS: 'test', WORKER_CONCURRENCY: '2' };
	const first = processes.start(variables);
	const browser = new Browser(await first.origin());
	await browser.signIn('developer', 'test');
	const { json } = await browser.post('/api/generate', { ...generationRequest, batchSize: imageCount });
	const { jobId } = json as { jobId: string };
	await waitFor(browser, jobId, ({ progress }) => progress >= 15);
	first.child.kill('SIGKILL');
	await first.ended;

	const second = processes.start(variables);
	const returning = new Browser(await second.origin());
	for (const [name, value] of browser.cookies) returning.cookies.set(name, value);
	await waitFor(returning, jobId, ({ phase }) => phase === 'done');
	second.child.kill('SIGTERM');
	expect(await second.ended).toBe(0);

	const { db, destroy } = await createDb({ databaseUrl: stores.variables.DATABASE_URL, dataDir });
	const images = await listImages(db, jobId);
	await destroy();
	await stores.close();
	expect(images.map(({ state }) => state)).toEqual(Array(imageCount).fill('stored'));
	expect(new Set(images.map(({ blobSha256 }) => blobSha256)).size).toBe(imageCount);
	const repeated = images.reduce((sum, { attempts }) => sum + attempts - 1, 0);
	expect(repeated).toBeLessThanOrEqual(inFlightMax);
}, 300_000);
