import type { Readable } from 'node:stream';

/** New work is refused when the storage has fewer bytes free, so that what runs can still be finished. */
export const freeBytesWatermark = 500_000_000;

/** Inclusive byte positions. */
export interface ByteRange {
	readonly start: number;
	readonly end: number;
}

/** A run of an object's bytes and where it goes in a shared buffer. */
export interface ObjectPiece {
	readonly sha256: string;
	/** First byte inside the object. */
	readonly start: number;
	readonly length: number;
	/** First byte inside the buffer. */
	readonly targetOffset: number;
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
	/** Copies the pieces into `target`, all in one go; rejects when an object is missing or shorter. */
	readPieces(pieces: readonly ObjectPiece[], target: SharedArrayBuffer): Promise<void>;
	delete(sha256: string): Promise<void>;
	/** Bytes the medium can still take. */
	freeBytes(): Promise<number>;
}
