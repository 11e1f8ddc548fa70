import { randomFillSync } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodeBase64, normalizeImage, UnusableImageError } from './normalize-image.ts';

const read = async (bytes: Buffer) =>
	normalizeImage(decodeBase64(bytes.toString('base64')), { sizePx: 64, previews: false });
/** Red in its middle, blue to its left and right. */
const wide = () =>
	sharp({ create: { width: 100, height: 100, channels: 3, background: 'red' } })
		.extend({ left: 100, right: 100, background: 'blue' })
		.png()
		.toBuffer();

async function colourAt(image: Uint8Array, x: number, y: number): Promise<number[]> {
	const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
	const at = (y * info.width + x) * info.channels;
	return [...data.subarray(at, at + 3)];
}

describe('normalizeImage', () => {
	it('cuts a wide picture to its middle', async () => {
		const { full } = await read(await wide());
		expect(full).toMatchObject({ mime: 'image/png', width: 64, height: 64 });
		for (const x of [2, 32, 61]) {
			const [red = 0, , blue = 255] = await colourAt(full.bytes, x, 32);
			expect([red > 250, blue < 5]).toEqual([true, true]);
		}
	});

	it('puts a transparent picture on white and turns one as its EXIF says, which it drops', async () => {
		const clear = sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } });
		expect(await colourAt((await read(await clear.png().toBuffer())).full.bytes, 5, 5)).toEqual([255, 255, 255]);
		const turned = await sharp({ create: { width: 100, height: 50, channels: 3, background: 'red' } })
			.extend({ bottom: 50, background: 'blue' })
			.jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
			.withMetadata({ orientation: 3, exif: { IFD0: { Copyright: 'somebody' } } })
			.toBuffer();
		const { full } = await read(turned);
		const [red = 0, , blue = 255] = await colourAt(full.bytes, 32, 60);
		expect([red > 200, blue < 50]).toEqual([true, true]);
		expect((await sharp(full.bytes).metadata()).exif).toBeUndefined();
	});

	it.each<[string, () => Promise<Buffer> | Buffer]>([
		[
			'a GIF',
			() =>
				sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
					.gif()
					.toBuffer(),
		],
		['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
		['text', () => Buffer.from('here is your picture')],
		['nothing', () => Buffer.alloc(0)],
		['a PNG that breaks off', async () => (await wide()).subarray(0, 200)],
		['the first bytes of a JPEG', () => Buffer.from('ffd8ffe000104a464946', 'hex')],
		[
			'a picture of 25 megapixels',
			() =>
				sharp({ create: { width: 5_000, height: 5_000, channels: 3, background: 'red' } })
					.png()
					.toBuffer(),
		],
		['more than 32 MB', () => Buffer.alloc(32 * 1_024 * 1_024 + 1)],
	])('rejects %s', async (_, make) => {
		await expect(read(await make())).rejects.toBeInstanceOf(UnusableImageError);
	});

	it('leaves the process free to answer while it decodes and encodes', async () => {
		const noise = randomFillSync(Buffer.alloc(2_048 * 2_048 * 3));
		const large = await sharp(noise, { raw: { width: 2_048, height: 2_048, channels: 3 } })
			.jpeg()
			.toBuffer();
		const base64 = large.toString('base64');
		const delay = monitorEventLoopDelay({ resolution: 5 });
		delay.enable();
		const startedAt = performance.now();
		await normalizeImage(decodeBase64(base64), { sizePx: 1_024, previews: true });
		const tookMs = performance.now() - startedAt;
		delay.disable();
		expect(delay.percentile(90) / 1e6).toBeLessThan(tookMs / 2);
	});
});
