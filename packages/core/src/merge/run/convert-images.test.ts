import { listPngCopies } from '@adx/db/repositories/platform/image-previews';
import type { MergeImageEntry } from '@adx/validators/uploads';
import sharp from 'sharp';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { RequestContext } from '../../platform/context.ts';
import { useTestServices } from '../../platform/use-services-testing.ts';
import { getMerge, openMergeDownload } from '../get-merge.ts';
import { createMergeRequest, filesOf, hashOf, problemsOf, readDownload, upload } from '../merge-testing.ts';
import { startMerge } from '../start-merge.ts';
import { mergeJob } from './merge-job.ts';

const test = useTestServices();

const work = (ctx: RequestContext, jobId: string, services: object = {}) =>
	mergeJob.run({ ...ctx, ...services }, { jobId, slot: 0 }, new AbortController().signal);

const download = async (ctx: RequestContext, jobId: string) =>
	readDownload(await openMergeDownload(ctx, { jobId, scope: 'own' }));

it('makes PNGs of WebP images where that is chosen, pixel for pixel and once, and leaves animated ones', async () => {
	const ctx = await test.contextOf();
	const channels = 4 as const;
	const pixels = Buffer.from(Array.from({ length: 16 * 16 * channels }, (_, at) => (at * 37 + (at >> 6)) % 256));
	const still = sharp(pixels, { raw: { width: 16, height: 16, channels } });
	const frames = sharp(pixels, { raw: { width: 16, height: 16, channels, pageHeight: 8 } });
	const originals = {
		'still.webp': await still.clone().withIccProfile('p3').webp({ lossless: true, exact: true }).toBuffer(),
		'lossy.webp': await still.clone().webp({ quality: 40 }).toBuffer(),
		'animated.webp': await frames.webp({ loop: 0, delay: [100, 100] }).toBuffer(),
	};
	const images: MergeImageEntry[] = [];
	for (const [filename, bytes] of Object.entries(originals)) {
		images.push({ filename, sha256: await upload(ctx, bytes), metadata: { name: filename } });
	}
	const mergeWith = async (webpImages: 'keep' | 'png' | undefined) => {
		const options = { fixes: { ...(webpImages === undefined ? {} : { webpImages }) } };
		const { jobId } = await startMerge(ctx, await createMergeRequest(ctx, { Webs: images }, { options }));
		await work(ctx, jobId);
		return { done: await getMerge(ctx, { jobId, scope: 'own' }), files: await filesOf(await download(ctx, jobId)) };
	};
	const { done, files } = await mergeWith('png');
	expect(done).toMatchObject({ status: 'completed', totalImages: 3, leftOut: {} });
	expect([...files.keys()].filter((name) => name.startsWith('images/'))).toEqual([
		...['images/1.png', 'images/2.png', 'images/3.webp'],
	]);
	for (const [number, filename] of [
		[1, 'still.webp'],
		[2, 'lossy.webp'],
	] as const) {
		const [png, webp] = [files.get(`images/${number}.png`)!, originals[filename]];
		const readPixels = (bytes: Buffer) => sharp(bytes, { ignoreIcc: true }).raw().toBuffer();
		expect((await sharp(png).metadata()).format).toBe('png');
		expect((await readPixels(png)).equals(await readPixels(webp))).toBe(true);
		const profiles = await Promise.all([png, webp].map(async (bytes) => (await sharp(bytes).metadata()).icc));
		expect(profiles[0]).toEqual(profiles[1]);
		expect(JSON.parse(files.get(`metadata/${number}.json`)!.toString())).toMatchObject({
			image: `images/${number}.png`,
			properties: { files: [{ uri: `images/${number}.png`, type: 'image/png' }] },
		});
	}
	expect(files.get('images/3.webp')!.equals(originals['animated.webp'])).toBe(true);
	expect(files.get('PROVENANCE.txt')!.toString()).toContain('WebP images that do not move became PNGs');
	expect(problemsOf(files)).toEqual([]);
	const hashes = images.map(({ sha256 }) => sha256);
	const copies = await listPngCopies(ctx.db, hashes);
	expect(copies.map(({ sha256 }) => sha256).toSorted()).toEqual(
		[1, 2].map((number) => hashOf(files.get(`images/${number}.png`)!)).toSorted(),
	);
	// Another merge finds them.
	const putSizes: number[] = [];
	const storage = {
		...ctx.storage,
		put: (bytes: Uint8Array) => {
			putSizes.push(bytes.byteLength);
			return ctx.storage.put(bytes);
		},
	};
	const options = { fixes: { webpImages: 'png' } };
	const again = await startMerge(ctx, await createMergeRequest(ctx, { Webs: images }, { options }));
	await work(ctx, again.jobId, { storage });
	expect((await getMerge(ctx, { jobId: again.jobId, scope: 'own' })).provenance).toBe(done.provenance);
	expect(putSizes).toHaveLength(2);
	for (const webpImages of ['keep', undefined] as const) {
		const kept = (await mergeWith(webpImages)).files;
		for (const [place, bytes] of Object.values(originals).entries()) {
			expect(kept.get(`images/${place + 1}.webp`)!.equals(bytes)).toBe(true);
		}
	}
});

it('ends although no try has the time for all of its animated WebP images, none of which is read twice', async () => {
	const ctx = await test.contextOf();
	const images: MergeImageEntry[] = [];
	for (let shade = 0; shade < 5; shade += 1) {
		const pixels = Buffer.from(Array.from({ length: 4 * 8 * 3 }, (_, at) => shade * 40 + (at >= 4 * 4 * 3 ? 20 : 0)));
		const frames = sharp(pixels, { raw: { width: 4, height: 8, channels: 3, pageHeight: 4 } });
		const bytes = await frames.webp({ loop: 0, delay: [100, 100], lossless: true }).toBuffer();
		images.push({ filename: `${shade}.webp`, sha256: await upload(ctx, bytes), metadata: null });
	}
	const options = { fixes: { webpImages: 'png' } };
	const { jobId } = await startMerge(ctx, await createMergeRequest(ctx, { Webs: images }, { options }));
	// Each picture takes so long to read that a try gets no further than to the second one.
	const readMs = 31_000;
	const hashes = new Set(images.map(({ sha256 }) => sha256));
	const readHashes: string[] = [];
	const now = performance.now.bind(performance);
	const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + readHashes.length * readMs);
	onTestFinished(() => clock.mockRestore());
	const storage = {
		...ctx.storage,
		read: (...args: Parameters<typeof ctx.storage.read>) => {
			if (hashes.has(args[0])) readHashes.push(args[0]);
			return ctx.storage.read(...args);
		},
	};
	for (let tries = 0; tries < 3; tries += 1) await work(ctx, jobId, { storage });
	expect(await getMerge(ctx, { jobId, scope: 'own' })).toMatchObject({ status: 'completed', totalImages: 5 });
	expect(readHashes.toSorted()).toEqual([...hashes].toSorted());
	const names = [...(await filesOf(await download(ctx, jobId))).keys()].filter((name) => name.startsWith('images/'));
	expect(names).toEqual([1, 2, 3, 4, 5].map((number) => `images/${number}.webp`));
});
