import type { ObjectRange } from '../types.ts';

/** One request for bytes of one object, and where they go. */
export interface PlannedRead {
	readonly sha256: string;
	/** First byte inside the object. */
	readonly start: number;
	readonly length: number;
	/** What it fetches, in the order of the object's bytes; parts may leave gaps. */
	readonly parts: readonly Pick<ObjectRange, 'start' | 'length' | 'targetOffset'>[];
}

/** Large pieces are fetched side by side. */
const readMaxBytes = 2 << 20;
/** To read over so much costs less than another request. */
const gapMaxBytes = 64 << 10;

/**
 * The requests that fetch the pieces: neighbours in one object, as the texts of an archive are, share one, and large pieces
 * are several. In the order of where they go.
 */
export function planReads(pieces: readonly ObjectRange[]): readonly PlannedRead[] {
	const byObject = new Map<string, ObjectRange[]>();
	for (const piece of pieces) {
		if (piece.length === 0) continue;
		const known = byObject.get(piece.sha256);
		if (known === undefined) byObject.set(piece.sha256, [piece]);
		else known.push(piece);
	}
	return [...byObject].flatMap(([sha256, ranges]) => planObject(sha256, ranges));
}

function planObject(sha256: string, ranges: readonly ObjectRange[]): PlannedRead[] {
	const reads: { start: number; end: number; parts: PlannedRead['parts'][number][] }[] = [];
	for (const part of ranges.flatMap(splitRange).toSorted((left, right) => left.start - right.start)) {
		const last = reads.at(-1);
		const end = part.start + part.length;
		const joins = last !== undefined && part.start <= last.end + gapMaxBytes && end - last.start <= readMaxBytes;
		if (!joins) reads.push({ start: part.start, end, parts: [part] });
		else {
			last.end = Math.max(last.end, end);
			last.parts.push(part);
		}
	}
	return reads.map(({ start, end, parts }) => ({ sha256, start, length: end - start, parts }));
}

function splitRange({ start, length, targetOffset }: ObjectRange): readonly PlannedRead['parts'][number][] {
	return Array.from({ length: Math.ceil(length / readMaxBytes) }, (_, index) => {
		const done = index * readMaxBytes;
		return { start: start + done, length: Math.min(readMaxBytes, length - done), targetOffset: targetOffset + done };
	});
}
