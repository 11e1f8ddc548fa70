import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { listImages } from '@adx/db/repositories/generation/generated-images';
import { listGenerationJobs } from '@adx/db/repositories/generation/generation-jobs';
import { startGenerationInput } from '@adx/validators/generation/generation-order';
import type { ReferenceSource, SetReferencesInput } from '@adx/validators/generation/job-references';
import type { UploadInput } from '@adx/validators/uploads';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RequestContext } from '../../platform/context.ts';
import { createPixelEngine, createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { createNoisyImage } from '../../uploads/inspection/image-testing.ts';
import { receiveUpload } from '../../uploads/receive-upload.ts';
import { deleteJob, getJobDeletion } from '../control/delete-job.ts';
import { createRequest, createScriptedEngine, driveJob } from '../generation-testing.ts';
import { planGeneration } from '../plan/plan-generation.ts';
import { getGeneration, listGeneratedImages } from '../queries/generations.ts';
import { startGeneration } from '../start/start-generation.ts';
import { regenerateImage } from '../versions/regenerate-images.ts';
import { chooseVersion } from '../versions/versions.ts';
import { readReference } from './read-references.ts';
import { setReferences } from './set-references.ts';

const apiKey = 'AIza-canary-1234567890';
const painter = createScriptedEngine();
let test: TestServices;
beforeAll(async () => {
	test = await createTestServices({ gemini: painter.engine, forge: createPixelEngine() });
});
beforeEach(async () => {
	await test.clear();
	painter.script(() => {});
});
afterAll(() => test.close());

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function upload(
	ctx: RequestContext,
	bytes: Buffer,
	as: UploadInput['as'] = 'reference',
): Promise<ReferenceSource> {
	await receiveUpload(ctx, { sha256: hashOf(bytes), as }, Readable.from([bytes]), bytes.length);
	return { sha256: hashOf(bytes) };
}

const createPicture = (background: string, width = 1_600, height = 900) =>
	sharp({ create: { width, height, channels: 4, background } })
		.png()
		.toBuffer();

const order = (references: readonly ReferenceSource[], change: object = {}) =>
	startGenerationInput.parse({ ...createRequest(2, apiKey), references, ...change });

const sentTo = (call: (typeof painter.calls)[number] | undefined) => call?.remote?.references ?? [];
const readAll = async (stream: Readable) => Buffer.concat(await stream.toArray());

describe('references of an order', () => {
	it('go with every call in their order, read and encoded again by the server', async () => {
		const ctx = await test.contextOf();
		const sources = [
			await upload(ctx, await createPicture('#ff000080')),
			await upload(ctx, await createPicture('blue', 100, 3_000)),
			await upload(ctx, await createTaggedJpeg()),
		];
		const { jobId, job } = await startGeneration(ctx, order(sources, { styleLock: true }));
		expect(job).toMatchObject({
			styleLock: true,
			references: [{ imageId: null }, { imageId: null }, { imageId: null }],
		});
		await driveJob(ctx, jobId);
		expect(painter.calls).toHaveLength(2);
		for (const call of painter.calls) {
			expect(call.remote?.hasStyleLock).toBe(true);
			const pictures = await Promise.all(sentTo(call).map(({ bytes }) => sharp(bytes).metadata()));
			expect(pictures).toMatchObject([
				{ format: 'jpeg', width: 1_024, height: 576, hasAlpha: false },
				{ format: 'jpeg', width: 34, height: 1_024 },
				{ format: 'jpeg', width: 90, height: 160 },
			]);
			expect(pictures.map(({ exif, icc }) => [exif, icc])).toEqual(Array(3).fill([undefined, undefined]));
		}
		const [red] = sentTo(painter.calls[0]);
		const { dominant } = await sharp(red?.bytes).stats();
		expect(dominant.r).toBeGreaterThan(dominant.g);
		expect(dominant.g).toBeGreaterThan(100);
	});

	it('may be images of the caller’s, and go with regenerations too', async () => {
		const ctx = await test.contextOf();
		const first = await startGeneration(ctx, order([]));
		await driveJob(ctx, first.jobId);
		const [image] = await listImages(ctx.db, first.jobId);
		// The scripted painter's pictures have one pixel.
		await expect(startGeneration(ctx, order([{ imageId: image!.id }]))).rejects.toMatchObject({
			message: 'Reference image 1 has 1 x 1 px. Use one of at least 64 px on its shorter side.',
		});
		const bytes = await createPicture('green', 300, 300);
		await upload(ctx, bytes);
		await ctx.db
			.updateTable('generatedImages')
			.set({ blobSha256: hashOf(bytes) })
			.where('id', '=', image!.id)
			.execute();
		const { jobId, job } = await startGeneration(ctx, order([{ imageId: image!.id }]));
		expect(job.references).toMatchObject([{ imageId: image!.id }]);
		await driveJob(ctx, jobId);
		const [made] = await listImages(ctx.db, jobId);
		painter.script(() => {});
		await regenerateImage(ctx, { imageId: made!.id, geminiApiKey: apiKey });
		await driveJob(ctx, jobId);
		expect(painter.calls.map((call) => sentTo(call).length)).toEqual([1]);
		// Deleted, the image leaves the job what it took from it.
		await deleteJob(ctx, { jobId: first.jobId, scope: 'own' });
		expect((await getGeneration(ctx, { jobId, scope: 'own' })).references).toMatchObject([{ imageId: null }]);
	});

	it('are read by their owner alone, and outlive the upload', async () => {
		const ctx = await test.contextOf();
		const source = await upload(ctx, await createPicture('red', 400, 300));
		const { jobId, job } = await startGeneration(ctx, order([source]));
		await ctx.db.deleteFrom('ownerBlobs').execute();
		const { id, imageUrl } = job.references[0]!;
		expect(imageUrl).toBe(`/api/generate/${jobId}/references/${id}/file`);
		const read = { jobId, referenceId: id, scope: 'own' } as const;
		const full = await readReference(ctx, { ...read, size: 'full' });
		expect(await sharp(await readAll(await full.open())).metadata()).toMatchObject({ format: 'jpeg', width: 400 });
		const small = await readReference(ctx, { ...read, size: '200' });
		expect(await sharp(await readAll(await small.open())).metadata()).toMatchObject({ format: 'webp', width: 200 });
		const stranger = await test.contextOf();
		await expect(readReference(stranger, { ...read, size: 'full' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
		await expect(readReference(ctx, { ...read, referenceId: jobId, size: 'full' })).rejects.toMatchObject({
			code: 'NOT_FOUND',
		});
	});

	it('are deleted with their job, rows and files, unless another job sends the same', async () => {
		const ctx = await test.contextOf();
		const source = await upload(ctx, await createPicture('red'));
		const [one, other] = [await startGeneration(ctx, order([source])), await startGeneration(ctx, order([source]))];
		const files = await ctx.db.selectFrom('jobReferences').select(['blobSha256', 'previewSha256']).execute();
		expect(new Set(files.map(({ blobSha256 }) => blobSha256)).size).toBe(1);
		for (const { jobId } of [one, other]) await driveJob(ctx, jobId);
		await deleteJob(ctx, { jobId: one.jobId, scope: 'own' });
		const isStored = async () =>
			(await ctx.db.selectFrom('blobs').select('sha256').where('sha256', '=', files[0]!.blobSha256).execute()).length;
		expect(await isStored()).toBe(1);
		const counted = await getJobDeletion(ctx, { jobId: other.jobId, scope: 'own' });
		const { freedBytes } = await deleteJob(ctx, { jobId: other.jobId, scope: 'own' });
		expect(freedBytes).toBe(counted.freedBytes);
		expect(await isStored()).toBe(0);
		expect(await ctx.db.selectFrom('jobReferences').selectAll().execute()).toEqual([]);
	});

	it('that is lost in storage ends the job before anything is paid', async () => {
		const ctx = await test.contextOf();
		const { jobId } = await startGeneration(ctx, order([await upload(ctx, await createPicture('red'))]));
		const { blobSha256 } = await ctx.db.selectFrom('jobReferences').select('blobSha256').executeTakeFirstOrThrow();
		await test.files.damage(blobSha256, 'deleted');
		await driveJob(ctx, jobId);
		const job = await getGeneration(ctx, { jobId, scope: 'own' });
		expect(job).toMatchObject({ phase: 'failed', paidCalls: 0 });
		expect(job.errorMessage).toMatch(/^A reference image of this job is missing or damaged/);
		expect(painter.calls).toEqual([]);
	});

	it.each<[string, (ctx: RequestContext) => Promise<ReferenceSource>, RegExp]>([
		[
			'another user’s upload',
			async () => upload(await test.contextOf(), await createPicture('red')),
			/^Reference image 1 is no longer among your uploads/,
		],
		['an upload that was deleted meanwhile', deletedUpload, /^Reference image 1 is no longer among your uploads/],
		[
			'what is not a picture',
			(ctx) => upload(ctx, Buffer.from('<svg/>'), 'unreadable'),
			/^Reference image 1 is not a picture/,
		],
		['an animation', async (ctx) => upload(ctx, await createAnimation(), 'image'), /^Reference image 1 is animated/],
		[
			'a very small picture',
			async (ctx) => upload(ctx, await createNoisyImage('png'), 'image'),
			/^Reference image 1 has 64 x 48 px/,
		],
		['an image that nobody made', async () => ({ imageId: '00000000-0000-0000-0000-000000000000' }), /is not there/],
		['an id of another shape', async () => ({ imageId: 'nothing' }), /is not there/],
	])('rejects %s with a sentence, and stores nothing', async (_, prepare, message) => {
		const ctx = await test.contextOf();
		const source = await prepare(ctx);
		await expect(startGeneration(ctx, order([source]))).rejects.toMatchObject({
			code: 'INVALID',
			message: expect.stringMatching(message),
			meta: { fields: { references: expect.stringMatching(message) } },
		});
		expect(await listGenerationJobs(ctx.db, 'all')).toEqual([]);
	});

	it('rejects any for an engine that takes none, and a fourth one', async () => {
		const ctx = await test.contextOf();
		const source = await upload(ctx, await createPicture('red'));
		const forge = startGenerationInput.parse({ ...createRequest(2), references: [source] });
		await expect(startGeneration(ctx, forge)).rejects.toMatchObject({
			message: 'Built-in forge takes no reference images.',
		});
		expect(
			startGenerationInput.safeParse({ ...order([]), references: Array(4).fill(source) }).error?.issues,
		).toMatchObject([{ path: ['references'], message: 'At most 3 reference images' }]);
	});
});

describe('references that are replaced', () => {
	it('go with all calls from then on: those that stay, in their new order, and images that were kept', async () => {
		const ctx = await test.contextOf();
		const [red, blue] = [await upload(ctx, await createPicture('red')), await upload(ctx, await createPicture('blue'))];
		const { jobId, job } = await startGeneration(ctx, order([red]));
		await driveJob(ctx, jobId);
		const [image] = await listImages(ctx.db, jobId);
		const referenceId = job.references[0]!.id;
		const green = await createPicture('lime', 300, 300);
		await upload(ctx, green);
		await ctx.db
			.updateTable('generatedImages')
			.set({ blobSha256: hashOf(green) })
			.where('id', '=', image!.id)
			.execute();
		const references = [blue, { imageId: image!.id }, { referenceId }];
		const changed = await setReferences(ctx, { jobId, references, styleLock: true });
		expect(changed).toMatchObject({
			styleLock: true,
			references: [{ imageId: null }, { imageId: image!.id }, { id: referenceId }],
		});
		painter.script(() => {});
		await regenerateImage(ctx, { imageId: image!.id, geminiApiKey: apiKey });
		await driveJob(ctx, jobId);
		const sent = await Promise.all(
			sentTo(painter.calls[0]).map(async ({ bytes }) => (await sharp(bytes).stats()).dominant),
		);
		expect(sent.map(({ r, g, b }) => [r > 100, g > 100, b > 100])).toEqual([
			[false, false, true],
			[false, true, false],
			[true, false, false],
		]);
		expect(painter.calls[0]?.remote?.hasStyleLock).toBe(true);
		const left = await setReferences(ctx, { jobId, references: [{ referenceId }] });
		expect(left).toMatchObject({ styleLock: true, references: [{ id: referenceId }] });
		expect(left.references).toHaveLength(1);
	});

	it('rejects what is there twice, what the job no longer has, and a stranger’s job; nothing changes', async () => {
		const ctx = await test.contextOf();
		const red = await upload(ctx, await createPicture('red'));
		const { jobId, job } = await startGeneration(ctx, order([red]));
		const [first] = job.references;
		const refused = (references: SetReferencesInput['references'], as = ctx) =>
			expect(setReferences(as, { jobId, references })).rejects;
		await refused([{ referenceId: first!.id }, red]).toMatchObject({ message: 'Reference image 2 is there already.' });
		await refused([{ referenceId: jobId }]).toMatchObject({ code: 'NOT_FOUND' });
		await refused([], await test.contextOf()).toMatchObject({ code: 'NOT_FOUND' });
		expect((await getGeneration(ctx, { jobId, scope: 'own' })).references).toEqual(job.references);
		const free = await startGeneration(ctx, startGenerationInput.parse(createRequest(2)));
		await expect(setReferences(ctx, { jobId: free.jobId, references: [red] })).rejects.toMatchObject({
			message: 'Built-in forge takes no reference images.',
		});
	});
});

describe('how far images drift from their references', () => {
	it('is told of the chosen version, and again once others are set; of none without references', async () => {
		const ctx = await test.contextOf();
		const red = await upload(ctx, await createPicture('red', 100, 100));
		// Two random colours can be equally far from a third.
		const { jobId } = await startGeneration(ctx, order([red], { seed: 'drift' }));
		await driveJob(ctx, jobId);
		const driftOf = async () =>
			(await listGeneratedImages(ctx, { jobId, scope: 'own', from: 0 })).map(({ drift }) => drift ?? -1);
		const [first, second] = await driftOf();
		expect(first).toBeGreaterThan(0);
		expect(first).toBeLessThanOrEqual(1);
		expect(second).not.toBe(first);
		const [image] = await listImages(ctx.db, jobId);
		await regenerateImage(ctx, { imageId: image!.id, geminiApiKey: apiKey });
		await driveJob(ctx, jobId);
		expect(await driftOf()).not.toEqual([first, second]);
		await chooseVersion(ctx, { imageId: image!.id, version: 1 });
		expect(await driftOf()).toEqual([first, second]);
		const [covered] = (await getGeneration(ctx, { jobId, scope: 'own' })).generatedImages;
		expect(covered).toMatchObject({ drift: first });
		const other = await upload(ctx, await createPicture('blue', 100, 100));
		await setReferences(ctx, { jobId, references: [other] });
		expect(await driftOf()).not.toEqual([first, second]);
		await setReferences(ctx, { jobId, references: [] });
		expect(await driftOf()).toEqual([-1, -1]);
	});
});

describe('the storyboard as the sketch', () => {
	it('goes with every call, the same for every version of an image', async () => {
		const ctx = await test.contextOf();
		const source = await upload(ctx, await createPicture('red'));
		const { jobId, job } = await startGeneration(ctx, order([source], { sketch: true }));
		expect(job.sketch).toBe(true);
		await driveJob(ctx, jobId);
		const images = await listImages(ctx.db, jobId);
		await regenerateImage(ctx, { imageId: images[0]!.id, geminiApiKey: apiKey });
		await driveJob(ctx, jobId);
		const sketches = painter.calls.map(({ remote }) => remote?.sketch);
		expect(sketches).toMatchObject(Array(3).fill({ mime: 'image/png' }));
		const bySeed = new Map(
			painter.calls.map(({ imageSeed }, index) => [imageSeed, hashOf(Buffer.from(sketches[index]!.bytes))]),
		);
		const { imageSeed } = images[0]!;
		expect(bySeed.get(`${imageSeed}~v2`)).toBe(bySeed.get(imageSeed));
		expect(bySeed.get(images[1]!.imageSeed)).not.toBe(bySeed.get(imageSeed));
	});

	it('rejects it with more references than leave room for it, and for an engine that takes none', async () => {
		const ctx = await test.contextOf();
		const sources = [];
		for (const color of ['red', 'green', 'blue']) sources.push(await upload(ctx, await createPicture(color)));
		await expect(startGeneration(ctx, order(sources, { sketch: true }))).rejects.toMatchObject({
			message: 'Google Gemini takes at most 2 reference images besides the sketch.',
		});
		const forge = startGenerationInput.parse({ ...createRequest(2), sketch: true });
		await expect(startGeneration(ctx, forge)).rejects.toMatchObject({
			message: 'Built-in forge takes no sketch.',
			meta: { fields: { sketch: expect.anything() } },
		});
		const engines = new Map([...ctx.engines].filter(([name]) => name !== 'forge'));
		await expect(startGeneration({ ...ctx, engines }, order([], { sketch: true }))).rejects.toMatchObject({
			message: 'This server draws no sketches.',
		});
	});

	it('is counted in the price of a plan, as references are', async () => {
		const ctx = await test.contextOf();
		const { gemini } = ctx.config.services;
		const services = { ...ctx.config.services, gemini: { ...gemini, getInputImageUsd: () => 0.01 } };
		const priced = { ...ctx, config: { ...ctx.config, services } };
		const plan = await planGeneration(priced, order([{ sha256: '0'.repeat(64) }], { sketch: true }));
		expect(plan.price?.amount).toBe(2 * (0.04 + 2 * 0.01));
	});
});

async function deletedUpload(ctx: RequestContext): Promise<ReferenceSource> {
	const source = await upload(ctx, await createPicture('red'));
	await ctx.db.deleteFrom('ownerBlobs').execute();
	return source;
}

/** On its side by its EXIF, which also says where on Earth it was made. */
const createTaggedJpeg = async () =>
	sharp(await createPicture('white', 160, 90))
		.withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
		.withMetadata({ orientation: 6 })
		.jpeg()
		.toBuffer();

async function createAnimation(): Promise<Buffer> {
	const frame = (background: string) =>
		sharp({ create: { width: 80, height: 80, channels: 3, background } })
			.png()
			.toBuffer();
	return sharp([await frame('red'), await frame('blue')], { join: { animated: true } })
		.gif()
		.toBuffer();
}
