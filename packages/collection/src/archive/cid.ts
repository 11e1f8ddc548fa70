import { hexToBytes } from '@noble/hashes/utils.js';
import { CID } from 'multiformats/cid';
import * as raw from 'multiformats/codecs/raw';
import { create as createDigest } from 'multiformats/hashes/digest';

/**
 * How CIDs are made here, by the name IPIP-499 gives it: CIDv1, raw leaves, chunks of 1 MiB, up to 1,024 links in a node,
 * folders as HAMT shards once their block would pass 256 KiB. Other settings give other CIDs for the same files, so the
 * name is stored beside every root.
 */
export const cidProfile = 'unixfs-v1-2025';

/** A file is cut into chunks of this size; what fits into one chunk is named by its own SHA-256. */
export const chunkSizeBytes = 1_048_576;

const sha256Code = 0x12;

/** One chunk of a file: all but the last are `chunkSizeBytes` long. */
export interface FileChunk {
	/** Lower-case hex. */
	readonly sha256: string;
	/** Unsigned 32-bit. */
	readonly crc32: number;
}

/** A file as far as its CID needs it. */
export interface CidFile {
	/** Inside of the folder, '/' between parts. */
	readonly path: string;
	readonly sizeBytes: number;
	/** The SHA-256 of the whole file, lower-case hex. */
	readonly sha256: string;
	/** The chunks of a file larger than `chunkSizeBytes`; only needed there. */
	readonly chunks?: readonly FileChunk[];
}

/** The CID of bytes that make one block by themselves, e.g. of a file of at most `chunkSizeBytes`. */
export function rawCid(sha256: string): CID {
	return CID.createV1(raw.code, createDigest(sha256Code, hexToBytes(sha256)));
}

/** How many chunks a file has; an empty one has one. */
export function chunkCount(sizeBytes: number): number {
	return Math.max(1, Math.ceil(sizeBytes / chunkSizeBytes));
}

/**
 * The chunks of a file in their order. Throws RangeError for a file of several chunks whose hashes are missing or do not
 * fit its size.
 */
export function toFileChunks(
	file: Omit<CidFile, 'path'> & { readonly path?: string },
	crc32 = 0,
): readonly FileChunk[] {
	const count = chunkCount(file.sizeBytes);
	if (count === 1) return [{ sha256: file.sha256, crc32 }];
	if (file.chunks?.length !== count) {
		throw new RangeError(`'${file.path ?? file.sha256}' has ${count} chunks, whose hashes are needed for its CID.`);
	}
	return file.chunks;
}

/** Length of the chunk at a position. */
export function chunkBytesAt(index: number, sizeBytes: number): number {
	return Math.min(chunkSizeBytes, sizeBytes - index * chunkSizeBytes);
}
