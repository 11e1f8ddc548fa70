import { mkdir, rm } from 'node:fs/promises';
import { listImages } from '@adx/db/repositories/generation/generated-images';
import { listImageVersions } from '@adx/db/repositories/generation/image-versions';
import { insertPreview, pngCopySizePx } from '@adx/db/repositories/platform/image-previews';
import { findBlob, insertBlob } from '@adx/db/repositories/uploads/blobs';
import type { GeneratedImageRow } from '@adx/db/schema/generation-tables';
import { addPreparedMint } from '@adx/db/testing/rows-testing';
import { passDatabaseTime } from '@adx/db/testing/time-testing';
import { forgeVersion } from '@adx/forge/version';
import { beforeEach, describe, expect, it } from 'vitest';
import { createForgeEngine } from '../../../engines/forge/forge-engine.ts';
import { createRequest, driveJob } from '../../../generation/generation-testing.ts';
import { getGeneration } from '../../../generation/queries/generations.ts';
import { startGeneration } from '../../../generation/start/start-generation.ts';
import { upload } from '../../../merge/merge-testing.ts';
import { createNoisyImage } from '../../../uploads/inspection/image-testing.ts';
import type { RequestContext } from '../../context.ts';
import { copyAsPng } from '../../images/image-decoder.ts';
import { createPixelEngine } from '../../services-testing.ts';
import { useTestServices } from '../../use-services-testing.ts';
import { isOnDisk } from '../files-testing.ts';
import { repairDamagedFiles, repairFile } from './repair-file.ts';

const test = useTestServices({ forge: createForgeEngine(1) });
const columns = ['blobSha256', 'preview512Sha256', 'preview200Sha256'] as const;

let ctx: RequestContext;
let image: GeneratedImageRow;
beforeEach(async () => {
	ctx = await test.contextOf();
	const { jobId } = await startGeneration(ctx, createRequest(1));
	await driveJob(ctx, jobId);
	image = (await listImages(ctx.db, jobId))[0]!;
});
const rowOf = async () => (await listImages(ctx.db, image.jobId))[0]!;
const markAll = () => ctx.db.updateTable('blobs').set({ damagedAt: new Date() }).execute();
const markedCount = async () =>
	(await ctx.db.selectFrom('blobs').select('sha256').where('damagedAt', 'is not', null).execute()).length;
/** Stores it as if a call with a user's key had generated it. */
const makePaid = async () => {
	await ctx.db.updateTable('generationJobs').set({ engine: 'gemini' }).execute();
};

describe('a drawn picture', () => {
	it.each(['flipped', 'truncated', 'deleted'] as const)(
		'whose files are %s comes back byte for byte',
		async (mishap) => {
			const before = await Promise.all(columns.map((column) => test.files.read(image[column]!)));
			for (const column of columns) await test.files.damage(image[column]!, mishap);
			await markAll();
			await repairDamagedFiles(ctx, new AbortController().signal);
			expect(await Promise.all(columns.map((column) => test.files.read(image[column]!)))).toEqual(before);
			expect(await markedCount()).toBe(0);
			expect(await rowOf()).toMatchObject({ chosenVersion: 1, versionCount: 1 });
		},
	);

	it('becomes a new version, and the chosen one, where the renderer draws other bytes by now', async () => {
		await test.files.damage(image.blobSha256!, 'deleted');
		await markAll();
		const changed = { ...ctx, engines: new Map([['forge', createPixelEngine()]] as const) };
		const { version } = await ctx.db.selectFrom('generationJobs').select('version').executeTakeFirstOrThrow();
		expect(await repairFile(changed, image.blobSha256!)).toBe(false);
		const [lost, drawn, ...more] = await listImageVersions(ctx.db, image.id);
		expect([lost!.blobSha256, drawn!.imageSeed, more]).toEqual([image.blobSha256, lost!.imageSeed, []]);
		expect(await rowOf()).toMatchObject({ chosenVersion: 2, versionCount: 2, blobSha256: drawn!.blobSha256 });
		expect(await findBlob(ctx.db, image.blobSha256!)).toMatchObject({ damagedAt: expect.any(Date) });
		// A client that polls, or downloads the zip again, gets the current files.
		const job = await ctx.db.selectFrom('generationJobs').select('version').executeTakeFirstOrThrow();
		expect(job.version).toBeGreaterThan(version);
		expect(await getGeneration(ctx, { jobId: image.jobId, scope: 'own' })).toMatchObject({ status: 'completed' });
		// Once, however often somebody asks for it, and not drawn for each of them.
		expect(await repairFile(changed, image.blobSha256!)).toBe(false);
		expect(await rowOf()).toMatchObject({ versionCount: 2 });
	});

	it('stays as it is where a token names its bytes and the renderer draws others by now', async () => {
		await addPreparedMint(ctx.db, ctx.actor!.userId, { imageId: image.id });
		await test.files.damage(image.blobSha256!, 'deleted');
		await markAll();
		const changed = { ...ctx, engines: new Map([['forge', createPixelEngine()]] as const) };
		expect(await repairFile(changed, image.blobSha256!)).toBe(false);
		expect(await rowOf()).toMatchObject({ chosenVersion: 1, versionCount: 1, blobSha256: image.blobSha256 });
		// The same renderer's bytes are those that the token names.
		await passDatabaseTime(ctx.db, 3_600_000);
		expect(await repairFile(ctx, image.blobSha256!)).toBe(true);
		expect(await rowOf()).toMatchObject({ chosenVersion: 1, versionCount: 1 });
	});

	it('keeps the version of the forge beside the one that took its place', async () => {
		await test.files.damage(image.blobSha256!, 'deleted');
		await markAll();
		const pixels = createPixelEngine();
		const draw: typeof pixels.draw = async (request) => ({ ...(await pixels.draw(request)), forgeVersion: 9 });
		const newer = { ...ctx, engines: new Map([['forge', { ...pixels, draw }]] as const) };
		expect(await repairFile(newer, image.blobSha256!)).toBe(false);
		expect(await listImageVersions(ctx.db, image.id)).toMatchObject([
			{ number: 1, forgeVersion },
			{ number: 2, forgeVersion: 9 },
		]);
	});

	it.runIf(isOnDisk)('stays the chosen one where its file cannot be read, and may be whole', async () => {
		// A folder in its place cannot be read either (EISDIR).
		const path = test.files.pathOf(image.blobSha256!);
		await rm(path);
		await mkdir(path);
		const changed = { ...ctx, engines: new Map([['forge', createPixelEngine()]] as const) };
		expect(await repairFile(changed, image.blobSha256!)).toBe(false);
		expect(await rowOf()).toMatchObject({ chosenVersion: 1, versionCount: 1 });
	});
});

describe('a painted picture', () => {
	it('is never made again, and tried once an hour', async () => {
		await makePaid();
		await test.files.damage(image.blobSha256!, 'deleted');
		await ctx.db.updateTable('blobs').set({ damagedAt: new Date() }).where('sha256', '=', image.blobSha256!).execute();
		let calls = 0;
		const counting = createPixelEngine(async () => void calls++);
		const paid = {
			...ctx,
			engines: new Map([
				['forge', counting],
				['gemini', counting],
			] as const),
		};
		await repairDamagedFiles(paid, new AbortController().signal);
		expect([calls, await markedCount()]).toEqual([0, 1]);
		const tried = (await findBlob(ctx.db, image.blobSha256!))!.repairTriedAt!;
		await repairDamagedFiles(paid, new AbortController().signal);
		expect((await findBlob(ctx.db, image.blobSha256!))!.repairTriedAt).toEqual(tried);
		await passDatabaseTime(ctx.db, 61 * 60_000);
		await repairDamagedFiles(paid, new AbortController().signal);
		expect((await findBlob(ctx.db, image.blobSha256!))!.repairTriedAt! > tried).toBe(true);
	});

	it('gets its previews again from the original', async () => {
		await makePaid();
		const before = await test.files.read(image.preview512Sha256!);
		for (const column of ['preview512Sha256', 'preview200Sha256'] as const)
			await test.files.damage(image[column]!, 'truncated');
		expect(await repairFile(ctx, image.preview512Sha256!)).toBe(true);
		expect(await test.files.read(image.preview512Sha256!)).toEqual(before);
		expect((await test.files.read(image.preview200Sha256!)).length).toBeGreaterThan(100);
	});

	it('is marked where its previews cannot be made of it any more, and only then', async () => {
		await makePaid();
		const marked = async () => (await findBlob(ctx.db, image.blobSha256!))!.damagedAt !== null;
		await test.files.damage(image.preview200Sha256!, 'deleted');
		expect([await repairFile(ctx, image.preview200Sha256!), await marked()]).toEqual([true, false]);
		await test.files.damage(image.preview512Sha256!, 'deleted');
		await test.files.damage(image.blobSha256!, 'truncated');
		expect([await repairFile(ctx, image.preview512Sha256!), await marked()]).toEqual([false, true]);
	});

	it('shows previews of other bytes where the encoder makes others by now', async () => {
		await makePaid();
		// Recorded under a hash that no encoder makes.
		const odd = await upload(ctx, await createNoisyImage('webp'));
		await ctx.db.updateTable('generatedImages').set({ preview512Sha256: odd }).execute();
		await ctx.db.updateTable('imageVersions').set({ preview512Sha256: odd }).execute();
		await test.files.overwrite(odd, Buffer.from('damaged'));
		expect(await repairFile(ctx, odd)).toBe(false);
		expect(await rowOf()).toMatchObject({ preview512Sha256: image.preview512Sha256, versionCount: 1 });
		const [version] = await listImageVersions(ctx.db, image.id);
		expect(version).toMatchObject({ preview512Sha256: image.preview512Sha256 });
	});
});

it('uploads and paid pictures lose their marks when their files are whole again', async () => {
	await makePaid();
	await upload(ctx, await createNoisyImage('png'));
	await markAll();
	await repairDamagedFiles(ctx, new AbortController().signal);
	expect(await markedCount()).toBe(0);
});

it('the PNG of a WebP is made again from it', async () => {
	const webp = await createNoisyImage('webp');
	const sha256 = await upload(ctx, webp);
	const { data, info } = (await copyAsPng(webp))!;
	const png = await ctx.storage.put(data);
	const { width, height } = info;
	await insertBlob(ctx.db, { ...png, mime: 'image/png', width, height, createdAt: new Date() });
	await insertPreview(ctx.db, { sha256, sizePx: pngCopySizePx, previewSha256: png.sha256 });
	await test.files.damage(png.sha256, 'truncated');
	expect(await repairFile(ctx, png.sha256)).toBe(true);
	expect((await test.files.read(png.sha256)).equals(data)).toBe(true);
});

it('an upload cannot be made again', async () => {
	const sha256 = await upload(ctx, await createNoisyImage('png'));
	await test.files.damage(sha256, 'deleted');
	expect(await repairFile(ctx, sha256)).toBe(false);
});
