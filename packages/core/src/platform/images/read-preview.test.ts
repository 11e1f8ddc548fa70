import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { upload as uploadFor } from '../../merge/merge-testing.ts';
import { createJpegWithExif, createNoisyImage } from '../../uploads/inspection/image-testing.ts';
import type { RequestContext } from '../context.ts';
import { useTestServices } from '../use-services-testing.ts';
import { type PreviewFile, readPreview } from './read-preview.ts';

const test = useTestServices();
let ctx: RequestContext;
beforeEach(async () => {
	ctx = await test.contextOf();
});

const upload = (bytes: Buffer, as: 'image' | 'unreadable' = 'image') => uploadFor(ctx, bytes, as);

const bytesOf = async (preview: PreviewFile | null) => buffer(await (preview as PreviewFile).open());
const sized = (width: number, height: number) =>
	sharp({ create: { width, height, channels: 4, background: { r: 9, g: 99, b: 199, alpha: 0.5 } } });

describe('a preview', () => {
	it.each(['png', 'jpeg', 'webp', 'gif'] as const)('of a %s is a WebP made once', async (format) => {
		const sha256 = await upload(await sized(1_000, 500).toFormat(format).toBuffer());
		const first = await readPreview(ctx, sha256, 512);
		expect(await sharp(await bytesOf(first)).metadata()).toMatchObject({ format: 'webp', width: 512, height: 256 });
		expect(first).toMatchObject({ mime: 'image/webp', sizeBytes: (await bytesOf(first)).length });
		const counted = { ...ctx, storage: { ...ctx.storage, put: () => Promise.reject(new Error('made again')) } };
		expect((await readPreview(counted, sha256, 512))?.sha256).toBe(first?.sha256);
		expect(await sharp(await bytesOf(await readPreview(ctx, sha256, 200))).metadata()).toMatchObject({ width: 200 });
	});

	it('50 shows nothing of EXIF and GPS, and stands upright', async () => {
		const original = await createJpegWithExif();
		expect(original.includes('Mage of Frostwind')).toBe(true);
		const bytes = await bytesOf(await readPreview(ctx, await upload(original), 200));
		const { exif, xmp, iptc, icc, width, height, orientation } = await sharp(bytes).metadata();
		expect([exif, xmp, iptc, icc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined]);
		expect([width, height]).toEqual([48, 64]);
		expect(bytes.includes('Mage of Frostwind')).toBe(false);
	});

	it('of an animation is its first frame, and a small picture stays as small as it is', async () => {
		const frames = [await sized(8, 8).png().toBuffer(), await sized(8, 8).negate().png().toBuffer()];
		const animation = await sharp(frames, { join: { animated: true } })
			.gif()
			.toBuffer();
		const made = await bytesOf(await readPreview(ctx, await upload(animation), 512));
		expect(await sharp(made, { animated: true }).metadata()).toMatchObject({ width: 8, height: 8 });
	});

	it('is shared by those who look at the same time', async () => {
		const sha256 = await upload(await createNoisyImage('png'));
		let reads = 0;
		const read = (...args: Parameters<typeof ctx.storage.read>) => {
			reads += 1;
			return ctx.storage.read(...args);
		};
		const counted = { ...ctx, storage: { ...ctx.storage, read } };
		const previews = await Promise.all(Array.from({ length: 20 }, () => readPreview(counted, sha256, 512)));
		expect(reads).toBe(1);
		expect(new Set(previews.map((preview) => preview?.sha256)).size).toBe(1);
	});

	it('is none for what is not a picture, for a damaged one and for what is not there', async () => {
		expect(await readPreview(ctx, await upload(Buffer.from('text'), 'unreadable'), 512)).toBeNull();
		expect(await readPreview(ctx, 'a'.repeat(64), 512)).toBeNull();
		const damaged = await upload(Buffer.from('no picture any more'), 'unreadable');
		await ctx.db.updateTable('blobs').set({ mime: 'image/png' }).execute();
		expect(await readPreview(ctx, damaged, 512)).toBeNull();
	});

	it('is shown though the disk has no room to keep it', async () => {
		const sha256 = await upload(await createNoisyImage('png'));
		const put = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
		const preview = await readPreview({ ...ctx, storage: { ...ctx.storage, put } }, sha256, 512);
		const bytes = await bytesOf(preview);
		expect((await sharp(bytes).metadata()).width).toBe(64);
		expect(await buffer(await (preview as PreviewFile).open({ start: 2, end: 5 }))).toEqual(bytes.subarray(2, 6));
	});
});
