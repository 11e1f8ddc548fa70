import type { Readable } from 'node:stream';

/** New work is refused when the storage has fewer bytes free, so that what runs can still be finished. */
export const freeBytesWatermark = 500_000_000;

/** Uploads are refused earlier, so that they alone never keep other work from starting. */
export const uploadFreeBytesWatermark = 2 * freeBytesWatermark;

/** Inclusive byte positions. */
export interface ByteRange {
	readonly start: number;
	readonly end: number;
}

/** A run of an object's bytes and where it goes in a shared buffer. */
export interface ObjectRange {
	readonly sha256: string;
	/** First byte inside the object. */
	readonly start: number;
	readonly length: number;
	/** First byte inside the buffer. */
	readonly targetOffset: number;
	/** Where the piece is a part of bytes whose CRC-32 is known: whether it is their first, and the CRC where it is their last. */
	readonly checked?: { readonly isFirst: boolean; readonly crc32: number | null };
}

/** What may be wrong with a stored object: it is not there, has another size, or holds other bytes. */
export type ObjectFault = 'missing' | 'size' | 'content';

/** A stored object that is not what its name and row say. */
export class DamagedObjectError extends Error {
	override readonly name = 'DamagedObjectError';
	readonly sha256: string;
	readonly fault: ObjectFault;

	constructor(sha256: string, fault: ObjectFault) {
		super(`Stored object ${faultTexts[fault]}: ${sha256}`);
		this.sha256 = sha256;
		this.fault = fault;
	}
}

const faultTexts: Readonly<Record<ObjectFault, string>> = {
	missing: 'is missing',
	size: 'has another size',
	content: 'holds other bytes',
};

/** The medium cannot be read or written: what lies there may be whole, and the same call may succeed later. */
export class StorageAwayError extends Error {
	override readonly name = 'StorageAwayError';
}

/** The medium takes nothing more. */
export class StorageFullError extends Error {
	override readonly name = 'StorageFullError';
}

/** An object as it is recorded. */
export interface RecordedObject {
	readonly sha256: string;
	readonly sizeBytes: number;
}

/** Facts recorded when bytes are stored, so that archives are computed without reading them again. */
export interface StoredObject {
	/** Lower-case hex. */
	readonly sha256: string;
	readonly sizeBytes: number;
	/** Unsigned 32-bit. */
	readonly crc32: number;
}

/** What a stream must turn out to be before it is kept. */
export interface ExpectedStream {
	readonly expectedSha256: string;
	readonly maxBytes: number;
	/** Bytes announced; null when they were not. */
	readonly sizeBytes: number | null;
	/** Looks into a local copy of the bytes, which already have the expected hash; rejects to refuse them. */
	check?(localPath: string): Promise<void>;
}

/** Bytes that are not what was announced; nothing of them is kept. */
export class StreamRejectedError extends Error {
	override readonly name = 'StreamRejectedError';
	readonly why: 'too_large' | 'mismatch';

	constructor(why: StreamRejectedError['why']) {
		super(`The stream is refused: ${why}.`);
		this.why = why;
	}
}

/**
 * Content-addressed bytes: the name of an object is the SHA-256 of what it holds. Every call may reject with a
 * StorageAwayError, and those that store with a StorageFullError; what the medium said is the cause.
 */
export interface Storage {
	/** What sentences for the operator call it. */
	readonly place: 'folder of files' | 'object store';
	/** How many bytes a call of `readRanges` is best asked for. */
	readonly readAheadBytes: number;
	/** Whether a killed writer may leave objects that only a walk through all of them finds. */
	readonly leavesOrphans: boolean;
	/** Durable when it resolves. Storing the same bytes twice keeps one object; a damaged one is replaced. */
	put(bytes: Uint8Array): Promise<StoredObject>;
	/**
	 * As `put` for bytes of any size, which are never held in memory. Rejects, and leaves nothing behind, when the stream
	 * breaks off, the medium is full, `check` rejects, or (with a StreamRejectedError) the bytes are too many or others. Never
	 * destroys the stream: what it did not read is the caller's. Bytes that are there already are read all the same.
	 */
	putStream(stream: Readable, expected: ExpectedStream): Promise<StoredObject>;
	/** A stream that ends with a DamagedObjectError when nothing of that name is stored. */
	read(sha256: string, range?: ByteRange): Readable;
	/**
	 * As `read`, of an object that is there in its recorded size; rejects with a DamagedObjectError otherwise. What the medium
	 * says later, while the stream is read, ends it with a StorageAwayError or the system's own error.
	 */
	open(object: RecordedObject, range?: ByteRange): Promise<Readable>;
	/**
	 * Copies the pieces into `target`, all in one go. Rejects with a DamagedObjectError when an object is missing or shorter,
	 * or checked bytes have another CRC.
	 *
	 * @param crc32 of the checked bytes that an earlier call began; resolves to that of those which this call leaves open
	 */
	readRanges(pieces: readonly ObjectRange[], target: SharedArrayBuffer, crc32?: number): Promise<number>;
	/** Which of the objects are missing or of another size, without reading them; of a folder's, 10,000 take a tenth of a second. */
	findFaults(
		objects: readonly (RecordedObject & { readonly isAtLeast?: boolean })[],
	): Promise<ReadonlyMap<string, ObjectFault>>;
	/**
	 * Reads an object through and returns what is wrong with it; null when it is whole. A folder's files are hashed in a
	 * thread, a store's objects chunk by chunk as they arrive.
	 */
	verify(object: RecordedObject): Promise<ObjectFault | null>;
	/**
	 * False when the place where objects lie is gone, or another one than at the start: what is missing there says nothing.
	 * One with the same installation's id is the same place.
	 */
	isInPlace(): Promise<boolean>;
	/**
	 * Deletes an object unless it was stored, even as one of equal bytes, since `before`: a writer that just stored it relies on
	 * it though no row says so yet. Returns whether it is gone.
	 */
	deleteUnlessFresh(sha256: string, before: Date): Promise<boolean>;
	/** Every object by its hash, a folder's at a time; what is stored or deleted meanwhile may be listed or not. */
	listObjects(): AsyncIterable<readonly string[]>;
	/**
	 * Deletes what writes left that were interrupted before then, as far as no walk through all objects is needed for it;
	 * returns how many these were.
	 */
	sweepTemporary(before: Date): Promise<number>;
	/** Bytes that the medium can still take, where it knows. */
	freeBytes(): Promise<number | 'unknown'>;
}
