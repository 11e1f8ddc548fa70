import { setTimeout as sleep } from 'node:timers/promises';
import { listImages } from '@adx/db/repositories/generation/generated-images';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EngineRequest } from '../../engines/types.ts';
import type { RequestContext } from '../../platform/context.ts';
import { startJobs } from '../../platform/jobs/define-job.ts';
import { startOutboxSweeper } from '../../platform/jobs/outbox.ts';
import { createPixelEngine, createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { createRequest } from '../generation-testing.ts';
import { getGeneration } from '../queries/generations.ts';
import { startGeneration } from '../start/start-generation.ts';
import { generationJob } from './generation-job.ts';

const drawn: string[] = [];
let beforeDraw: (request: EngineRequest) => Promise<void>;
let test: TestServices;
let running: readonly { stop(): Promise<void> }[];

beforeAll(async () => {
	const engine = createPixelEngine(async (request) => {
		await beforeDraw(request);
		drawn.push(request.imageSeed);
	});
	test = await createTestServices({ forge: engine });
	running = [await startJobs(test.services, [generationJob]), await startOutboxSweeper(test.services, [generationJob])];
});
beforeEach(async () => {
	drawn.length = 0;
	beforeDraw = async () => {};
	await test.clear();
});
afterAll(async () => {
	for (const each of running) await each.stop();
	await test.close();
});

async function finished(ctx: RequestContext, jobId: string) {
	for (const deadline = Date.now() + 25_000; Date.now() < deadline; await sleep(20)) {
		const job = await getGeneration(ctx, { jobId, scope: 'own' });
		if (job.status === 'completed' || job.status === 'failed') return job;
	}
	throw new Error('The job did not finish.');
}

describe('running a generation job', () => {
	it('draws every planned image once, counts them and closes the job', async () => {
		const ctx = await test.contextOf({ role: 'developer' });
		const { jobId, job: started } = await startGeneration(ctx, createRequest(40));
		expect(started).toMatchObject({ batchSize: 40, number: 1 });
		const job = await finished(ctx, jobId);
		expect(job).toMatchObject({
			status: 'completed',
			phase: 'done',
			progress: 40,
			totalImages: 40,
			errorMessage: null,
		});
		expect(job.generatedImages).toHaveLength(4);
		const images = await listImages(ctx.db, jobId);
		expect(images.map((image) => image.state)).toEqual(Array(40).fill('stored'));
		expect(new Set(images.map((image) => image.blobSha256)).size).toBe(40);
		expect(drawn.toSorted()).toEqual(images.map((image) => image.imageSeed).toSorted());
	});

	it('tries a failing image again and finishes', async () => {
		const failedOnce = new Set<string>();
		beforeDraw = async ({ imageSeed }) => {
			if (failedOnce.size >= 2 || failedOnce.has(imageSeed)) return;
			failedOnce.add(imageSeed);
			throw new Error('the pen broke');
		};
		const ctx = await test.contextOf();
		const { jobId } = await startGeneration(ctx, createRequest(5));
		expect(await finished(ctx, jobId)).toMatchObject({ phase: 'done', progress: 5 });
	});

	it('gives an image up after five attempts, says how far it came, and fails a job that has none', async () => {
		// Together, since each waits between its attempts.
		const poisoned = Promise.withResolvers<ReadonlySet<string>>();
		beforeDraw = async ({ imageSeed }) => {
			if ((await poisoned.promise).has(imageSeed)) throw new Error('cannot be drawn');
		};
		const [some, none] = [await test.contextOf(), await test.contextOf()];
		const { jobId: someId } = await startGeneration(some, createRequest(3));
		const { jobId: noneId } = await startGeneration(none, createRequest(1));
		const firsts = await Promise.all([someId, noneId].map(async (jobId) => (await listImages(some.db, jobId))[0]!));
		poisoned.resolve(new Set(firsts.map(({ imageSeed }) => imageSeed)));
		const [partial, failed] = await Promise.all([finished(some, someId), finished(none, noneId)]);
		expect(partial).toMatchObject({ status: 'completed', phase: 'partial', progress: 2 });
		expect(partial.errorMessage).toBe('Stopped after 2 of 3 images');
		const lost = (await listImages(some.db, someId)).filter((image) => image.state === 'failed');
		expect(lost).toMatchObject([{ attempts: 5, lastError: 'cannot be drawn' }]);
		expect(failed).toMatchObject({
			status: 'failed',
			phase: 'failed',
			errorMessage: 'None of the images could be drawn.',
		});
	});

	it('lets a small job of somebody else through while a large one runs', async () => {
		beforeDraw = async () => void (await sleep(15));
		const large = await test.contextOf({ role: 'developer' });
		const small = await test.contextOf();
		const { jobId: largeId } = await startGeneration(large, createRequest(300));
		const { jobId: smallId } = await startGeneration(small, createRequest(3));
		expect(await finished(small, smallId)).toMatchObject({ phase: 'done' });
		expect((await getGeneration(large, { jobId: largeId, scope: 'own' })).status).toBe('generating');
		expect(await finished(large, largeId)).toMatchObject({ phase: 'done', progress: 300 });
	});
});
