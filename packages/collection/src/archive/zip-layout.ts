import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { checkRange, clipSegments, findIndexAt, type LayoutSegment } from './layout-ranges.ts';
import {
	centralExtraBytes,
	centralHeader,
	centralHeaderBytes,
	type DirectoryPlace,
	end64Bytes,
	endBytes,
	endRecords,
	localExtraBytes,
	localHeader,
	localHeaderBytes,
	max16,
	needsZip64End,
} from './zip-records.ts';

/** A file of the archive, known before its bytes are read. */
export interface ZipEntry {
	/** Path inside the archive, '/' between folders; no two alike. */
	readonly name: string;
	readonly sizeBytes: number;
	/** Unsigned 32-bit. */
	readonly crc32: number;
	/** Where known: gives contents that agree in size and CRC different ETags. */
	readonly sha256?: string;
}

/** An archive that exists only as arithmetic; `segmentsForRange` says which bytes are where. */
export interface ZipLayout {
	readonly entries: readonly ZipEntry[];
	readonly totalBytes: number;
	/** SHA-256 (hex) over names, sizes and checksums: equal tags mean equal bytes. */
	readonly etag: string;
	/** The offset of each entry's local header. */
	readonly localOffsets: Float64Array;
	readonly directory: DirectoryPlace;
	/** The offset of each entry's central header. */
	readonly centralOffsets: Float64Array;
}

/** Headers of the central directory are handed out in pieces of about this size. */
const directoryChunkBytes = 64 * 1024;

/**
 * Lays out a zip that stores its entries uncompressed, in the order given: same entries, same bytes, with a known length
 * and any range computable. ZIP64 where size, offset or number of entries needs it. Throws RangeError for a name, size or
 * checksum no zip can hold, and for two equal names.
 *
 * @param etag of an earlier layout of the same entries: computing it takes most of the time
 */
export function computeZipLayout(entries: readonly ZipEntry[], etag?: string): ZipLayout {
	const localOffsets = new Float64Array(entries.length);
	const centralOffsets = new Float64Array(entries.length);
	const nameBytes = new Uint16Array(entries.length);
	const names = new Set<string>();
	const hash = etag === undefined ? sha256.create() : null;
	let at = 0;
	entries.forEach((entry, index) => {
		nameBytes[index] = checkEntry(entry, names);
		hash?.update(utf8ToBytes(`${JSON.stringify([entry.name, entry.sizeBytes, entry.crc32, entry.sha256 ?? null])}\n`));
		localOffsets[index] = at;
		at += localHeaderBytes + nameBytes[index]! + localExtraBytes(entry.sizeBytes) + entry.sizeBytes;
	});
	const offset = at;
	entries.forEach((entry, index) => {
		centralOffsets[index] = at;
		at += centralHeaderBytes + nameBytes[index]! + centralExtraBytes(entry.sizeBytes, localOffsets[index]!);
	});
	const directory = { entryCount: entries.length, offset, sizeBytes: at - offset };
	const totalBytes = at + endBytes + (needsZip64End(directory) ? end64Bytes : 0);
	if (!Number.isSafeInteger(totalBytes)) throw new RangeError('The archive would be larger than 2^53 bytes.');
	const tag = etag ?? bytesToHex(hash!.digest());
	return { entries, totalBytes, etag: tag, localOffsets, directory, centralOffsets };
}

/** The bytes of its name. */
function checkEntry({ name, sizeBytes, crc32 }: ZipEntry, names: Set<string>): number {
	if (names.has(name)) throw new RangeError(`Two entries are named '${name}'.`);
	names.add(name);
	const parts = name.split('/');
	if (
		name.includes('\\') ||
		name.includes('\0') ||
		parts.some((part) => part === '' || part === '.' || part === '..')
	) {
		throw new RangeError(`'${name}' is not a relative path with '/' between folders.`);
	}
	const nameBytes = utf8ToBytes(name).length;
	if (nameBytes > max16) throw new RangeError('An entry name is longer than 65,535 bytes.');
	if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 0) throw new RangeError(`'${name}' has no valid size.`);
	if (!Number.isInteger(crc32) || crc32 < 0 || crc32 > 0xffffffff)
		throw new RangeError(`'${name}' has no valid CRC-32.`);
	return nameBytes;
}

/**
 * What to send for the bytes `start` to `end` (inclusive), in order and without a gap. Headers are made when their turn
 * comes, so that a layout of many entries stays small. Throws RangeError outside of the archive.
 */
export function* segmentsForRange(layout: ZipLayout, start: number, end: number): Generator<LayoutSegment, void> {
	checkRange(layout, start, end);
	const stop = end + 1;
	const { offset, sizeBytes } = layout.directory;
	if (start < offset) yield* localSegments(layout, start, Math.min(stop, offset));
	if (stop > offset && start < offset + sizeBytes) yield* directorySegments(layout, start, stop);
	const endStart = offset + sizeBytes;
	if (stop > endStart) yield* clipSegments(endRecords(layout.directory), endStart, start, stop);
}

function* localSegments(layout: ZipLayout, start: number, stop: number): Generator<LayoutSegment, void> {
	for (let index = findIndexAt(layout.localOffsets, start); index < layout.entries.length; index++) {
		const entry = layout.entries[index]!;
		const headerStart = layout.localOffsets[index]!;
		if (headerStart >= stop) return;
		const header = localHeader(entry);
		const dataStart = headerStart + header.length;
		yield* clipSegments(header, headerStart, start, stop);
		const from = Math.max(start, dataStart);
		const to = Math.min(stop, dataStart + entry.sizeBytes);
		if (from < to) yield { kind: 'entry', index, offset: from - dataStart, length: to - from };
	}
}

function* directorySegments(layout: ZipLayout, start: number, stop: number): Generator<LayoutSegment, void> {
	const { entries, centralOffsets, localOffsets } = layout;
	let chunk: Uint8Array[] = [];
	let chunkBytes = 0;
	for (
		let index = findIndexAt(centralOffsets, start);
		index < entries.length && centralOffsets[index]! < stop;
		index++
	) {
		const header = centralHeader(entries[index]!, localOffsets[index]!);
		for (const { bytes } of clipSegments(header, centralOffsets[index]!, start, stop)) {
			chunk.push(bytes);
			chunkBytes += bytes.length;
		}
		if (chunkBytes < directoryChunkBytes) continue;
		yield { kind: 'bytes', bytes: concatBytes(chunk, chunkBytes) };
		chunk = [];
		chunkBytes = 0;
	}
	if (chunkBytes > 0) yield { kind: 'bytes', bytes: concatBytes(chunk, chunkBytes) };
}

function concatBytes(chunks: readonly Uint8Array[], sizeBytes: number): Uint8Array {
	const result = new Uint8Array(sizeBytes);
	let at = 0;
	for (const chunk of chunks) {
		result.set(chunk, at);
		at += chunk.length;
	}
	return result;
}
