import type { ArchiveSource } from './archive-file.ts';
import { type CarLayout, carSegments } from './car-layout.ts';
import { findIndexAt } from './layout-ranges.ts';

/** A CAR whose bytes are those of its files and of the layout. */
export interface CarSource {
	readonly kind: 'car';
	readonly layout: CarLayout;
	/** One per file of the layout. */
	readonly files: readonly ArchiveSource[];
}

/** A file put together of runs, one after the other. */
export interface RunsSource {
	readonly kind: 'runs';
	/** The offset of each in the file. */
	readonly offsets: Float64Array;
	readonly runs: readonly ByteRun[];
}

/** Where the bytes of a written file come from. */
export type FileSource = ArchiveSource | CarSource | RunsSource;

/** A run of bytes that lie somewhere: in storage, or in hand. */
export type ByteRun =
	| { readonly kind: 'blob'; readonly sha256: string; readonly offset: number; readonly length: number }
	| { readonly kind: 'bytes'; readonly bytes: Uint8Array };

/** The bytes `offset` to `offset + length` of a source, in order and without a gap. A text is made once per call. */
export function* byteRuns(source: FileSource, offset: number, length: number): Generator<ByteRun, void> {
	if (source.kind === 'text') yield { kind: 'bytes', bytes: source.bytes.subarray(offset, offset + length) };
	if (source.kind === 'blob') {
		yield { kind: 'blob', sha256: source.sha256, offset: (source.offset ?? 0) + offset, length };
	}
	if (source.kind === 'runs') yield* sliceRuns(source, offset, offset + length);
	if (source.kind !== 'car' || length === 0) return;
	for (const segment of carSegments(source.layout, offset, offset + length - 1)) {
		if (segment.kind === 'bytes') yield segment;
		else yield* byteRuns(source.files[segment.index]!, segment.offset, segment.length);
	}
}

/** Runs as a source; `runs` may be of any number. */
export function createRunsSource(runs: readonly ByteRun[]): RunsSource {
	const offsets = new Float64Array(runs.length);
	let at = 0;
	runs.forEach((run, index) => {
		offsets[index] = at;
		at += getLength(run);
	});
	return { kind: 'runs', offsets, runs };
}

const getLength = (run: ByteRun) => (run.kind === 'blob' ? run.length : run.bytes.length);

function* sliceRuns({ offsets, runs }: RunsSource, start: number, stop: number): Generator<ByteRun, void> {
	for (let index = findIndexAt(offsets, start); index < runs.length && offsets[index]! < stop; index++) {
		const run = runs[index]!;
		const from = Math.max(0, start - offsets[index]!);
		const to = Math.min(getLength(run), stop - offsets[index]!);
		if (from >= to) continue;
		if (run.kind === 'blob') yield { ...run, offset: run.offset + from, length: to - from };
		else yield { kind: 'bytes', bytes: run.bytes.subarray(from, to) };
	}
}
