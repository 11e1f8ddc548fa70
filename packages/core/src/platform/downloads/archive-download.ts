import type { Writable } from 'node:stream';
import { type ByteRun, byteRuns, type FileSource } from '@adx/collection/archive/file-source';
import { segmentsForRange, type ZipLayout } from '@adx/collection/archive/zip-layout';
import { checkArchive } from '../storage/integrity/check-archive.ts';
import { type DamageServices, reportDamage, toReadError } from '../storage/integrity/damage.ts';
import { type ByteRange, DamagedObjectError, type ObjectRange, type Storage } from '../storage/types.ts';
import { createSlice } from '../threads/yield-to-event-loop.ts';

/**
 * An archive that exists only as its computed layout until somebody asks for bytes of it. To be disposed when no more is
 * written, also when nothing ever was, which lets go of what `acquire` took and never rejects.
 */
export interface ArchiveDownload extends AsyncDisposable {
	readonly fileName: string;
	readonly totalBytes: number;
	/** Quoted strong ETag: the hash of the layout, so equal bytes have equal tags. */
	readonly etag: string;
	/**
	 * Keeps its files from being deleted until it is disposed; rejects with 404 where they were deleted already. `writeTo` does
	 * so too: calling it before is for who must know before the first byte. Calls after the first do nothing.
	 */
	acquire(): Promise<void>;
	/** Writes the given bytes (by default all) in order; rejects when the sink closes early or `signal` aborts. */
	writeTo(sink: Writable, range?: ByteRange, signal?: AbortSignal): Promise<void>;
}

/** An archive as it is laid out. */
interface ArchiveOptions {
	readonly fileName: string;
	readonly layout: ZipLayout;
	/** One per layout entry, in the same order. */
	readonly sources: readonly FileSource[];
}

/**
 * An archive whose stored files were looked at: throws 502 `file_damaged`, which names those that are missing or damaged, or
 * 409 `storage_away`.
 * Files that go bad after that look break the download off and are marked.
 */
export async function openArchive(services: DamageServices, options: ArchiveOptions): Promise<ArchiveDownload> {
	try {
		await checkArchive(services, options);
	} catch (error) {
		throw await toReadError(services, error);
	}
	const download = createArchiveDownload({ ...options, storage: services.storage });
	return {
		...download,
		writeTo: async (...target) => {
			try {
				await download.writeTo(...target);
			} catch (error) {
				if (error instanceof DamagedObjectError) await reportDamage(services, error);
				throw error;
			}
		},
	};
}

/** Each download holds two buffers, one of which fills while the other drains; of all of them together, so many bytes. */
const buffersMaxBytes = 128 << 20;
/** Whatever else is under way. */
const bufferMinBytes = 2 << 20;
let heldBytes = 0;

/** As much as the medium likes to be asked for at once, while there is room for it. */
function reserveBuffers(readAheadBytes: number, rangeBytes: number) {
	const isRoomy = heldBytes + 2 * readAheadBytes <= buffersMaxBytes;
	const sizeBytes = Math.min(isRoomy ? readAheadBytes : bufferMinBytes, rangeBytes);
	heldBytes += 2 * sizeBytes;
	return {
		sizeBytes,
		[Symbol.dispose]: () => {
			heldBytes -= 2 * sizeBytes;
		},
	};
}

/** The download of an archive whose files are known to be whole. */
export function createArchiveDownload(options: ArchiveOptions & { readonly storage: Storage }): ArchiveDownload {
	const { storage, layout, sources, fileName } = options;
	return {
		fileName,
		totalBytes: layout.totalBytes,
		etag: `"${layout.etag}"`,
		acquire: async () => {},
		[Symbol.asyncDispose]: async () => {},
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
	readonly sources: readonly FileSource[];
}

/**
 * Yields the range in full buffers. The two buffers take turns, so a chunk may be used until the
 * chunk after the next is asked for.
 */
async function* fillBuffers({ storage, layout, sources }: ArchiveParts, range: ByteRange): AsyncGenerator<Uint8Array> {
	using buffers = reserveBuffers(storage.readAheadBytes, range.end - range.start + 1);
	const { sizeBytes } = buffers;
	let [current, other] = [new SharedArrayBuffer(sizeBytes), new SharedArrayBuffer(sizeBytes)];
	let pieces: ObjectRange[] = [];
	let filled = 0;
	let crc = 0;
	const slice = createSlice();
	for (const { run, crc32 } of toRuns({ layout, sources }, range)) {
		// Files of a few bytes take a while to be put together.
		if (slice.isOver()) await slice.next();
		const runBytes = run.kind === 'blob' ? run.length : run.bytes.length;
		for (let done = 0; done < runBytes; ) {
			const length = Math.min(runBytes - done, sizeBytes - filled);
			if (run.kind === 'blob') {
				const checked = { isFirst: done === 0, crc32: done + length === runBytes ? crc32 : null };
				pieces.push({
					sha256: run.sha256,
					start: run.offset + done,
					length,
					targetOffset: filled,
					...(crc32 === null ? {} : { checked }),
				});
			} else new Uint8Array(current, filled).set(run.bytes.subarray(done, done + length));
			done += length;
			filled += length;
			if (filled < sizeBytes) continue;
			crc = await storage.readRanges(pieces, current, crc);
			yield new Uint8Array(current);
			[current, other] = [other, current];
			[pieces, filled] = [[], 0];
		}
	}
	if (filled === 0) return;
	await storage.readRanges(pieces, current, crc);
	yield new Uint8Array(current, 0, filled);
}

interface CheckedRun {
	readonly run: ByteRun;
	/** The CRC-32 of the run, where it is a whole entry of stored bytes. */
	readonly crc32: number | null;
}

function* toRuns({ layout, sources }: Omit<ArchiveParts, 'storage'>, range: ByteRange): Generator<CheckedRun, void> {
	for (const segment of segmentsForRange(layout, range.start, range.end)) {
		if (segment.kind === 'bytes') {
			yield { run: segment, crc32: null };
			continue;
		}
		const source = sources[segment.index]!;
		const entry = layout.entries[segment.index]!;
		const isWhole = source.kind === 'blob' && segment.length === entry.sizeBytes;
		for (const run of byteRuns(source, segment.offset, segment.length)) {
			yield { run, crc32: isWhole ? entry.crc32 : null };
		}
	}
}

/** Resolves once the bytes have left for the kernel, which is when their buffer may be filled again. */
function writeChunk(sink: Writable, chunk: Uint8Array): Promise<void> {
	return new Promise((resolve, reject) => {
		sink.write(chunk, (error) => (error ? reject(error) : resolve()));
	});
}
