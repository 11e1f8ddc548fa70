import type { Writable } from 'node:stream';
import { segmentsForRange, type ZipLayout } from '@adx/collection/zip-layout';
import type { ByteRange, Storage } from './storage/types.ts';

/** Where the bytes of one archive entry come from. */
export type EntrySource =
	| { readonly kind: 'blob'; readonly sha256: string }
	| { readonly kind: 'text'; readonly bytes: Uint8Array };

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
const bufferBytes = 1 << 20;

export function createArchiveDownload(options: {
	readonly storage: Storage;
	readonly fileName: string;
	readonly layout: ZipLayout;
	/** One per layout entry, in the same order. */
	readonly sources: readonly EntrySource[];
}): ArchiveDownload {
	const { storage, layout, sources, fileName } = options;
	const readEntry = (index: number, start: number, target: Uint8Array): Promise<void> | void => {
		const source = sources[index]!;
		if (source.kind === 'blob') return storage.readInto(source.sha256, target, start);
		target.set(source.bytes.subarray(start, start + target.byteLength));
	};
	return {
		fileName,
		totalBytes: layout.totalBytes,
		etag: `"${layout.etag}"`,
		writeTo: async (sink, range = { start: 0, end: layout.totalBytes - 1 }, signal) => {
			let draining: Promise<void> = Promise.resolve();
			for await (const chunk of fillBuffers(layout, range, readEntry)) {
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

/**
 * Yields the range in full buffers. The two buffers take turns, so a chunk may be used until the
 * chunk after the next is asked for.
 */
async function* fillBuffers(
	layout: ZipLayout,
	range: ByteRange,
	readEntry: (index: number, start: number, target: Uint8Array) => Promise<void> | void,
): AsyncGenerator<Uint8Array> {
	const length = range.end - range.start + 1;
	const sizeBytes = Math.min(bufferBytes, length);
	let [current, other] = [Buffer.allocUnsafeSlow(sizeBytes), Buffer.allocUnsafeSlow(sizeBytes)];
	let filled = 0;
	for (const segment of segmentsForRange(layout, range.start, range.end)) {
		const segmentBytes = segment.kind === 'bytes' ? segment.bytes.byteLength : segment.length;
		for (let done = 0; done < segmentBytes; ) {
			const part = Math.min(segmentBytes - done, sizeBytes - filled);
			const target = current.subarray(filled, filled + part);
			if (segment.kind === 'bytes') target.set(segment.bytes.subarray(done, done + part));
			else await readEntry(segment.index, segment.offset + done, target);
			done += part;
			filled += part;
			if (filled < sizeBytes) continue;
			yield current;
			[current, other] = [other, current];
			filled = 0;
		}
	}
	if (filled > 0) yield current.subarray(0, filled);
}

/** Resolves once the bytes have left for the kernel, which is when their buffer may be filled again. */
function writeChunk(sink: Writable, chunk: Uint8Array): Promise<void> {
	return new Promise((resolve, reject) => {
		sink.write(chunk, (error) => (error ? reject(error) : resolve()));
	});
}
