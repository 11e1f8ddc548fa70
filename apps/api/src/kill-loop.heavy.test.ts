import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDb } from '@adx/db/client';
import { listImages } from '@adx/db/repositories/generated-images';
import { afterAll, afterEach, expect, it } from 'vitest';
import { ProcessPool } from './spawning.ts';
import { Browser, order } from './testing.ts';

const processes = new ProcessPool();
afterEach(() => processes.killAll());
afterAll(() => processes.removeFolder());

const imageCount = 100;
const killCount = 10;

it('a job of 100 ends with 100 distinct images after 10 times kill -9 at random moments', async () => {
	const dataDir = join(processes.folder, 'data');
	// One thread, so that the job outlasts the kills.
	const variables = { DATA_DIR: dataDir, DEVELOPER_PASSWORDS: 'test', WORKER_CONCURRENCY: '1' };
	const cookies = new Map<string, string>();
	let jobId = '';
	const moments: string[] = [];
	for (let kills = 0; kills < killCount; kills += 1) {
		const server = processes.start(variables);
		const browser = new Browser(await server.origin());
		for (const [name, value] of cookies) browser.cookies.set(name, value);
		if (jobId === '') {
			await browser.signIn('developer', 'test');
			for (const [name, value] of browser.cookies) cookies.set(name, value);
			const { json } = await browser.post('/api/generate', { ...order, batchSize: imageCount });
			({ jobId } = json as { jobId: string });
		}
		const waitMs = Math.round(Math.random() * 900);
		await sleep(waitMs);
		const { progress } = (await browser.call(`/api/generate/${jobId}`)).json as { progress: number };
		server.child.kill('SIGKILL');
		await server.ended;
		moments.push(`${waitMs} ms: ${progress}`);
	}
	console.log(`killed at ${moments.join(', ')}`);

	const last = processes.start(variables);
	const browser = new Browser(await last.origin());
	for (const [name, value] of cookies) browser.cookies.set(name, value);
	let phase = '';
	for (const deadline = Date.now() + 120_000; phase !== 'done' && Date.now() < deadline; await sleep(100)) {
		({ phase } = (await browser.call(`/api/generate/${jobId}`)).json as { phase: string });
	}
	expect(phase).toBe('done');
	last.child.kill('SIGTERM');
	expect(await last.ended).toBe(0);

	const { db, destroy } = await createDb({ dataDir });
	const images = await listImages(db, jobId);
	await destroy();
	expect(images.map(({ state }) => state)).toEqual(Array(imageCount).fill('stored'));
	expect(new Set(images.map(({ blobSha256 }) => blobSha256)).size).toBe(imageCount);
});
