import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDb, type Database } from '@adx/db/client/database';
import { migrateToLatest } from '@adx/db/migrations/migrate';
import { insertUser } from '@adx/db/repositories/auth/users';
import { insertGenerationJob, updateGenerationJob } from '@adx/db/repositories/generation/generation-jobs';
import { recordFinishedAttempt } from '@adx/db/repositories/generation/job-phases';
import { addSession, lastingSession } from './data/sessions.ts';
import { startProduct } from './processes/product-server.ts';
import { report } from './report.ts';

const listenerCount = 1_000;
const jobCount = 10;
/** Images of each job, one after the other; ten jobs store them as fast as a machine draws with the forge. */
const imageCount = 20;
const imageEveryMs = 1_000;
const idleMs = 10_000;
const idleRounds = 4;
const settleMs = 5_000;

/**
 * 1,000 tabs that listen to an API process while nothing changes, and while ten jobs of ten of them store an image every
 * second in another process: what that costs, and how long after an image its tab is told. On the empty PostgreSQL of
 * DATABASE_URL; without one nothing is measured, since an embedded database has one process.
 */
export async function run(): Promise<boolean> {
	const { DATABASE_URL: databaseUrl } = process.env;
	if (!databaseUrl) {
		console.log('Skipped: set DATABASE_URL to an empty PostgreSQL.');
		return true;
	}
	const directory = await mkdtemp(join(tmpdir(), 'adx-bench-live-'));
	try {
		const { db, destroy } = await createDb({ databaseUrl });
		const { tokens, jobs } = await prepare(db);
		const variables = { DATABASE_URL: databaseUrl, ROLE: 'api', SECRET_KEY: randomBytes(32).toString('base64') };
		const { running, origin, stop } = await startProduct(directory, variables);
		const shareOf = async (work: () => Promise<unknown>) => {
			const [startedAt, before] = [performance.now(), running.cpuSeconds()];
			await work();
			return ((running.cpuSeconds() - before) / ((performance.now() - startedAt) / 1_000)) * 100;
		};
		/** Of the least disturbed round, since what else goes on on the machine only ever adds. */
		const idleShare = async () => {
			await sleep(settleMs);
			const shares: number[] = [];
			for (let round = 0; round < idleRounds; round += 1) shares.push(await shareOf(() => sleep(idleMs)));
			return Math.min(...shares);
		};
		const alone = await idleShare();
		const aloneMb = running.memoryMb();
		const toldAt = new Map<string, (jobId: string) => void>();
		const close = await listen(origin, tokens, (jobId) => toldAt.get(jobId)?.(jobId));
		const idle = await idleShare();
		const idleMb = running.memoryMb();
		const waits: number[] = [];
		/** Stores an image, as far as a page is told of it. */
		const storeImage = async (jobId: string) => {
			const told = Promise.withResolvers<void>();
			toldAt.set(jobId, () => told.resolve());
			await recordFinishedAttempt(db, jobId, storedImage);
			const storedAt = performance.now();
			await told.promise;
			waits.push(Math.max(0, performance.now() - storedAt));
		};
		const changing = await shareOf(() => Promise.all(jobs.map((jobId, place) => drawJob(jobId, place, storeImage))));
		close();
		await stop();
		await destroy();
		const sorted = waits.toSorted((left, right) => left - right);
		return report([
			{ name: 'nobody listens', value: alone, unit: '% of a core' },
			{ name: '1,000 listen, nothing changes', value: idle, unit: '% of a core', target: { atMost: 5 } },
			{ name: '1,000 listen, ten jobs store 10 images a second', value: changing, unit: '% of a core' },
			{ name: 'memory of 1,000 streams', value: idleMb - aloneMb, unit: 'MB' },
			{ name: 'from a stored image to the event, median', value: sorted[Math.floor(sorted.length / 2)]!, unit: 'ms' },
			{ name: 'p99', value: sorted[Math.floor(sorted.length * 0.99)]!, unit: 'ms', target: { atMost: 250 } },
		]);
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

const storedImage = {
	stored: 1,
	failed: 0,
	redraws: 0,
	requestFailures: 0,
	isPicture: true,
	cost: { paidCalls: 0, costMicroUsd: 0, costRestNanoUsd: 0, estimatedMicroUsd: 0 },
} as const;

/** Jobs store their images at different moments of the second. */
async function drawJob(jobId: string, place: number, storeImage: (jobId: string) => Promise<void>) {
	const startedAt = performance.now() + (place * imageEveryMs) / jobCount;
	for (let image = 0; image < imageCount; image += 1) {
		await sleep(Math.max(0, startedAt + image * imageEveryMs - performance.now()));
		await storeImage(jobId);
	}
}

/** Opens a stream for each session, and resolves when all have started; returns how to close them. */
async function listen(origin: string, tokens: readonly string[], onJob: (jobId: string) => void): Promise<() => void> {
	const calls = tokens.map((token) => {
		const headers = { cookie: `adx_session=${token}`, accept: 'text/event-stream' };
		const call = request(`${origin}/trpc/live.changes`, { agent: false, headers });
		const started = new Promise<void>((resolve, reject) => {
			call.once('error', reject);
			call.once('response', (response) => {
				if (response.statusCode !== 200) reject(new Error(`A stream was answered ${response.statusCode}.`));
				response.setEncoding('utf8').on('error', () => {});
				response.on('data', (text: string) => {
					for (const [, jobId = ''] of text.matchAll(/"topic":"job","id":"([^"]+)"/g)) onJob(jobId);
					resolve();
				});
			});
		});
		call.end();
		return { call, started };
	});
	await Promise.all(calls.map(({ started }) => started));
	return () => {
		for (const { call } of calls) call.on('error', () => {}).destroy();
	};
}

/** A tab for each session, of whom the first ones have a job that runs. */
async function prepare(db: Database) {
	await migrateToLatest(db);
	const [tokens, jobs]: [string[], string[]] = [[], []];
	for (let listener = 0; listener < listenerCount; listener += 1) {
		const { id: userId } = await insertUser(db, { id: randomUUID() });
		tokens.push(await addSession(db, userId, lastingSession()));
		if (listener >= jobCount) continue;
		const job = await insertGenerationJob(db, userId, {
			id: randomUUID(),
			races: ['elf'],
			classes: ['wizard'],
			artStyle: 'bold-classic',
			backgroundType: 'forest-glade',
			batchSize: imageCount,
			engine: 'forge',
			seed: 'bench',
			createdAt: new Date(),
		});
		await updateGenerationJob(db, job.id, { phase: 'running', status: 'generating', startedAt: new Date() });
		jobs.push(job.id);
	}
	return { tokens, jobs };
}
