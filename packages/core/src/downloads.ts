import type { Writable } from 'node:stream';
import type { ArchiveSource } from '@adx/collection/archive-file';
import { segmentsForRange, type ZipLayout, type ZipSegment } from '@adx/collection/zip-layout';
import type { ByteRange, ObjectPiece, Storage } from './storage/types.ts';

/** An archive that exists only as its computed layout until somebody asks for bytes of it. */
export interface ArchiveDownload {
	readonly fileName: string;
	readonly totalBytes: number;
	/** Quoted strong ETag: the hash of the layout, so equal bytes have equal tags. */
	readonly etag: string;
	/** Writes the given bytes (all unless told) in order; rejects when the sink closes early or `signal` aborts. */
	writeTo(sink: Writable, range?: ByteRange, signal?: AbortSignal): Promise<void>;
}

/** Two of these per running download: one fills while the other drains. */
const bufferBytes = 2 << 20;

export function createArchiveDownload(options: {
	readonly storage: Storage;
	readonly fileName: string;
	readonly layout: ZipLayout;
	/** One per layout entry, in the same order. */
	readonly sources: readonly ArchiveSource[];
}): ArchiveDownload {
	const { storage, layout, sources, fileName } = options;
	return {
		fileName,
		totalBytes: layout.totalBytes,
		etag: `"${layout.etag}"`,
		writeTo: async (sink, range = { start: 0, end: layout.totalBytes - 1 }, signal) => {
			let draining: Promise<void> = Promise.resolve();
			for await (const chunk of fillBuffers({ storage, layout, sources }, range)) {
				await draining;
				signal?.throwIfAborted();
				draining = writeChunk(sink, chunk);
				// The next round fills meanwhile; a failure is met where it is awaited.
				draining.catch(() => {});
			}
			await draining;
		},
	};
}

interface ArchiveParts {
	readonly storage: Storage;
	readonly layout: ZipLayout;
	readonly sources: readonly ArchiveSource[];
}

/**
 * Yields the range in full buffers. The two buffers take turns, so a chunk may be used until the
 * chunk after the next is asked for.
 */
async function* fillBuffers({ storage, layout, sources }: ArchiveParts, range: ByteRange): AsyncGenerator<Uint8Array> {
	const sizeBytes = Math.min(bufferBytes, range.end - range.start + 1);
	let [current, other] = [new SharedArrayBuffer(sizeBytes), new SharedArrayBuffer(sizeBytes)];
	let pieces: ObjectPiece[] = [];
	let filled = 0;
	for (const segment of segmentsForRange(layout, range.start, range.end)) {
		const run = runOf(segment, sources);
		for (let done = 0; done < run.length; ) {
			const length = Math.min(run.length - done, sizeBytes - filled);
			const start = run.start + done;
			if (run.sha256 !== null) pieces.push({ sha256: run.sha256, start, length, targetOffset: filled });
			else new Uint8Array(current, filled).set(run.bytes.subarray(start, start + length));
			done += length;
			filled += length;
			if (filled < sizeBytes) continue;
			await storage.readPieces(pieces, current);
			yield new Uint8Array(current);
			[current, other] = [other, current];
			[pieces, filled] = [[], 0];
		}
	}
	if (filled === 0) return;
	await storage.readPieces(pieces, current);
	yield new Uint8Array(current, 0, filled);
}

type Run =
	| { readonly sha256: string; readonly start: number; readonly length: number }
	| { readonly sha256: null; readonly bytes: Uint8Array; readonly start: number; readonly length: number };

/** A segment as a run of stored bytes or of bytes in hand; a text is made once per segment. */
function runOf(segment: ZipSegment, sources: readonly ArchiveSource[]): Run {
	if (segment.kind === 'bytes') return { sha256: null, bytes: segment.bytes, start: 0, length: segment.bytes.length };
	const { offset: start, length } = segment;
	const source = sources[segment.index]!;
	if (source.kind === 'blob') return { sha256: source.sha256, start, length };
	return { sha256: null, bytes: source.bytes, start, length };
}

/** Resolves once the bytes have left for the kernel, which is when their buffer may be filled again. */
function writeChunk(sink: Writable, chunk: Uint8Array): Promise<void> {
	return new Promise((resolve, reject) => {
		sink.write(chunk, (error) => (error ? reject(error) : resolve()));
	});
}
