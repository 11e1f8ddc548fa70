import { expect } from 'vitest';
import { segmentsForRange, type ZipLayout } from './zip-layout.ts';

/** For tests: gives bytes `offset` to `offset + length` of an entry. */
export type ZipContents = (index: number, offset: number, length: number) => Uint8Array;

/** For tests: entries of zeros but for the given ones. */
export function sparseContents(ranges: ReadonlyMap<number, Uint8Array>): ZipContents {
	return (index, offset, length) => ranges.get(index)?.subarray(offset, offset + length) ?? new Uint8Array(length);
}

/** For tests: the bytes of a range, joined; first and last position, inclusive. */
export function readRange(
	layout: ZipLayout,
	contents: ZipContents,
	[start, end]: readonly [number, number],
): Uint8Array {
	const bytes = new Uint8Array(end - start + 1);
	let at = 0;
	for (const part of readRangeParts(layout, contents, [start, end])) {
		bytes.set(part, at);
		at += part.length;
	}
	expect(at).toBe(bytes.length);
	return bytes;
}

/** For tests: the bytes of a range piece by piece. */
export function* readRangeParts(
	layout: ZipLayout,
	contents: ZipContents,
	[start, end]: readonly [number, number],
): Generator<Uint8Array, void> {
	const chunkBytes = 1 << 22;
	for (const segment of segmentsForRange(layout, start, end)) {
		if (segment.kind === 'bytes') yield segment.bytes;
		else {
			for (let done = 0; done < segment.length; done += chunkBytes) {
				yield contents(segment.index, segment.offset + done, Math.min(chunkBytes, segment.length - done));
			}
		}
	}
}
