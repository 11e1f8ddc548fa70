import { listImages } from '@adx/db/repositories/generation/generated-images';
import { listGenerationJobs } from '@adx/db/repositories/generation/generation-jobs';
import type { AuditLogTable } from '@adx/db/schema/platform-tables';
import { addMerge, addPreparedMint, finishMerge } from '@adx/db/testing/rows-testing';
import { startGenerationInput } from '@adx/validators/generation/generation-order';
import { imageListInput } from '@adx/validators/generation/job-inputs';
import JSZip from 'jszip';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pauseGeneration, resumeGeneration, retryGeneration } from '../generation/control/control-job.ts';
import { openGenerationZip } from '../generation/download/generation-zip.ts';
import { createScriptedEngine, driveJob } from '../generation/generation-testing.ts';
import { getGeneration, listGeneratedImages, listGenerations } from '../generation/queries/generations.ts';
import { runGeneration } from '../generation/run/run-generation.ts';
import { startGeneration } from '../generation/start/start-generation.ts';
import { regenerateImages } from '../generation/versions/regenerate-images.ts';
import { readDownload } from '../merge/merge-testing.ts';
import type { RequestContext } from '../platform/context.ts';
import { createPixelEngine, createTestServices, type TestServices } from '../platform/services-testing.ts';
import { cleanUp } from './clean-up.ts';
import { readStats } from './read-stats.ts';

let test: TestServices;
const painter = createScriptedEngine();
let whileDrawing: () => Promise<void> = async () => {};
beforeAll(async () => {
	test = await createTestServices({ forge: createPixelEngine(() => whileDrawing()), gemini: painter.engine });
});
beforeEach(async () => {
	whileDrawing = async () => {};
	await test.clear();
});
afterAll(() => test.close());

const order = startGenerationInput.parse({
	races: ['elf'],
	classes: ['wizard'],
	artStyle: 'bold-classic',
	backgroundType: 'forest-glade',
	engine: 'forge',
	batchSize: 3,
});

const noUploads = { deletedUploads: 0, freedBytes: 0 };

const run = (jobId: string) => runGeneration(test.services, { jobId, slot: 0 }, new AbortController().signal);

async function generate(ctx: RequestContext): Promise<string> {
	const { jobId } = await startGeneration(ctx, order);
	await run(jobId);
	return jobId;
}

/** A finished merge of the caller's that holds one image of the job. */
async function holdInMerge({ db, actor }: RequestContext, jobId: string, tokenNumber: number): Promise<void> {
	const [image] = await listImages(db, jobId, { first: tokenNumber, limit: 1 });
	const { id } = await addMerge(db, actor!.userId);
	await finishMerge(db, id, [{ sha256: image!.blobSha256! }]);
}

const totalOf = async (ctx: RequestContext) => (await readStats(ctx)).totalGenerated;

async function auditOf(action: string): Promise<Pick<AuditLogTable, 'actorId' | 'subject'>[]> {
	const query = test.services.db.selectFrom('auditLog').select(['actorId', 'subject']).where('action', '=', action);
	return (await query.execute()) as unknown as Pick<AuditLogTable, 'actorId' | 'subject'>[];
}

describe('deleting all images', () => {
	it('deletes the caller’s own, a developer’s too unless they ask for all (API-12, AMB-33)', async () => {
		const [creator, developer] = [await test.contextOf(), await test.contextOf({ role: 'developer' })];
		for (const ctx of [creator, creator, developer]) await generate(ctx);
		expect(await cleanUp(creator, { scope: 'own' })).toEqual({
			success: true,
			deletedImages: 6,
			keptImages: 0,
			...noUploads,
		});
		expect(await listGenerations(creator, { scope: 'own' })).toEqual([]);
		expect(await totalOf(creator)).toBe(0);
		expect(await totalOf(developer)).toBe(3);
		await generate(creator);
		expect(await cleanUp(developer, { scope: 'own' })).toMatchObject({ deletedImages: 3 });
		expect(await totalOf(creator)).toBe(3);
	});

	it('lets a developer alone delete everybody’s (AMB-33)', async () => {
		const [creator, developer] = [await test.contextOf(), await test.contextOf({ role: 'developer' })];
		for (const ctx of [creator, developer]) await generate(ctx);
		await expect(cleanUp(creator, { scope: 'all' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
		expect(await cleanUp(developer, { scope: 'all' })).toEqual({
			success: true,
			deletedImages: 6,
			keptImages: 0,
			...noUploads,
		});
		expect(await listGenerationJobs(developer.db, 'all')).toEqual([]);
	});

	it('is audited, and so is deleting nothing (AMB-33)', async () => {
		const [creator, developer] = [await test.contextOf(), await test.contextOf({ role: 'developer' })];
		await generate(creator);
		await cleanUp(creator, { scope: 'own' });
		await cleanUp(developer, { scope: 'all' });
		expect(await auditOf('images.delete')).toEqual([
			{
				actorId: creator.actor?.userId,
				subject: { scope: 'own', deletedImages: 3, deletedJobs: 1, keptImages: 0 },
			},
			{
				actorId: developer.actor?.userId,
				subject: { scope: 'all', deletedImages: 0, deletedJobs: 0, keptImages: 0 },
			},
		]);
	});

	it('ends a job under way: its worker finds no row to write to and does no harm', async () => {
		const ctx = await test.contextOf();
		const { jobId } = await startGeneration(ctx, order);
		const { promise: drawing, resolve: beginDrawing } = Promise.withResolvers<void>();
		const { promise: released, resolve: release } = Promise.withResolvers<void>();
		whileDrawing = () => {
			beginDrawing();
			return released;
		};
		const working = run(jobId);
		await drawing;
		expect(await cleanUp(ctx, { scope: 'own' })).toEqual({
			success: true,
			deletedImages: 0,
			keptImages: 0,
			...noUploads,
		});
		release();
		await working;
		expect(await listGenerationJobs(ctx.db, 'all')).toEqual([]);
		expect(await totalOf(ctx)).toBe(0);
		expect(await ctx.db.selectFrom('ownerBlobs').selectAll().execute()).toEqual([]);
		await generate(ctx);
		expect(await totalOf(ctx)).toBe(3);
	});

	it('keeps images that are minted or may still be, until the mint has failed for good', async () => {
		const ctx = await test.contextOf();
		const jobId = await generate(ctx);
		const images = await listImages(ctx.db, jobId, { first: 1, limit: 3 });
		const ownerId = ctx.actor!.userId;
		for (const [place, { id }] of images.entries())
			await addPreparedMint(ctx.db, ownerId, { imageId: id, tokenId: String(place + 1) });
		const failForGood = (place: number) =>
			ctx.db
				.updateTable('mintedTokens')
				.set({ status: 'failed', isFinal: true })
				.where('imageId', '=', images[place]!.id)
				.execute();
		await failForGood(1);
		expect(await cleanUp(ctx, { scope: 'own' })).toMatchObject({ deletedImages: 1, keptImages: 2 });
		const kept = await listGeneratedImages(ctx, imageListInput.parse({ jobId }));
		expect(kept.map(({ tokenNumber }) => tokenNumber)).toEqual([1, 3]);
		const blobs = await ctx.db.selectFrom('ownerBlobs').select('sha256').where('ownerId', '=', ownerId).execute();
		expect(blobs.map(({ sha256 }) => sha256)).toEqual(
			expect.arrayContaining([images[0]!.blobSha256, images[2]!.blobSha256]),
		);
		expect(blobs.map(({ sha256 }) => sha256)).not.toContain(images[1]!.blobSha256);
		await failForGood(2);
		expect(await cleanUp(ctx, { scope: 'own' })).toMatchObject({ deletedImages: 1, keptImages: 1 });
	});

	it('leaves a job as large as what a merge holds of it: covers, images, zip and counts agree', async () => {
		const ctx = await test.contextOf();
		const jobId = await generate(ctx);
		await holdInMerge(ctx, jobId, 3);
		expect(await cleanUp(ctx, { scope: 'own' })).toMatchObject({ deletedImages: 2, keptImages: 1 });
		const counts = { batchSize: 1, progress: 1, totalImages: 1, failedImages: 0, imagesToRetry: 0 };
		const [job] = await listGenerations(ctx, { scope: 'own' });
		expect(job).toMatchObject({ id: jobId, phase: 'done', status: 'completed', ...counts });
		const images = await listGeneratedImages(ctx, imageListInput.parse({ jobId }));
		expect(images.map(({ tokenNumber }) => tokenNumber)).toEqual([3]);
		expect(job?.generatedImages).toEqual(images);
		const zip = await readDownload(await openGenerationZip(ctx, { jobId, scope: 'own' }));
		const names = Object.keys((await JSZip.loadAsync(zip)).files);
		expect(names.filter((name) => name.endsWith('.png'))).toEqual([expect.stringMatching(/\b3\.png$/)]);
		await expect(retryGeneration(ctx, { jobId })).rejects.toMatchObject({ reason: 'nothing_to_retry' });
		await expect(resumeGeneration(ctx, { jobId })).rejects.toMatchObject({ reason: 'job_ended' });
	});

	it('withdraws the version that was asked for in a paused job, whose key is gone', async () => {
		const ctx = await test.contextOf({ role: 'developer' });
		const { jobId } = await startGeneration(ctx, {
			...order,
			batchSize: 40,
			engine: 'gemini',
			geminiApiKey: 'AIzaTest',
		});
		painter.script(async (_request, number) => {
			if (number !== 2) return;
			const [first] = await listGeneratedImages(ctx, imageListInput.parse({ jobId, limit: 1 }));
			await regenerateImages(ctx, { jobId, imageIds: [first!.id] });
			await pauseGeneration(ctx, { jobId });
		});
		await driveJob(ctx, jobId);
		const asked = await getGeneration(ctx, { jobId, scope: 'own' });
		expect(asked).toMatchObject({ phase: 'paused', redraws: 1, needsApiKey: true });
		await holdInMerge(ctx, jobId, 1);
		await cleanUp(ctx, { scope: 'own' });
		const job = await getGeneration(ctx, { jobId, scope: 'own' });
		const { paidCalls, costUsd } = asked;
		expect(job).toMatchObject({ phase: 'done', batchSize: 1, progress: 1, redraws: 0, paidCalls, costUsd });
		expect(job.generatedImages).toMatchObject([{ tokenNumber: 1, isRedrawing: false }]);
	});

	it('frees the Idempotency-Keys of what is gone', async () => {
		const ctx = await test.contextOf({}, 'key-1');
		const { jobId } = await startGeneration(ctx, order);
		await cleanUp(ctx, { scope: 'own' });
		expect((await startGeneration(ctx, order)).jobId).not.toBe(jobId);
	});

	it('keeps what was ordered today and the job numbers', async () => {
		const ctx = await test.contextOf();
		await generate(ctx);
		await cleanUp(ctx, { scope: 'own' });
		const { job } = await startGeneration(ctx, order);
		expect(job.number).toBe(2);
		const user = await ctx.db.selectFrom('users').select('generatedToday').executeTakeFirst();
		expect(user?.generatedToday).toBe(6);
	});
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('with many connections', () => {
	// On a machine that is busy for a second the server refuses the worker of the two, and nothing is to be seen.
	it('begins again when it and a worker waited for each other', { retry: 3 }, async () => {
		const ctx = await test.contextOf();
		const jobId = await generate(ctx);
		const images = await ctx.db
			.selectFrom('generatedImages')
			.select('id')
			.where('jobId', '=', jobId)
			.orderBy('id')
			.execute();
		const [first, last] = [images[0]!.id, images[2]!.id];
		let cleaning: ReturnType<typeof cleanUp> | undefined;
		const rowOf = (id: string) => ctx.db.selectFrom('generatedImages').select('id').where('id', '=', id).forUpdate();
		const isHeld = async (id: string) => (await rowOf(id).skipLocked().execute()).length === 0;
		await ctx.db.transaction().execute(async (trx) => {
			const lock = (id: string) => trx.executeQuery(rowOf(id));
			await lock(last);
			cleaning = cleanUp(ctx, { scope: 'own' });
			while (!(await isHeld(first))) await new Promise((resolve) => setTimeout(resolve, 5));
			await lock(first);
		});
		expect(await cleaning).toEqual({ success: true, deletedImages: 3, keptImages: 0, ...noUploads });
		expect(await auditOf('images.delete')).toHaveLength(1);
	});

	it('leaves nothing of jobs that are started, drawn and deleted at the same time', async () => {
		const ctx = await test.contextOf();
		const work = Array.from({ length: 8 }, () => generate(ctx));
		const cleanups = Array.from({ length: 4 }, () => cleanUp(ctx, { scope: 'own' }));
		const worked = await Promise.allSettled(work);
		await Promise.all(cleanups);
		for (const outcome of worked.filter((each) => each.status === 'rejected')) {
			// Deleted before its start had answered.
			expect(outcome.reason).toMatchObject({ code: 'NOT_FOUND' });
		}
		await cleanUp(ctx, { scope: 'own' });
		for (const table of ['generationJobs', 'generatedImages', 'ownerBlobs'] as const) {
			expect(await ctx.db.selectFrom(table).selectAll().execute()).toEqual([]);
		}
	});
});
