/** A run of a computed file: bytes of its own, or bytes `offset` to `offset + length` of an entry's contents. */
export type LayoutSegment =
	| { readonly kind: 'bytes'; readonly bytes: Uint8Array }
	| { readonly kind: 'entry'; readonly index: number; readonly offset: number; readonly length: number };

/** Throws RangeError where the bytes `start` to `end` (inclusive) do not all exist. */
export function checkRange({ totalBytes }: { readonly totalBytes: number }, start: number, end: number): void {
	if (!(Number.isInteger(start) && Number.isInteger(end) && 0 <= start && start <= end && end < totalBytes)) {
		throw new RangeError(`Bytes ${start} to ${end} are not a range of ${totalBytes} bytes.`);
	}
}

/** The part of the bytes at `at` that lies in the range `start` to `stop` (exclusive); nothing where they do not overlap. */
export function* clipSegments(bytes: Uint8Array, at: number, start: number, stop: number) {
	const part = bytes.subarray(Math.max(0, start - at), Math.max(0, stop - at));
	if (part.length > 0) yield { kind: 'bytes' as const, bytes: part };
}

/** The last place whose offset is not beyond the position, 0 when all are; offsets ascend. */
export function findIndexAt(offsets: Float64Array, position: number): number {
	let [low, high] = [0, offsets.length - 1];
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (offsets[middle]! <= position) low = middle;
		else high = middle - 1;
	}
	return low;
}
