import { findImage, listArchiveImages, listImages } from '@adx/db/repositories/generation/generated-images';
import { findGenerationJob } from '@adx/db/repositories/generation/generation-jobs';
import { findBlob } from '@adx/db/repositories/uploads/blobs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EngineError, type EngineErrorKind, type EngineImage } from '../../engines/types.ts';
import { createPixelEngine, createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { cancelGeneration, pauseGeneration } from '../control/control-job.ts';
import { createRequest, createScriptedEngine, driveJob } from '../generation-testing.ts';
import { getGeneration, listGeneratedImages } from '../queries/generations.ts';
import { readImage } from '../queries/read-image.ts';
import { startGeneration } from '../start/start-generation.ts';
import { regenerateImage, regenerateImages } from './regenerate-images.ts';
import { lockImage, markImage, unlockImage } from './review-images.ts';
import { chooseVersion, listVersions } from './versions.ts';

const apiKey = 'AIza-canary-1234567890';
const painter = createScriptedEngine();
let test: TestServices;
let drawn: string[] = [];
let mime: EngineImage['full']['mime'] = 'image/png';
beforeAll(async () => {
	const pixels = createPixelEngine(async ({ imageSeed }) => void drawn.push(imageSeed));
	const draw: typeof pixels.draw = async (request) => {
		const image = await pixels.draw(request);
		return { ...image, full: { ...image.full, mime } };
	};
	test = await createTestServices({ forge: { ...pixels, draw }, gemini: painter.engine });
});
beforeEach(async () => {
	drawn = [];
	mime = 'image/png';
	painter.script(() => {});
	await test.clear();
});
afterAll(() => test.close());

/** A job that is done. */
async function make(batchSize: number, key?: string) {
	const ctx = await test.contextOf({ role: 'developer' });
	const { jobId } = await startGeneration(ctx, createRequest(batchSize, key));
	await driveJob(ctx, jobId);
	drawn = [];
	painter.script(() => {});
	const images = await listGeneratedImages(ctx, { jobId, scope: 'own', from: 0 });
	return {
		ctx,
		jobId,
		images,
		imageId: images[0]!.id,
		drive: () => driveJob(ctx, jobId),
		job: () => getGeneration(ctx, { jobId, scope: 'own' }),
		row: async () => (await findGenerationJob(ctx.db, 'all', jobId))!,
		image: async () => (await listGeneratedImages(ctx, { jobId, scope: 'own', from: 0, limit: 1 }))[0]!,
	};
}

describe('regenerating one image', () => {
	it('makes another version of the same traits by another seed, chooses it and leaves the job’s state alone', async () => {
		const { ctx, imageId, images, drive, job, image } = await make(3);
		await markImage(ctx, { imageId, mark: 'rejected' });
		const asked = await regenerateImage(ctx, { imageId });
		expect(asked).toMatchObject({ isRedrawing: true, version: 1, versionCount: 1, state: 'stored' });
		expect(await job()).toMatchObject({ phase: 'done', status: 'completed', redraws: 1 });
		await drive();
		expect(drawn).toEqual([`${images[0]!.seed}~v2`]);
		expect(await image()).toMatchObject({
			isRedrawing: false,
			version: 2,
			versionCount: 2,
			mark: null,
			traits: images[0]!.traits,
			dna: images[0]!.dna,
			imageUrl: `/api/images/${imageId}/file?version=2`,
		});
		expect(await job()).toMatchObject({ phase: 'done', progress: 3, totalImages: 3, redraws: 0, errorMessage: null });
		const versions = await listVersions(ctx, { imageId });
		expect(versions.map(({ number, isChosen, seed }) => ({ number, isChosen, seed }))).toEqual([
			{ number: 1, isChosen: false, seed: images[0]!.seed },
			{ number: 2, isChosen: true, seed: `${images[0]!.seed}~v2` },
		]);
	});

	it('records that the owner made the bytes of each version', async () => {
		const { ctx, imageId, drive } = await make(1);
		await regenerateImage(ctx, { imageId });
		await drive();
		const owned = await ctx.db.selectFrom('ownerBlobs').select('sha256').execute();
		const versions = await ctx.db.selectFrom('imageVersions').select('blobSha256').execute();
		expect(new Set(owned.map(({ sha256 }) => sha256))).toEqual(new Set(versions.map(({ blobSha256 }) => blobSha256)));
		expect(owned).toHaveLength(2);
	});

	it('twice asks once, and for two clicks at the same time too', async () => {
		const { ctx, imageId, drive, job, image } = await make(1);
		await Promise.all([regenerateImage(ctx, { imageId }), regenerateImage(ctx, { imageId })]);
		expect(await job()).toMatchObject({ redraws: 1 });
		await drive();
		expect(await image()).toMatchObject({ versionCount: 2 });
	});

	it('needs the key again, which is forgotten with the last version', async () => {
		const { ctx, imageId, images, drive, row, job } = await make(2, apiKey);
		const regenerate = (id: string, geminiApiKey?: string) => regenerateImage(ctx, { imageId: id, geminiApiKey });
		await expect(regenerate(imageId)).rejects.toMatchObject({ code: 'INVALID', reason: 'key_required' });
		await regenerate(imageId, apiKey);
		expect(await row()).toMatchObject({ sealedApiKey: expect.any(String), phase: 'done' });
		// The key is there by now.
		await regenerate(images[1]!.id);
		await drive();
		expect(painter.calls).toHaveLength(2);
		expect(await row()).toMatchObject({ sealedApiKey: null, redraws: 0, phase: 'done' });
		expect((await job()).costUsd).toBeCloseTo(0.16);
	});

	it.each<[EngineErrorKind, string]>([
		['blocked', 'blocked'],
		['key', 'request'],
		['day_quota', 'request'],
		['model', 'request'],
	])('that ends in %s keeps the old version and says why', async (kind, failure) => {
		const { ctx, imageId, drive, job, row, image } = await make(2, apiKey);
		painter.script(() => {
			throw new EngineError(kind, `the ${kind} sentence`);
		});
		await regenerateImage(ctx, { imageId, geminiApiKey: apiKey });
		await drive();
		expect(await image()).toMatchObject({
			state: 'stored',
			version: 1,
			versionCount: 1,
			isRedrawing: false,
			failure,
			failureMessage: `the ${kind} sentence`,
		});
		expect(await job()).toMatchObject({ phase: 'done', status: 'completed', redraws: 0, progress: 2, failedImages: 0 });
		expect(await row()).toMatchObject({ sealedApiKey: null });
	});

	it('that failed before is tried again, and the job ends the better for it', async () => {
		const ctx = await test.contextOf({ role: 'developer' });
		const { jobId } = await startGeneration(ctx, createRequest(2, apiKey));
		painter.script((_, number) => {
			if (number === 1) throw new EngineError('request', 'no');
		});
		await driveJob(ctx, jobId);
		const job = () => getGeneration(ctx, { jobId, scope: 'own' });
		expect(await job()).toMatchObject({ phase: 'partial', failedImages: 1 });
		const failed = (await listImages(ctx.db, jobId)).find(({ state }) => state === 'failed')!;
		await regenerateImage(ctx, { imageId: failed.id, geminiApiKey: apiKey });
		await driveJob(ctx, jobId);
		expect(await job()).toMatchObject({ phase: 'done', progress: 2, failedImages: 0, errorMessage: null });
		expect(await findImage(ctx.db, 'all', failed.id)).toMatchObject({
			state: 'stored',
			failure: null,
			chosenVersion: 1,
		});
	});

	it('of a cancelled job draws that one and no other', async () => {
		const ctx = await test.contextOf();
		const { jobId } = await startGeneration(ctx, createRequest(4));
		await cancelGeneration(ctx, { jobId });
		const [image] = await listImages(ctx.db, jobId);
		await regenerateImage(ctx, { imageId: image!.id });
		await driveJob(ctx, jobId);
		expect(drawn).toEqual([image!.imageSeed]);
		expect(await getGeneration(ctx, { jobId, scope: 'own' })).toMatchObject({
			phase: 'cancelled',
			status: 'completed',
			progress: 1,
			errorMessage: 'Stopped after 1 of 4 images',
		});
	});

	it('can be withdrawn by cancelling', async () => {
		const { ctx, jobId, imageId, drive, job } = await make(2, apiKey);
		await regenerateImage(ctx, { imageId, geminiApiKey: apiKey });
		expect(await cancelGeneration(ctx, { jobId })).toMatchObject({ phase: 'done', redraws: 0, needsApiKey: true });
		await drive();
		expect(painter.calls).toHaveLength(0);
		expect(await job()).toMatchObject({ phase: 'done' });
	});

	it('counts against what an emergency session may order, and against the day’s limit', async () => {
		const { ctx, imageId } = await make(1);
		await ctx.db.updateTable('sessions').set({ imagesLeft: 1 }).where('id', '=', ctx.actor!.sessionId!).execute();
		await regenerateImage(ctx, { imageId });
		await driveJob(ctx, (await findImage(ctx.db, 'all', imageId))!.jobId);
		await expect(regenerateImage(ctx, { imageId })).rejects.toMatchObject({ code: 'LIMIT', reason: 'emergency_limit' });
		await ctx.db.updateTable('sessions').set({ imagesLeft: null }).where('id', '=', ctx.actor!.sessionId!).execute();
		const limited = { ...ctx, config: { ...ctx.config, dailyGenerationLimit: 2 } };
		await expect(regenerateImage(limited, { imageId })).rejects.toMatchObject({ code: 'LIMIT', reason: 'daily_limit' });
		expect(await findImage(ctx.db, 'all', imageId)).toMatchObject({ redraw: false });
	});

	it('waits while the job is paused, and rejects to begin then', async () => {
		const ctx = await test.contextOf({ role: 'developer' });
		const { jobId } = await startGeneration(ctx, createRequest(4, apiKey));
		painter.script(async (_, number) => void (number === 2 && (await pauseGeneration(ctx, { jobId }))));
		await driveJob(ctx, jobId);
		const stored = (await listImages(ctx.db, jobId)).find(({ state }) => state === 'stored')!;
		const regenerating = regenerateImage(ctx, { imageId: stored.id, geminiApiKey: apiKey });
		await expect(regenerating).rejects.toMatchObject({ code: 'CONFLICT', reason: 'job_paused' });
		expect(await findImage(ctx.db, 'all', stored.id)).toMatchObject({ redraw: false });
	});
});

describe('locked images', () => {
	it('are never made again until they are unlocked', async () => {
		const { ctx, imageId, image } = await make(1);
		expect(await lockImage(ctx, { imageId })).toMatchObject({ locked: true });
		expect(await lockImage(ctx, { imageId })).toMatchObject({ locked: true });
		await expect(regenerateImage(ctx, { imageId })).rejects.toMatchObject({ code: 'CONFLICT', reason: 'image_locked' });
		expect(await unlockImage(ctx, { imageId })).toMatchObject({ locked: false });
		await regenerateImage(ctx, { imageId });
		expect(await image()).toMatchObject({ isRedrawing: true });
	});
});

describe('regenerating many', () => {
	it('takes every rejected image, the locked ones left out', async () => {
		const { ctx, jobId, images, drive, job } = await make(5);
		for (const { id } of images.slice(0, 3)) await markImage(ctx, { imageId: id, mark: 'rejected' });
		await markImage(ctx, { imageId: images[3]!.id, mark: 'kept' });
		await lockImage(ctx, { imageId: images[0]!.id });
		expect(await regenerateImages(ctx, { jobId, imageIds: 'rejected' })).toMatchObject({ redraws: 2, phase: 'done' });
		await drive();
		const after = await listGeneratedImages(ctx, { jobId, scope: 'own', from: 0 });
		expect(after.map(({ version }) => version)).toEqual([1, 2, 2, 1, 1]);
		expect(after.map(({ mark }) => mark)).toEqual(['rejected', null, null, 'kept', null]);
		expect(await job()).toMatchObject({ phase: 'done', progress: 5, redraws: 0 });
	});

	it('takes named images, and rejects one of another job like one that does not exist', async () => {
		const [{ ctx, jobId, images }, other] = [await make(3), await make(1)];
		const ids = images.slice(1).map(({ id }) => id);
		expect(await regenerateImages(ctx, { jobId, imageIds: ids })).toMatchObject({ redraws: 2 });
		for (const foreign of [other.imageId, '00000000-0000-4000-8000-000000000000']) {
			const regenerating = regenerateImages(ctx, { jobId, imageIds: [images[0]!.id, foreign] });
			await expect(regenerating).rejects.toMatchObject({ code: 'NOT_FOUND' });
		}
	});

	it('rejects when none is rejected and when all are locked', async () => {
		const { ctx, jobId, imageId } = await make(1);
		const regenerating = regenerateImages(ctx, { jobId, imageIds: 'rejected' });
		await expect(regenerating).rejects.toMatchObject({ reason: 'nothing_to_retry' });
		await lockImage(ctx, { imageId });
		await expect(regenerateImages(ctx, { jobId, imageIds: [imageId] })).rejects.toMatchObject({
			reason: 'image_locked',
		});
	});
});

describe('choosing a version', () => {
	it('switches what is shown, downloaded and read without a version', async () => {
		const { ctx, jobId, imageId, drive } = await make(2);
		mime = 'image/webp';
		await regenerateImage(ctx, { imageId });
		await drive();
		const read = (version?: number) => readImage(ctx, { imageId, size: 'full', scope: 'own', version });
		const [first, second] = [await read(1), await read(2)];
		expect(first.sha256).not.toBe(second.sha256);
		expect(await read()).toMatchObject({ sha256: second.sha256, fileName: '1.webp', mime: 'image/webp' });
		const [archived] = await listArchiveImages(ctx.db, jobId);
		expect(archived).toMatchObject({
			sha256: second.sha256,
			mime: 'image/webp',
			imageSeed: expect.stringContaining('~v2'),
		});
		const before = (await findGenerationJob(ctx.db, 'all', jobId))!.version;
		const chosen = await chooseVersion(ctx, { imageId, version: 1 });
		expect(chosen).toMatchObject({
			version: 1,
			versionCount: 2,
			filename: '1.png',
			imageUrl: `/api/images/${imageId}/file?version=1`,
			metadata: { image: expect.stringMatching(/\.png$/) },
		});
		expect((await read()).sha256).toBe(first.sha256);
		expect((await listArchiveImages(ctx.db, jobId))[0]).toMatchObject({ sha256: first.sha256, mime: 'image/png' });
		expect((await findGenerationJob(ctx.db, 'all', jobId))!.version).toBeGreaterThan(before);
		expect(await findBlob(ctx.db, second.sha256)).toBeDefined();
	});

	it('rejects a version that is not there', async () => {
		const { ctx, imageId } = await make(1);
		await expect(chooseVersion(ctx, { imageId, version: 2 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
		const reading = readImage(ctx, { imageId, size: 'full', scope: 'own', version: 2 });
		await expect(reading).rejects.toMatchObject({ code: 'NOT_FOUND' });
	});
});

describe('an image’s metadata', () => {
	it('names the file by its type', async () => {
		mime = 'image/jpeg';
		const { image } = await make(1);
		expect(await image()).toMatchObject({ filename: '1.jpg', metadata: { image: expect.stringMatching(/1\.jpg$/) } });
	});
});

describe('whoever may not', () => {
	const verbs: readonly [
		string,
		(ctx: Awaited<ReturnType<TestServices['contextOf']>>, imageId: string) => Promise<unknown>,
	][] = [
		['regenerate', (ctx, imageId) => regenerateImage(ctx, { imageId })],
		['lock', (ctx, imageId) => lockImage(ctx, { imageId })],
		['unlock', (ctx, imageId) => unlockImage(ctx, { imageId })],
		['mark', (ctx, imageId) => markImage(ctx, { imageId, mark: 'kept' })],
		['choose', (ctx, imageId) => chooseVersion(ctx, { imageId, version: 1 })],
		['list the versions of', (ctx, imageId) => listVersions(ctx, { imageId })],
	];

	it.each(verbs)('rejects to %s a stranger’s image like one that does not exist', async (_, verb) => {
		const { imageId } = await make(1);
		for (const caller of [await test.contextOf(), await test.contextOf({ role: 'developer' })]) {
			for (const id of [imageId, 'nothing', '00000000-0000-4000-8000-000000000000']) {
				await expect(verb(caller, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
			}
		}
		await expect(verb(await test.contextOf(null), imageId)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
	});

	it('rejects to review an image that is not there yet', async () => {
		const ctx = await test.contextOf();
		const { jobId } = await startGeneration(ctx, createRequest(1));
		const [image] = await listImages(ctx.db, jobId);
		for (const [name, verb] of verbs.slice(1, 5)) {
			await expect(verb(ctx, image!.id), name).rejects.toMatchObject({ code: 'CONFLICT', reason: 'image_not_ready' });
		}
		expect(await listVersions(ctx, { imageId: image!.id })).toEqual([]);
	});
});
