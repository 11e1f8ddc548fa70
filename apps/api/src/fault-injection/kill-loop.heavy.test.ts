import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDb } from '@adx/db/client/database';
import { listImages } from '@adx/db/repositories/generation/generated-images';
import { startFakeGemini } from '@adx/fakes/gemini';
import { afterAll, afterEach, expect, it } from 'vitest';
import { ProcessPool } from '../testing/process-testing.ts';
import { generationRequest } from '../testing/server-testing.ts';
import { createRestarter } from './kills-testing.ts';

const processes = new ProcessPool();
afterEach(() => processes.killAll());
afterAll(() => processes.removeFolder());

interface Loop {
	readonly variables: Readonly<Record<string, string>>;
	readonly order: object;
	readonly kills: number;
	/** A job is killed at most so late after its process began to serve. */
	readonly killAfterMsMax: number;
}

interface EndedJob {
	readonly phase: string;
	readonly paidCalls: number;
	readonly costUsd: number;
	readonly estimatedUsd: number;
}

/** Kills the process that works on a job again and again, then lets it end; answers what it says it cost, and the images as they are stored. */
async function runThroughKills({ variables, order: body, kills: killCount, killAfterMsMax }: Loop) {
	const dataDir = variables.DATA_DIR ?? '';
	const start = createRestarter(processes, variables);
	let jobId = '';
	const moments: string[] = [];
	for (let kills = 0; kills < killCount; kills += 1) {
		const { server, browser } = await start();
		if (jobId === '') {
			const { json } = await browser.post('/api/generate', body);
			({ jobId } = json as { jobId: string });
		}
		const waitMs = Math.round(Math.random() * killAfterMsMax);
		await sleep(waitMs);
		const { progress } = (await browser.call(`/api/generate/${jobId}`)).json as { progress: number };
		server.child.kill('SIGKILL');
		await server.ended;
		moments.push(`${waitMs} ms: ${progress}`);
	}
	console.log(`killed at ${moments.join(', ')}`);

	const { server: last, browser } = await start();
	let job: EndedJob = { phase: '', paidCalls: 0, costUsd: 0, estimatedUsd: 0 };
	for (const deadline = Date.now() + 120_000; job.phase !== 'done' && Date.now() < deadline; await sleep(100)) {
		job = (await browser.call(`/api/generate/${jobId}`)).json as EndedJob;
	}
	expect(job.phase).toBe('done');
	last.child.kill('SIGTERM');
	expect(await last.ended).toBe(0);

	const { db, destroy } = await createDb({ dataDir });
	const images = await listImages(db, jobId);
	await destroy();
	return { job, images };
}

const imageCount = 100;
const killCount = 10;

it('a job of 100 ends with 100 distinct images after 10 times kill -9 at random moments', async () => {
	const dataDir = join(processes.folder, 'data');
	// One thread, so that the job outlasts the kills.
	const variables = { DATA_DIR: dataDir, DEVELOPER_PASSWORDS: 'test', WORKER_CONCURRENCY: '1' };
	const { images } = await runThroughKills({
		variables,
		order: { ...generationRequest, batchSize: imageCount },
		kills: killCount,
		killAfterMsMax: 900,
	});
	expect(images.map(({ state }) => state)).toEqual(Array(imageCount).fill('stored'));
	expect(new Set(images.map(({ blobSha256 }) => blobSha256)).size).toBe(imageCount);
});

it('a painted job of 200 ends with 200 images after 5 times kill -9, and no call is paid twice but those in flight', async () => {
	const fake = await startFakeGemini({ sizePx: 16, paintsForMs: 40 });
	const paintedCount = 200;
	const [model, pictureUsd] = ['test-model', 0.25];
	const kills = 5;
	const variables = {
		DATA_DIR: join(processes.folder, 'painted'),
		DEVELOPER_PASSWORDS: 'test',
		GEMINI_BASE_URL: fake.origin,
		GEMINI_RATE_PER_MINUTE: '60000',
		GEMINI_MODELS: model,
		GEMINI_PRICES: JSON.stringify({ pricedAt: '2026-11-21', usdPerImage: { [model]: pictureUsd } }),
	};
	const body = { ...generationRequest, batchSize: paintedCount, engine: 'gemini', geminiApiKey: 'AIza-kill-loop' };
	const { job, images } = await runThroughKills({ variables, order: body, kills, killAfterMsMax: 1_500 });
	expect(images.map(({ state }) => state)).toEqual(Array(paintedCount).fill('stored'));
	expect(new Set(images.map(({ blobSha256 }) => blobSha256)).size).toBe(paintedCount);
	const inFlightAtKills = kills * fake.peakConcurrency();
	console.log(`${fake.paidImages()} calls were paid for ${paintedCount} images`);
	expect(fake.peakConcurrency()).toBeLessThanOrEqual(2);
	expect(fake.paidImages()).toBeGreaterThanOrEqual(paintedCount);
	expect(fake.paidImages()).toBeLessThanOrEqual(paintedCount + inFlightAtKills);
	// Every call that was billed is in the sum; what is there besides was noted and never arrived, or never answered.
	const seen = Math.round((job.costUsd - job.estimatedUsd) / pictureUsd);
	expect(job.costUsd).toBe(job.paidCalls * pictureUsd);
	expect(seen).toBeGreaterThanOrEqual(paintedCount);
	expect(seen).toBeLessThanOrEqual(fake.paidImages());
	expect(job.paidCalls).toBeGreaterThanOrEqual(fake.paidImages());
	expect(job.paidCalls).toBeLessThanOrEqual(paintedCount + inFlightAtKills);
	await fake.close();
});
