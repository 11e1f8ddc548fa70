import { constants, crc32, deflateSync } from 'node:zlib';
import { releaseBytes } from '../release-bytes.ts';
import type { EncodedImage } from '../types.ts';

/** Rows of RGB or RGBA without gaps, a byte per channel. */
export interface RawPixels {
	readonly width: number;
	readonly height: number;
	readonly channels: 3 | 4;
}

const sampledRows = 64;
const alikeMin = 0.5;

/**
 * Whether few pixels are as the one before them: in painted or grainy pictures. Their PNG is half as large when its rows
 * are filtered first (PNG, 9.2), which takes up to four times as long and makes that of flat art no smaller.
 */
export function hasGrain(pixels: Uint8Array, { width, height, channels }: RawPixels): boolean {
	const step = Math.max(1, Math.floor(height / sampledRows));
	let [alike, looked] = [0, 0];
	for (let row = Math.floor(step / 2); row < height; row += step) {
		const end = (row + 1) * width * channels;
		for (let at = row * width * channels + channels; at < end; at += channels) {
			looked++;
			const isAlike =
				pixels[at] === pixels[at - channels] &&
				pixels[at + 1] === pixels[at + 1 - channels] &&
				pixels[at + 2] === pixels[at + 2 - channels] &&
				(channels === 3 || pixels[at + 3] === pixels[at + 3 - channels]);
			if (isAlike) alike++;
		}
	}
	return alike < alikeMin * looked;
}

/** As PNG numbers them (9.2). The others make no painted picture smaller than the better one of these two does. */
type Filter = 'average' | 'paeth';
const filterTypes = { sub: 1, average: 3, paeth: 4 } as const;

/**
 * Encodes a picture that has grain at a third of what libvips takes, in a PNG of about the same size. Hardly a string of
 * bytes stands twice in such a picture once its rows are filtered, so nobody looks for any: bytes get short codes where
 * they are frequent, and only runs of one byte are written as such. One filter serves all rows, the one of two that a
 * sample of rows says is the better one.
 *
 * @returns null where strings of bytes do repeat, as in dithered or tiled pictures, which a search makes far smaller
 */
export function encodeGrain(pixels: Uint8Array, raw: RawPixels): EncodedImage | null {
	const filter = chooseFilter(pixels, raw);
	if (filter === null) return null;
	const filtered = filterRows(pixels, raw, { from: 0, to: raw.height, filter });
	const squeezed = squeeze(filtered);
	const png = wrap(squeezed, raw);
	releaseBytes(filtered);
	releaseBytes(squeezed);
	return { bytes: png, mime: 'image/png', width: raw.width, height: raw.height };
}

const sampledBands = 4;
const bandRows = 8;
/** How much smaller a search for strings makes a sample before it is worth its time. */
const repeatingMax = 0.8;
/** How much smaller it makes a sample before a filter is worth its time, of which Paeth's takes twice as much. */
const paethMax = 0.95;

function chooseFilter(pixels: Uint8Array, raw: RawPixels): Filter | null {
	const bands = listBands(raw);
	const sample = (filter: Filter) => Buffer.concat(bands.map((band) => filterRows(pixels, raw, { ...band, filter })));
	const average = sample('average');
	const averageBytes = squeeze(average).length;
	if (deflateSync(average, { level: 1 }).length < repeatingMax * averageBytes) return null;
	return squeeze(sample('paeth')).length < paethMax * averageBytes ? 'paeth' : 'average';
}

/** Rows that stand for all: some together, since what repeats does so from one to the next. */
function listBands({ height }: RawPixels): readonly { readonly from: number; readonly to: number }[] {
	if (height <= sampledBands * bandRows) return [{ from: 0, to: height }];
	return Array.from({ length: sampledBands }, (_, band) => {
		const from = Math.floor(((band + 0.5) * height) / sampledBands);
		return { from, to: Math.min(from + bandRows, height) };
	});
}

/** Finds runs of one byte, and codes for how frequent bytes are. */
function squeeze(filtered: Uint8Array): Buffer {
	// In one piece, in memory of its own.
	const chunkSize = Math.max(65_536, filtered.length);
	return deflateSync(filtered, { level: 1, memLevel: 9, strategy: constants.Z_RLE, chunkSize });
}

/** Some rows, each behind the type of its filter. */
function filterRows(
	pixels: Uint8Array,
	{ width, channels }: RawPixels,
	{ from, to, filter }: { readonly from: number; readonly to: number; readonly filter: Filter },
): Uint8Array {
	const stride = width * channels;
	const out = new Uint8Array((to - from) * (stride + 1));
	const filterRow = filter === 'paeth' ? paethRow : averageRow;
	for (let row = from, at = 0; row < to; row++, at += stride + 1) {
		const line = { start: row * stride, stride, channels, at: at + 1 };
		// Nothing is above the first one.
		if (row === 0) subRow(pixels, out, line);
		else filterRow(pixels, out, line);
		out[at] = row === 0 ? filterTypes.sub : filterTypes[filter];
	}
	return out;
}

interface Line {
	/** Where the row begins among the pixels. */
	readonly start: number;
	/** Bytes of a row. */
	readonly stride: number;
	readonly channels: number;
	/** Where it is written to. */
	readonly at: number;
}

// One channel after the other, so that what lies to the left is at hand: half of the time that reading it again takes.

function subRow(pixels: Uint8Array, out: Uint8Array, { start, stride, channels, at }: Line): void {
	for (let channel = 0; channel < channels; channel++) {
		let left = 0;
		for (let i = channel; i < stride; i += channels) {
			const value = pixels[start + i]!;
			out[at + i] = value - left;
			left = value;
		}
	}
}

function averageRow(pixels: Uint8Array, out: Uint8Array, { start, stride, channels, at }: Line): void {
	const above = start - stride;
	for (let channel = 0; channel < channels; channel++) {
		let left = 0;
		for (let i = channel; i < stride; i += channels) {
			const value = pixels[start + i]!;
			out[at + i] = value - ((left + pixels[above + i]!) >> 1);
			left = value;
		}
	}
}

function paethRow(pixels: Uint8Array, out: Uint8Array, { start, stride, channels, at }: Line): void {
	const above = start - stride;
	for (let channel = 0; channel < channels; channel++) {
		let [left, corner] = [0, 0];
		for (let i = channel; i < stride; i += channels) {
			const value = pixels[start + i]!;
			const up = pixels[above + i]!;
			// How far left, up and corner are from left + up - corner; the nearest one is what is expected, in this order.
			const toLeft = Math.abs(up - corner);
			const toUp = Math.abs(left - corner);
			const toCorner = Math.abs(left + up - 2 * corner);
			const expected = toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
			out[at + i] = value - expected;
			left = value;
			corner = up;
		}
	}
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
const colourTypes = { 3: 2, 4: 6 } as const;

function wrap(squeezed: Buffer, { width, height, channels }: RawPixels): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.writeUInt8(8, 8);
	header.writeUInt8(colourTypes[channels], 9);
	const chunks = [chunk('IHDR', header), chunk('IDAT', squeezed), chunk('IEND', Buffer.alloc(0))];
	return Buffer.concat([signature, ...chunks.flat()]);
}

function chunk(type: string, data: Buffer): readonly Buffer[] {
	const [before, after] = [Buffer.alloc(8), Buffer.alloc(4)];
	before.writeUInt32BE(data.length, 0);
	before.write(type, 4, 'latin1');
	after.writeUInt32BE(crc32(data, crc32(before.subarray(4))), 0);
	return [before, data, after];
}
