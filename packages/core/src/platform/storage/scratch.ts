import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '../errors.ts';
import { StreamRejectedError, uploadFreeBytesWatermark } from './types.ts';

/** Bytes that arrived whole and are read once; disposing deletes them. */
export interface SpooledBytes extends AsyncDisposable {
	readonly sizeBytes: number;
	/** From the beginning, a piece at a time, each in a buffer of its own. */
	read(): AsyncGenerator<Uint8Array<ArrayBuffer>>;
}

/** Room on the local disk for bytes that arrive slowly and are needed whole. */
export interface Scratch {
	/**
	 * Writes a stream down at the speed at which it comes. Rejects with a StreamRejectedError when it is longer than `maxBytes`,
	 * `storage_full` when the disk gets too full, `rate_limited` when too much lies here already, and whatever the
	 * stream breaks off with; nothing stays then. Never destroys the stream.
	 */
	spool(stream: Readable, maxBytes: number): Promise<SpooledBytes>;
}

/** All of them together, whoever sent them. */
const spooledMaxBytes = 2_000_000_000;
/** Looking at the disk takes a system call. */
const checkRoomEveryBytes = 16_000_000;
const readBytes = 256 * 1_024;
const retryAfterSeconds = 30;

/**
 * Opens the scratch directory. Its files lose their names at once, so that the system deletes them with the process,
 * whatever kills it.
 */
export async function openScratch(directory: string, maxBytes = spooledMaxBytes): Promise<Scratch> {
	await mkdir(directory, { recursive: true, mode: 0o700 });
	let usedBytes = 0;
	return {
		spool: async (stream, streamMaxBytes) => {
			const file = await openNameless(directory);
			let sizeBytes = 0;
			const close = async () => {
				usedBytes -= sizeBytes;
				sizeBytes = 0;
				await file.close();
			};
			const count = async ({ byteLength }: Buffer) => {
				const isDue =
					Math.floor(sizeBytes / checkRoomEveryBytes) < Math.floor((sizeBytes + byteLength) / checkRoomEveryBytes);
				sizeBytes += byteLength;
				usedBytes += byteLength;
				if (sizeBytes > streamMaxBytes) throw new StreamRejectedError('too_large');
				if (usedBytes > maxBytes) throw tooMuchHere();
				if (isDue || sizeBytes === byteLength) await checkRoom(directory);
			};
			try {
				for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
					await count(chunk);
					// `write` may take a part and report no error, as it does on a disk with little room.
					await file.writeFile(chunk);
				}
			} catch (error) {
				await close();
				throw error;
			}
			return { sizeBytes, read: () => readThrough(file), [Symbol.asyncDispose]: close };
		},
	};
}

async function openNameless(directory: string): Promise<FileHandle> {
	const path = join(directory, randomUUID());
	const file = await open(path, 'wx+', 0o600);
	try {
		await rm(path);
		return file;
	} catch (error) {
		await file.close();
		throw error;
	}
}

async function* readThrough(file: FileHandle): AsyncGenerator<Uint8Array<ArrayBuffer>> {
	for (let position = 0; ; ) {
		const chunk = new Uint8Array(readBytes);
		const { bytesRead } = await file.read(chunk, 0, readBytes, position);
		if (bytesRead === 0) return;
		position += bytesRead;
		yield bytesRead === readBytes ? chunk : chunk.slice(0, bytesRead);
	}
}

async function checkRoom(directory: string): Promise<void> {
	const { bavail, bsize } = await statfs(directory);
	if (bavail * bsize >= uploadFreeBytesWatermark) return;
	const message = 'The disk of this installation is almost full. Free some space, then send it again.';
	throw new AppError('STORAGE_FULL', { reason: 'storage_full', message });
}

function tooMuchHere(): AppError {
	const message = 'Too much is being received at the moment. Send it again in half a minute.';
	return new AppError('LIMIT', { reason: 'rate_limited', message, meta: { retryAfterSeconds } });
}
