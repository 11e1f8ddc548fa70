import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { isStorageFull } from '../circuit-breaker.ts';
import {
	type ExpectedStream,
	StorageAwayError,
	StorageFullError,
	type StoredObject,
	StreamRejectedError,
} from '../types.ts';

/** Runs `work` on a local file that holds the stream, once it is what was promised; the file is deleted then. */
export async function spoolStream<Result>(
	folder: string,
	stream: Readable,
	expected: ExpectedStream,
	work: (path: string, stored: StoredObject) => Promise<Result>,
): Promise<Result> {
	// One that breaks off before it is read rejects for its reader, and would end the process if nobody else listened.
	stream.on('error', () => {});
	const path = join(folder, randomUUID());
	try {
		const stored = await writeDown(path, folder, stream, expected).catch((error: unknown) => {
			throw error === stream.errored ? error : toLocalError(error);
		});
		await expected.check?.(path);
		return await work(path, stored);
	} finally {
		await rm(path, { force: true }).catch(() => {});
	}
}

async function writeDown(
	path: string,
	folder: string,
	stream: Readable,
	{ expectedSha256, maxBytes }: ExpectedStream,
): Promise<StoredObject> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const file = await open(path, 'wx', 0o600);
	const hash = createHash('sha256');
	let sizeBytes = 0;
	let crc = 0;
	try {
		for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
			sizeBytes += chunk.byteLength;
			if (sizeBytes > maxBytes) throw new StreamRejectedError('too_large');
			hash.update(chunk);
			crc = crc32(chunk, crc);
			// `write` may take a part and report no error, as it does on a disk with little room.
			await file.writeFile(chunk);
		}
	} finally {
		await file.close();
	}
	if (hash.digest('hex') !== expectedSha256) throw new StreamRejectedError('mismatch');
	return { sha256: expectedSha256, sizeBytes, crc32: crc };
}

function toLocalError(error: unknown): unknown {
	if (!(error instanceof Error && 'syscall' in error)) return error;
	const Kind = isStorageFull(error) ? StorageFullError : StorageAwayError;
	return new Kind(`the local disk takes no files on their way to the store: ${error.message}`, { cause: error });
}

/** Deletes what killed processes left there before then. */
export async function sweepSpool(folder: string, before: Date): Promise<number> {
	let count = 0;
	for (const name of await readdir(folder).catch(() => [])) {
		const path = join(folder, name);
		const facts = await stat(path).catch(() => null);
		if (facts === null || facts.mtime >= before) continue;
		await rm(path, { force: true });
		count += 1;
	}
	return count;
}
