import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { encodeGrain, hasGrain, type RawPixels } from './encode-grain.ts';

type Painter = (at: { readonly x: number; readonly y: number; readonly channel: number }) => number;

/** The same numbers for the same seed (a linear congruential generator's upper bits). */
function createRandom(): () => number {
	let state = 1;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 4_294_967_296;
	};
}

function paint({ width, height, channels }: RawPixels, painter: Painter): Buffer {
	const pixels = Buffer.alloc(width * height * channels);
	for (let at = 0; at < pixels.length; at++) {
		const pixel = Math.floor(at / channels);
		pixels[at] = painter({ x: pixel % width, y: Math.floor(pixel / width), channel: at % channels });
	}
	return pixels;
}

const random = createRandom();
const noise: Painter = () => random() * 256;
/** Waves of light with a little grain, as brushes leave them. */
const brushed: Painter = ({ x, y, channel }) => 128 + 60 * Math.sin(x / 19 + channel) * Math.cos(y / 23) + random() * 8;
const square = { width: 256, height: 256, channels: 3 } as const;

/** The type of the filter of each row, read by the chunks. */
function readFilters(png: Uint8Array, { width, channels }: RawPixels): readonly number[] {
	const bytes = Buffer.from(png);
	const start = bytes.indexOf('IDAT');
	const rows = inflateSync(bytes.subarray(start + 4, start + 4 + bytes.readUInt32BE(start - 4)));
	const stride = width * channels + 1;
	return Array.from({ length: rows.length / stride }, (_, row) => rows[row * stride]!);
}

describe('a PNG of a picture with grain', () => {
	it.each([
		[1, 1],
		[1, 40],
		[3, 2],
		[7, 9],
		[333, 65],
		[256, 256],
	])('of %i × %i px has every pixel as it was, with and without transparency', async (width, height) => {
		for (const channels of [3, 4] as const) {
			for (const painter of [noise, brushed]) {
				const raw = { width, height, channels };
				const pixels = paint(raw, painter);
				const image = encodeGrain(pixels, raw);
				expect(image).toMatchObject({ mime: 'image/png', width, height });
				// libvips says when a checksum or a chunk is wrong.
				const decoded = sharp(image!.bytes, { failOn: 'warning' });
				expect(await decoded.metadata()).toMatchObject({ format: 'png', width, height, channels, depth: 'uchar' });
				expect((await decoded.raw().toBuffer()).equals(pixels)).toBe(true);
			}
		}
	});

	it('is as small as one whose filters and strings libvips searched for, by a tenth', async () => {
		for (const painter of [noise, brushed]) {
			const pixels = paint(square, painter);
			const searched = await sharp(pixels, { raw: square })
				.png({ compressionLevel: 6, adaptiveFiltering: true })
				.toBuffer();
			expect(encodeGrain(pixels, square)!.bytes.length).toBeLessThan(searched.length * 1.1);
		}
	});

	it('has the filter that a sample says is better, and the same bytes for the same pixels', () => {
		const grainy = paint(square, brushed);
		expect(new Set(readFilters(encodeGrain(grainy, square)!.bytes, square).slice(1))).toEqual(new Set([3]));
		expect(encodeGrain(grainy, square)).toEqual(encodeGrain(Buffer.from(grainy), square));
		// Edges in every direction: what lies to the left or above tells more than the mean of both.
		const cells = Array.from({ length: 64 * 64 }, () => random() * 256);
		const mosaic = paint(square, ({ x, y }) => cells[(y >> 2) * 64 + (x >> 2)]! + (random() < 0.2 ? 1 : 0));
		expect(new Set(readFilters(encodeGrain(mosaic, square)!.bytes, square).slice(1))).toEqual(new Set([4]));
	});

	it('is left to a search where strings of bytes repeat', () => {
		const tile = Array.from({ length: 16 * 16 * 3 }, () => random() * 256);
		const tiled: Painter = ({ x, y, channel }) => tile[((y % 16) * 16 + (x % 16)) * 3 + channel]!;
		const dithered: Painter = ({ x, y }) => ((x + y) % 2 === 0 ? 250 : 20);
		for (const painter of [tiled, dithered]) expect(encodeGrain(paint(square, painter), square)).toBeNull();
	});
});

describe('grain', () => {
	it('is where few pixels are as the one before them, in colour or transparency', () => {
		expect(hasGrain(paint(square, brushed), square)).toBe(true);
		expect(
			hasGrain(
				paint(square, ({ y }) => y),
				square,
			),
		).toBe(false);
		const half: Painter = (at) => (at.x < 150 ? 7 : noise(at));
		expect(hasGrain(paint(square, half), square)).toBe(false);
		const raw = { ...square, channels: 4 } as const;
		expect(
			hasGrain(
				paint(raw, (at) => (at.channel === 3 ? noise(at) : 9)),
				raw,
			),
		).toBe(true);
	});
});
