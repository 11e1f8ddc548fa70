import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { listImages } from '@adx/db/repositories/generation/generated-images';
import { findGenerationJob } from '@adx/db/repositories/generation/generation-jobs';
import { type FakeGemini, type FakeGeminiAnswer, startFakeGemini } from '@adx/fakes/gemini';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { createGeminiEngine } from '../../engines/gemini/gemini-engine.ts';
import type { EngineImage, ImageEngine } from '../../engines/types.ts';
import { createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { lazyProxy } from '../../platform/use-services-testing.ts';
import { createRequest, driveJob } from '../generation-testing.ts';
import { getGeneration } from '../queries/generations.ts';
import { startGeneration } from '../start/start-generation.ts';

// A job of 200 under every answer that the service can give: how it ends, and after how many calls.

export const imageCount = 200;
export const apiKey = 'AIza-matrix';
export const timeout = { timeout: 240_000 };

/** The pictures are not looked at here, and waiting for the disk would take most of the time. */
const put = async (bytes: Uint8Array) => ({
	sha256: createHash('sha256').update(bytes).digest('hex'),
	sizeBytes: bytes.byteLength,
	crc32: crc32(bytes),
});

/** Nor are they enlarged, and their previews are themselves, for the same reason. */
function withSmallPictures(engine: ImageEngine): ImageEngine {
	const small = { sizePx: 8, previews: false };
	const withPreviews = (image: EngineImage) => ({ ...image, previews: { px512: image.full, px200: image.full } });
	return {
		...engine,
		draw: async (request) => withPreviews(await engine.draw({ ...request, ...small })),
		readReceived: async (bytes) => withPreviews(await engine.readReceived!(bytes, small)),
	};
}

/** A painter that answers as the tests of the file that calls this say, and services with empty tables before each. */
export function useFaultMatrix() {
	let started: FakeGemini | undefined;
	let services: TestServices | undefined;
	const fake = lazyProxy(() => started);
	const test = lazyProxy(() => services);
	beforeAll(async () => {
		started = await startFakeGemini({ sizePx: 8, models: ['test-model', 'next-model'] });
		const prices = { pricedAt: '2026-11-21', usdPerImage: { 'test-model': 0.04, 'next-model': 0.04 } };
		const gemini = createGeminiEngine({ baseUrl: started.origin, prices, timeoutMs: 3_000 });
		services = await createTestServices({ gemini: withSmallPictures(gemini) });
	});
	beforeEach(async () => {
		fake.reset();
		await test.clear();
	});
	afterAll(async () => {
		await services?.close();
		await started?.close();
	});
	return {
		fake,
		test,
		run: async (batchSize = imageCount) => {
			const ctx = await test.contextOf({ role: 'developer' });
			const { jobId } = await startGeneration(ctx, createRequest(batchSize, apiKey));
			await driveJob(ctx, jobId, { storage: { ...ctx.storage, put } }, 20_000);
			const job = await getGeneration(ctx, { jobId, scope: 'own' });
			const row = (await findGenerationJob(ctx.db, 'all', jobId))!;
			expect(row.sealedApiKey).toBeNull();
			expect(fake.peakConcurrency()).toBeLessThanOrEqual(2);
			expect(fake.mistakes).toEqual([]);
			return { job, row, images: await listImages(ctx.db, jobId) };
		},
		always: (answer: FakeGeminiAnswer) => fake.script({ answer }),
		every: (n: number, answer: FakeGeminiAnswer) => fake.script({ answer, call: (call) => call % n === 0 }),
		from: (first: number, answer: FakeGeminiAnswer) => fake.script({ answer, call: (call) => call >= first }),
	};
}
