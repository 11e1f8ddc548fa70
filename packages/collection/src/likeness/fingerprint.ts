import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

/** The edge of the square that a fingerprint is taken from, in pixels. */
export const fingerprintPx = 32;

/** Where light and dark lie, where which colours lie, and which colours there are: parts of a fingerprint, in bytes. */
const lightCells = 8;
const colorCells = 4;
const paletteLevels = 3;
const lightBytes = lightCells ** 2;
const colorBytes = colorCells ** 2 * 2;
const paletteBytes = paletteLevels ** 3;
const allBytes = lightBytes + colorBytes + paletteBytes;

/** What each part counts in a distance. */
const weights = { light: 0.4, palette: 0.4, color: 0.2 } as const;
/** So far apart in Oklab, as red and blue are, colours have nothing in common. */
const colorRange = 0.4;
/** Below this spread of lightness, in steps of 255, a picture shows nothing. */
const flatSpread = 2;

/**
 * What a picture looks like, in few bytes: for telling how far two pictures are apart, not whether they are the same. Hex, the
 * same for the same pixels.
 *
 * @param rgb of 32 x 32 pixels in sRGB, row by row, three bytes each; throws a RangeError for another number
 */
export function createFingerprint(rgb: Uint8Array): string {
	if (rgb.length !== fingerprintPx ** 2 * 3)
		throw new RangeError(`expected ${fingerprintPx} x ${fingerprintPx} pixels`);
	const light = new Float64Array(lightBytes);
	const color = new Float64Array(colorBytes);
	const palette = new Float64Array(paletteBytes);
	for (let pixel = 0; pixel < fingerprintPx ** 2; pixel++) {
		const [red, green, blue] = [rgb[pixel * 3]!, rgb[pixel * 3 + 1]!, rgb[pixel * 3 + 2]!];
		const { l, a, b } = toOklab(red, green, blue);
		const [x, y] = [pixel % fingerprintPx, Math.floor(pixel / fingerprintPx)];
		light[cellOf(x, y, lightCells)]! += l;
		const cell = cellOf(x, y, colorCells) * 2;
		color[cell]! += a;
		color[cell + 1]! += b;
		spread(palette, [red, green, blue]);
	}
	const bytes = new Uint8Array(allBytes);
	const [inLight, inColor] = [lightCells, colorCells].map((cells) => (fingerprintPx / cells) ** 2) as [number, number];
	light.forEach((sum, index) => {
		bytes[index] = toByte((sum / inLight) * 255);
	});
	color.forEach((sum, index) => {
		bytes[lightBytes + index] = toByte((sum / inColor) * 255 + 128);
	});
	palette.forEach((sum, index) => {
		bytes[lightBytes + colorBytes + index] = toByte((sum / fingerprintPx ** 2) * 255);
	});
	return bytesToHex(bytes);
}

/** How far two pictures are apart by their fingerprints: 0 for the same, up to 1. Throws a RangeError for what is none. */
export function getDistance(one: string, other: string): number {
	const [left, right] = [parse(one), parse(other)];
	const { light, palette, color } = weights;
	const sum =
		light * getLightDistance(left, right) +
		palette * getPaletteDistance(left, right) +
		color * getColorDistance(left, right);
	return Math.min(1, Math.max(0, sum));
}

/** How far a picture is from the nearest of those that it should look like; null where there are none. */
export function getDrift(fingerprint: string | null, references: readonly (string | null)[]): number | null {
	const known = references.filter((reference) => reference !== null);
	if (fingerprint === null || known.length === 0) return null;
	const nearest = Math.min(...known.map((reference) => getDistance(fingerprint, reference)));
	return Math.round(nearest * 1_000) / 1_000;
}

function parse(fingerprint: string): Uint8Array {
	const bytes = fingerprint.length === allBytes * 2 ? hexToBytes(fingerprint) : null;
	if (bytes === null) throw new RangeError('not a fingerprint');
	return bytes;
}

const toByte = (value: number) => Math.min(255, Math.max(0, Math.round(value)));

const cellOf = (x: number, y: number, cells: number) =>
	Math.floor((y * cells) / fingerprintPx) * cells + Math.floor((x * cells) / fingerprintPx);

/** Shares a pixel between the palette's colours around it, so that none jumps from one to the next. */
function spread(palette: Float64Array, channels: readonly [number, number, number]): void {
	const places = channels.map((value) => (value / 255) * (paletteLevels - 1));
	for (let corner = 0; corner < 8; corner++) {
		let [share, index] = [1, 0];
		for (const [axis, place] of places.entries()) {
			const low = Math.min(Math.floor(place), paletteLevels - 2);
			const isHigh = (corner >> axis) & 1;
			share *= isHigh ? place - low : 1 - (place - low);
			index = index * paletteLevels + low + isHigh;
		}
		palette[index]! += share;
	}
}

/** 0 where light and dark lie alike, however strong they are; 1 for the negative. */
function getLightDistance(left: Uint8Array, right: Uint8Array): number {
	const [one, other] = [centre(left.subarray(0, lightBytes)), centre(right.subarray(0, lightBytes))];
	const [spreadOne, spreadOther] = [one, other].map((values) => Math.sqrt(dot(values, values) / lightBytes)) as [
		number,
		number,
	];
	const flat = [spreadOne, spreadOther].filter((value) => value < flatSpread).length;
	if (flat > 0) return flat === 2 ? 0 : 0.5;
	return (1 - dot(one, other) / lightBytes / (spreadOne * spreadOther)) / 2;
}

function centre(values: Uint8Array): Float64Array {
	const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
	return Float64Array.from(values, (value) => value - mean);
}

const dot = (one: Float64Array, other: Float64Array) =>
	one.reduce((sum, value, index) => sum + value * other[index]!, 0);

/** The part of the colours that they do not share. */
function getPaletteDistance(left: Uint8Array, right: Uint8Array): number {
	let [shared, all] = [0, 0];
	for (let index = lightBytes + colorBytes; index < allBytes; index++) {
		shared += Math.min(left[index]!, right[index]!);
		all += Math.max(left[index]!, right[index]!);
	}
	return all === 0 ? 0 : 1 - shared / all;
}

function getColorDistance(left: Uint8Array, right: Uint8Array): number {
	let sum = 0;
	for (let index = lightBytes; index < lightBytes + colorBytes; index += 2) {
		const apart = Math.hypot(left[index]! - right[index]!, left[index + 1]! - right[index + 1]!) / 255;
		sum += Math.min(1, apart / colorRange);
	}
	return sum / (colorBytes / 2);
}

/** Lightness from 0 to 1 and the two axes of colour: https://bottosson.github.io/posts/oklab/ */
function toOklab(red: number, green: number, blue: number) {
	const [r, g, b] = [toLinear[red]!, toLinear[green]!, toLinear[blue]!];
	const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
	const middle = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
	const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
	return {
		l: 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
		a: 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
		b: 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
	};
}

const toLinear = Float64Array.from({ length: 256 }, (_, value) => {
	const channel = value / 255;
	return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
});
