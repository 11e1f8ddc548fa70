import sharp from 'sharp';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { decodeImage, getPreviewSize } from './decode-image.ts';
import { readImageHeader } from './image-header.ts';
import { createPng } from './image-testing.ts';

const picture = sharp({ create: { width: 321, height: 123, channels: 4, background: '#28f' } });
const bytesOf = async (format: 'png' | 'jpeg' | 'gif' | 'webp', options = {}) =>
	new Uint8Array(await picture.clone().toFormat(format, options).toBuffer());

describe('what the header of a picture says', () => {
	test.each(['png', 'jpeg', 'gif', 'webp'] as const)('%s: its size and format', async (format) => {
		const header = readImageHeader(await bytesOf(format));
		expect(header).toEqual({ mime: `image/${format}`, width: 321, height: 123 });
	});

	test('whether a WebP is animated', async () => {
		const frames = sharp(Buffer.alloc(8 * 16 * 4, Buffer.from([1, 2, 3, 255])), {
			raw: { width: 8, height: 16, channels: 4, pageHeight: 8 },
		});
		frames.composite([
			{ input: { create: { width: 8, height: 8, channels: 4, background: '#f00' } }, left: 0, top: 8 },
		]);
		const bytes = await frames.webp({ loop: 0, delay: [100, 100] }).toBuffer();
		expect(readImageHeader(new Uint8Array(bytes))).toEqual({
			mime: 'image/webp',
			width: 8,
			height: 8,
			isAnimated: true,
		});
	});

	test('WebP without loss, and a JPEG in steps', async () => {
		expect(readImageHeader(await bytesOf('webp', { lossless: true }))).toMatchObject({ width: 321, height: 123 });
		expect(readImageHeader(await bytesOf('jpeg', { progressive: true }))).toMatchObject({ width: 321, height: 123 });
	});

	test.each([
		['nothing', ''],
		['a text', 'no picture at all'],
		['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
		['a TIFF', 'II*\0\x08\0\0\0'],
	])('rejects %s', (_what, text) => {
		expect(readImageHeader(new TextEncoder().encode(text))).toBeNull();
	});

	test('rejects what ends inside its own header', async () => {
		expect(readImageHeader((await bytesOf('png')).subarray(0, 18))).toBeNull();
		expect(readImageHeader((await bytesOf('jpeg')).subarray(0, 4))).toBeNull();
	});
});

describe('previews', () => {
	const painted: { width: number; height: number; type?: string | undefined; quality?: number | undefined }[] = [];
	const decode = vi.fn();

	function browserWith(size: { readonly width: number; readonly height: number }) {
		painted.length = 0;
		decode.mockReset().mockResolvedValue({ ...size, close: () => {} });
		vi.stubGlobal('createImageBitmap', decode);
		vi.stubGlobal(
			'OffscreenCanvas',
			class {
				readonly width: number;
				readonly height: number;
				constructor(width: number, height: number) {
					this.width = width;
					this.height = height;
				}
				getContext = () => ({ drawImage: () => {} });
				async convertToBlob(options: { type?: string; quality?: number }) {
					painted.push({ width: this.width, height: this.height, ...options });
					return new Blob(['x'], { type: options.type ?? '' });
				}
			},
		);
	}
	afterEach(() => vi.unstubAllGlobals());

	test('are at most 200 px on the longest side, never larger than the image (UPL-07)', () => {
		expect(getPreviewSize(1_024, 1_024)).toEqual([200, 200]);
		expect(getPreviewSize(2_000, 1_000)).toEqual([200, 100]);
		expect(getPreviewSize(10, 5_000)).toEqual([1, 200]);
		expect(getPreviewSize(64, 32)).toEqual([64, 32]);
	});

	test('are JPEG of quality 0.4 (UPL-07, AMB-26)', async () => {
		browserWith({ width: 1_000, height: 500 });
		const facts = await decodeImage(createPng('a', 1_000, 500), true);
		expect(painted).toEqual([{ width: 200, height: 100, type: 'image/jpeg', quality: 0.4 }]);
		expect(facts).toMatchObject({ mime: 'image/png', width: 1_000, height: 500, isTooLarge: false });
		expect(facts.preview?.type).toBe('image/jpeg');
	});

	test('an image that fails gets the 1-pixel placeholder (UPL-08, AMB-26)', async () => {
		browserWith({ width: 1, height: 1 });
		decode.mockRejectedValue(new Error('broken'));
		expect(await decodeImage(createPng('a'), true)).toMatchObject({ mime: null });
		expect(painted).toMatchObject([{ width: 1, height: 1 }]);
	});

	test('rejects a picture of a million pixels a side without decoding it', async () => {
		browserWith({ width: 1, height: 1 });
		expect(await decodeImage(createPng('a', 16_000, 16_000), false)).toMatchObject({ mime: null, isTooLarge: true });
		expect(decode).not.toHaveBeenCalled();
	});
});
