import type { Readable } from 'node:stream';

/** Inclusive byte positions. */
export interface ByteRange {
	readonly start: number;
	readonly end: number;
}

/** Facts recorded when bytes are stored, so that archives are computed without reading them again. */
export interface StoredObject {
	/** Lower-case hex. */
	readonly sha256: string;
	readonly sizeBytes: number;
	/** Unsigned 32-bit. */
	readonly crc32: number;
}

/** Content-addressed bytes: the name of an object is the SHA-256 of what it holds. */
export interface Storage {
	/** Durable when it resolves. Storing the same bytes twice keeps one object. */
	put(bytes: Uint8Array): Promise<StoredObject>;
	/** Rejects with ENOENT when nothing of that name is stored. */
	read(sha256: string, range?: ByteRange): Readable;
	/** Fills all of `target` with the bytes from `start` on; rejects when the object is shorter. */
	readInto(sha256: string, target: Uint8Array, start: number): Promise<void>;
	delete(sha256: string): Promise<void>;
	/** Bytes the medium can still take. */
	freeBytes(): Promise<number>;
}
