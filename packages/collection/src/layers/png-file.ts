import { formatNumber } from '@adx/validators/format-number';
import { layerSideMaxPx } from './layer-project.ts';

/** What the first bytes of a file say about it. */
export type PngInspection =
	| { readonly kind: 'png'; readonly width: number; readonly height: number }
	/** A sentence's end that says why the file is not a layer, to be put behind its name: "is animated, …". */
	| { readonly kind: 'refused'; readonly reason: string }
	/** More of the file has to be read: it may be a layer, but what decides lies further behind. */
	| { readonly kind: 'unfinished' };

/** Enough of a file for all but those with a large colour profile in front of their pixels. */
export const pngHeadBytes = 65_536;

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const headerLength = 13;

const otherKinds: readonly (readonly [string, number, string])[] = [
	['GIF8', 0, 'is a GIF'],
	['WEBP', 8, 'is a WebP'],
	['<svg', 0, 'is an SVG'],
	['<?xml', 0, 'is an SVG'],
	['\u00ff\u00d8\u00ff', 0, 'is a JPEG'],
	['ftypavif', 4, 'is an AVIF'],
];

/**
 * Whether a file is a still PNG of at most 4,096 px, told by the chunks in front of its pixels, which are not decoded.
 * An animation must announce itself there (PNG, third edition, 11.3.5.1), so nothing of one is read either.
 *
 * @param bytes the beginning of the file; `pngHeadBytes` of it do, unless the answer is 'unfinished'
 * @param isWhole whether they are all of it
 */
export function inspectPng(bytes: Uint8Array, isWhole: boolean): PngInspection {
	if (!signature.every((byte, index) => bytes[index] === byte))
		return { kind: 'refused', reason: describeOther(bytes) };
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	let size: { readonly width: number; readonly height: number } | null = null;
	for (let at = signature.length; at + 8 <= bytes.length; ) {
		const length = view.getUint32(at);
		const type = toText(bytes.subarray(at + 4, at + 8));
		if (size === null) {
			if (type !== 'IHDR' || length !== headerLength) return damaged;
			if (at + 16 > bytes.length) break;
			size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
			const reason = describeSize(size);
			if (reason !== null) return { kind: 'refused', reason };
		}
		if (type === 'acTL') return { kind: 'refused', reason: 'is animated, and a layer may not move' };
		if (type === 'IDAT') return { kind: 'png', ...size };
		// Length, type and CRC stand around a chunk's data.
		at += length + 12;
	}
	return isWhole ? damaged : { kind: 'unfinished' };
}

const damaged = { kind: 'refused', reason: 'is a damaged PNG' } as const;

function describeOther(bytes: Uint8Array): string {
	const text = toText(bytes.subarray(0, 16)).replace(/^\u00ef\u00bb\u00bf/, '');
	const other = otherKinds.find(([mark, at]) => text.startsWith(mark, at));
	return other === undefined ? 'is not a PNG' : `${other[2]}, not a PNG`;
}

function describeSize({ width, height }: { readonly width: number; readonly height: number }): string | null {
	if (width === 0 || height === 0) return damaged.reason;
	if (Math.max(width, height) <= layerSideMaxPx) return null;
	return `is ${describePixels({ width, height })}; a layer may have ${formatNumber(layerSideMaxPx)} px`;
}

/** "1,000 × 800 px" */
export function describePixels({ width, height }: { readonly width: number; readonly height: number }): string {
	return `${formatNumber(width)} × ${formatNumber(height)} px`;
}

function toText(bytes: Uint8Array): string {
	return String.fromCharCode(...bytes);
}
