import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { listImages } from '@adx/db/repositories/generation/generated-images';
import { passDatabaseTime } from '@adx/db/testing/time-testing';
import { type FakeGemini, startFakeGemini } from '@adx/fakes/gemini';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createGeminiEngine } from '../../engines/gemini/gemini-engine.ts';
import type { ImageEngine } from '../../engines/types.ts';
import type { Services } from '../../platform/context.ts';
import { createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { createStorageCircuitBreaker } from '../../platform/storage/circuit-breaker.ts';
import { createDiskStorage } from '../../platform/storage/disk.ts';
import { createRequest, driveJob } from '../generation-testing.ts';
import { getGeneration } from '../queries/generations.ts';
import { runGeneration } from '../run/run-generation.ts';
import { startGeneration } from '../start/start-generation.ts';
import { storePending } from './paid-image-storer.ts';
import { openReceivedScratch } from './received-scratch.ts';

// A picture that came is paid for: whatever goes wrong here afterwards, the fake counts no second call for it.

let fake: FakeGemini;
let gemini: ImageEngine;
let test: TestServices;
beforeAll(async () => {
	fake = await startFakeGemini({ sizePx: 8 });
	const prices = { pricedAt: '2026-11-21', usdPerImage: { 'test-model': 0.04 } };
	gemini = createGeminiEngine({ baseUrl: fake.origin, prices });
	test = await createTestServices({ gemini });
});
beforeEach(async () => {
	await test.clear();
	fake.reset();
});
afterAll(async () => {
	await test.close();
	await fake.close();
});

async function startJob(batchSize: number) {
	const root = await test.makeFolder();
	const scratchFolder = join(root, 'scratch');
	const storage = await createDiskStorage(join(root, 'files'));
	const receivedScratch = openReceivedScratch(scratchFolder, test.services.log);
	const ctx = { ...(await test.contextOf({ role: 'developer' })), storage, receivedScratch };
	const { jobId } = await startGeneration(ctx, createRequest(batchSize, 'AIza-received'));
	const job = () => getGeneration(ctx, { jobId, scope: 'own' });
	const isOver = async () => ['done', 'partial', 'failed'].includes((await job()).phase);
	return {
		ctx,
		jobId,
		scratchFolder,
		job,
		/** Until the job ends, without the waits between the tries of a picture that waits. */
		hurry: async (services: Services) => {
			for (let look = 0; look < 40 && !(await isOver()); look += 1) {
				const later = { ...services, clock: () => new Date(Date.now() + look * 2_000) };
				await passDatabaseTime(ctx.db, 2_000);
				await runGeneration(later, { jobId, slot: 0 }, new AbortController().signal);
				for (const waiting of receivedScratch.waiting()) waiting.notBefore = 0;
				await storePending(later);
			}
		},
		failedFiles: async () => (await readdir(scratchFolder)).filter((name) => name.endsWith('.failed')),
	};
}

const enginesWith = (change: Partial<ImageEngine>) => new Map([['gemini' as const, { ...gemini, ...change }]]);
const noThreads = () => {
	throw new Error('vips: unable to create thread');
};
/** The picture comes, and then there is nothing to encode it with. */
const cannotEncode: ImageEngine['draw'] = async (request) => {
	await gemini.draw(request);
	return noThreads();
};

it('is stored without another call when it could not be encoded at first', async () => {
	const { ctx, jobId, job, scratchFolder } = await startJob(2);
	await driveJob(ctx, jobId, { engines: enginesWith({ draw: cannotEncode }) });
	expect(await job()).toMatchObject({ phase: 'done', progress: 2, costUsd: 0.08 });
	expect(fake.count()).toBe(2);
	expect(await readdir(scratchFolder)).toEqual([]);
});

it('is set aside when it can never be encoded, its cost counted', async () => {
	const { ctx, hurry, job, failedFiles } = await startJob(2);
	await hurry({ ...ctx, engines: enginesWith({ draw: cannotEncode, readReceived: noThreads }) });
	expect(await job()).toMatchObject({ failedImages: 2, costUsd: 0.08 });
	expect(fake.count()).toBe(2);
	expect(await failedFiles()).toHaveLength(2);
});

it('stays in the folder when it is unusable', async () => {
	const { ctx, jobId, job, failedFiles } = await startJob(1);
	fake.script({ answer: { kind: 'corrupt_image' } });
	await driveJob(ctx, jobId);
	expect(await job()).toMatchObject({ failedImages: 1, costUsd: 0.08 });
	expect(fake.count()).toBe(2);
	expect(await failedFiles()).toHaveLength(2);
});

it('is stored, not painted again, by the process that takes the image up after a kill', async () => {
	const { ctx, jobId, job, scratchFolder } = await startJob(1);
	const came = Promise.withResolvers<void>();
	const stopped = Promise.withResolvers<void>();
	// As a process that is killed at that moment, or one that stands still for so long.
	const draw: ImageEngine['draw'] = async (request) => {
		const image = await gemini.draw(request);
		came.resolve();
		await stopped.promise;
		return image;
	};
	const message = { jobId, slot: 0 };
	const first = { ...ctx, engines: enginesWith({ draw }) };
	const firstRun = runGeneration(first, message, new AbortController().signal);
	await came.promise;
	// Another process with the same folder, when the claim has ended.
	const second = {
		receivedScratch: openReceivedScratch(scratchFolder, ctx.log),
		storageBreaker: createStorageCircuitBreaker(),
	};
	await passDatabaseTime(ctx.db, 150_000);
	await driveJob(ctx, jobId, second);
	expect(fake.count()).toBe(1);
	expect(await job()).toMatchObject({ phase: 'done', progress: 1, costUsd: 0.04 });
	// The one that stood still stores nothing twice.
	stopped.resolve();
	await firstRun;
	expect(await job()).toMatchObject({ phase: 'done', progress: 1, costUsd: 0.04 });
	expect(await listImages(ctx.db, jobId)).toMatchObject([{ versionCount: 1, paidCalls: 1, attempts: 1 }]);
	expect(await readdir(scratchFolder)).toEqual([]);
});

it('is set aside, and pauses nothing, when its own folder takes nothing while storage works', async () => {
	const { ctx, hurry, job, failedFiles } = await startJob(3);
	// As where the folder that the second picture's hash names cannot be written to.
	let refused = '';
	let pictures = 0;
	const put: Services['storage']['put'] = async (bytes) => {
		const hash = createHash('sha256').update(bytes).digest('hex');
		if (bytes.byteLength > 16 && pictures++ === 3) refused = hash;
		if (hash === refused) throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
		return ctx.storage.put(bytes);
	};
	await hurry({ ...ctx, storage: { ...ctx.storage, put } });
	expect(await job()).toMatchObject({ phase: 'partial', progress: 2, failedImages: 1, costUsd: 0.12 });
	expect(fake.count()).toBe(3);
	expect(await failedFiles()).toHaveLength(1);
	expect(ctx.storageBreaker.trouble).toBeNull();
});
