import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { createThreads } from '../threads/threads.ts';
import { isStorageFull } from './circuit-breaker.ts';
import type { ReadOutcome, ReadTask } from './disk-reader-worker.ts';
import { readInstallationId } from './installation-marker.ts';
import { checkFiles } from './integrity/check-files.ts';
import { ignoreMissing, isMissing } from './missing-file.ts';
import {
	type ByteRange,
	DamagedObjectError,
	type ExpectedStream,
	type RecordedObject,
	type Storage,
	StorageAwayError,
	StorageFullError,
	type StoredObject,
	StreamRejectedError,
} from './types.ts';

/** Long for a few megabytes, even of a disk in a network that is slow to answer. */
const readMaxMs = 600_000;
/** One thread for the process, since what it waits for is the disk. */
const readers = createThreads<ReadTask, ReadOutcome>({
	worker: new URL('./disk-reader-worker.ts', import.meta.url),
	max: 1,
	heapMb: 128,
	// A download waits for it.
	niceness: 0,
	deadlineMs: readMaxMs,
});

/** What the names of files begin with that are not whole yet. */
export const temporaryPrefix = '.tmp-';
const objectName = /^[0-9a-f]{64}$/;
/** The first two digits make a folder, as do the next two in it. */
const folderName = /^[0-9a-f]{2}$/;

/**
 * Content-addressed files under `${root}/ab/cd/<sha256>`.
 *
 * An object appears whole or not at all, whatever kills the process: bytes go to a temporary file in
 * the target's own directory, are synced, and are renamed into place.
 */
export async function createDiskStorage(root: string): Promise<Storage> {
	await mkdir(root, { recursive: true });
	return {
		place: 'folder of files',
		readAheadBytes: 4 << 20,
		leavesOrphans: true,
		put: (bytes) => ofDisk(putObject(root, bytes)),
		putStream: (stream, expected) => putStream(root, stream, expected),
		read: (sha256, range) => {
			const path = toPath(root, sha256);
			return Readable.from(readObject(path, sha256, range), { objectMode: false });
		},
		open: (object, range) => ofDisk(openObject(root, object, range)),
		readRanges: async (pieces, target, crc32 = 0) => {
			const located = pieces.map((piece) => ({ ...piece, path: toPath(root, piece.sha256) }));
			const outcome = await readers.run({ target, pieces: located, crc32 });
			if (typeof outcome === 'number') return outcome;
			if ('fault' in outcome) throw new DamagedObjectError(outcome.sha256, outcome.fault);
			throw new StorageAwayError(`${outcome.code}: a stored file cannot be read`);
		},
		findFaults: async (objects) => {
			const faults = await checkFiles(objects.map(({ sha256, ...size }) => ({ ...size, path: toPath(root, sha256) })));
			return new Map(
				objects.flatMap(({ sha256 }, index) => {
					const fault = faults[index];
					return fault ? [[sha256, fault] as const] : [];
				}),
			);
		},
		verify: (object) => verifyObject(root, object),
		isInPlace: await createPlace(root),
		deleteUnlessFresh: (sha256, before) => ofDisk(deleteUnlessFresh(toPath(root, sha256), before)),
		listObjects: () => listObjects(root),
		sweepTemporary: (before) => ofDisk(sweepTemporaryFiles(root, before)),
		freeBytes: async () => {
			const { bavail, bsize } = await ofDisk(statfs(root));
			return bavail * bsize;
		},
	};
}

/** Says of what the system refuses that it was storage. */
const ofDisk = <Result>(work: Promise<Result>): Promise<Result> =>
	work.catch((error: unknown) => {
		throw storageErrorFromSystem(error);
	});

function storageErrorFromSystem(error: unknown): unknown {
	if (!(error instanceof Error && 'syscall' in error)) return error;
	const Kind = isStorageFull(error) ? StorageFullError : StorageAwayError;
	return new Kind(error.message, { cause: error });
}

async function* readObject(path: string, sha256: string, range: ByteRange | undefined): AsyncGenerator<Buffer> {
	try {
		yield* createReadStream(path, range) as AsyncIterable<Buffer>;
	} catch (error) {
		throw isMissing(error) ? new DamagedObjectError(sha256, 'missing') : storageErrorFromSystem(error);
	}
}

/**
 * Tells whether `root` is the folder that it was: the same one, or one with the same installation's id, as after it was
 * mounted again or restored.
 */
async function createPlace(root: string): Promise<() => Promise<boolean>> {
	let place = await stat(root);
	let id = await readInstallationId(root);
	return async () => {
		try {
			const now = await stat(root);
			const isSame = now.ino === place.ino && now.dev === place.dev;
			// A new folder is given its id after the start.
			if (isSame && id !== null) return true;
			const found = await readInstallationId(root);
			if (isSame) id = found;
			else if (found === null || found !== id) return false;
			place = now;
			return true;
		} catch {
			return false;
		}
	};
}

/**
 * Removes what interrupted writes left behind, and returns how many files went.
 *
 * @param before last written so long ago that nobody is still at it; null for all of them, which is only for the process
 *   that owns `root` alone, before it writes: another writer's half-written file looks the same
 */
export async function sweepTemporaryFiles(root: string, before: Date | null): Promise<number> {
	let count = 0;
	for (const folder of await readdir(root)) {
		if (!folderName.test(folder)) continue;
		for (const name of await readdir(join(root, folder), { recursive: true })) {
			const path = join(root, folder, name);
			if (!basename(name).startsWith(temporaryPrefix) || !(await isOlder(path, before))) continue;
			await rm(path, { force: true });
			count += 1;
		}
	}
	return count;
}

/** Whether it was last written before that; not when it is gone by now. */
async function isOlder(path: string, before: Date | null): Promise<boolean> {
	if (before === null) return true;
	const facts = await stat(path).catch(ignoreMissing);
	return facts !== null && facts.mtime < before;
}

async function* listObjects(root: string): AsyncGenerator<readonly string[]> {
	for (const folder of await readdir(root)) {
		if (!folderName.test(folder)) continue;
		const names = await readdir(join(root, folder), { recursive: true });
		yield names.map((name) => basename(name)).filter((name) => objectName.test(name));
	}
}

/** Where an object lies; refuses anything that is not a SHA-256, so no name can leave `root`. */
function toPath(root: string, sha256: string): string {
	if (!objectName.test(sha256)) throw new TypeError(`Not a SHA-256 in hex: ${JSON.stringify(sha256.slice(0, 80))}`);
	return join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
}

async function putObject(root: string, bytes: Uint8Array): Promise<StoredObject> {
	const sha256 = createHash('sha256').update(bytes).digest('hex');
	const stored = { sha256, sizeBytes: bytes.byteLength, crc32: crc32(bytes) };
	const target = toPath(root, sha256);
	if (await isStored(root, stored)) return stored;
	await requireRoot(root);
	await writeWhole(target, (file) => file.writeFile(bytes));
	return stored;
}

async function putStream(root: string, stream: Readable, expected: ExpectedStream): Promise<StoredObject> {
	const { expectedSha256, sizeBytes, check } = expected;
	const target = toPath(root, expectedSha256);
	// One that breaks off before it is read rejects for its reader, and would end the process if nobody else listened.
	stream.on('error', () => {});
	try {
		if (sizeBytes !== null && (await isStored(root, { sha256: expectedSha256, sizeBytes }))) {
			const stored = await readThrough(stream, expected, async () => {});
			await check?.(target);
			return stored;
		}
		await requireRoot(root);
		let stored: StoredObject | undefined;
		await writeWhole(target, async (file, path) => {
			// `write` may take a part and report no error, as it does on a disk with little room.
			stored = await readThrough(stream, expected, (chunk) => file.writeFile(chunk));
			await check?.(path);
		});
		return stored as StoredObject;
	} catch (error) {
		// A connection that broke is its sender's matter.
		throw error === stream.errored ? error : storageErrorFromSystem(error);
	}
}

/** A root that is gone is not made again, since it may be a mount that is missing: rejects with ENOENT. */
const requireRoot = (root: string) => stat(root);

/** Passes every chunk on, and returns what they were when they are what was promised. */
async function readThrough(
	stream: Readable,
	{ expectedSha256, maxBytes }: ExpectedStream,
	take: (chunk: Buffer) => Promise<void>,
): Promise<StoredObject> {
	const hash = createHash('sha256');
	let sizeBytes = 0;
	let crc = 0;
	for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
		sizeBytes += chunk.byteLength;
		if (sizeBytes > maxBytes) throw new StreamRejectedError('too_large');
		hash.update(chunk);
		crc = crc32(chunk, crc);
		await take(chunk);
	}
	if (hash.digest('hex') !== expectedSha256) throw new StreamRejectedError('mismatch');
	return { sha256: expectedSha256, sizeBytes, crc32: crc };
}

async function openObject(root: string, { sha256, sizeBytes }: RecordedObject, range?: ByteRange): Promise<Readable> {
	const file = await open(toPath(root, sha256)).catch(ignoreMissing);
	if (file === null) throw new DamagedObjectError(sha256, 'missing');
	try {
		if ((await file.stat()).size !== sizeBytes) throw new DamagedObjectError(sha256, 'size');
		return file.createReadStream(range);
	} catch (error) {
		await file.close();
		throw error;
	}
}

async function verifyObject(root: string, { sha256, sizeBytes }: RecordedObject) {
	const [fault = null] = await checkFiles([{ path: toPath(root, sha256), sizeBytes, sha256 }]);
	return fault;
}

/**
 * Whether the object is there, whole; if so its time starts again, so that no sweeper takes it from under the caller. What
 * is damaged stays old: a sweeper that has it in hand then never puts it back over the one that the caller stores now.
 */
async function isStored(root: string, object: RecordedObject): Promise<boolean> {
	const path = toPath(root, object.sha256);
	const facts = await stat(path).catch(() => null);
	if (facts?.size !== object.sizeBytes) return false;
	// What cannot be read either is written again.
	if ((await verifyObject(root, object).catch(() => 'content')) !== null) return false;
	const now = new Date();
	return utimes(path, now, now).then(
		() => true,
		// Deleted since the look at it.
		() => false,
	);
}

/** Puts what `fill` writes in place, whole and durable, or leaves nothing; the folder is made where it is missing. */
export async function writeWhole(
	target: string,
	fill: (file: FileHandle, path: string) => Promise<void>,
	mode?: number,
): Promise<void> {
	const directory = dirname(target);
	await mkdir(directory, { recursive: true });
	const temporary = temporaryIn(directory);
	try {
		const file = await open(temporary, 'wx', mode);
		try {
			await fill(file, temporary);
			await file.sync();
		} finally {
			await file.close();
		}
		await rename(temporary, target);
	} catch (error) {
		// Where even that fails, why nothing was written says more.
		await rm(temporary, { force: true }).catch(() => {});
		throw error;
	}
	await syncDirectory(directory);
}

const temporaryIn = (directory: string) => join(directory, `${temporaryPrefix}${randomBytes(8).toString('hex')}`);

/** Removes the name first: a writer that stores the object from then on writes it again, one that did before made it fresh. */
async function deleteUnlessFresh(target: string, before: Date): Promise<boolean> {
	const facts = await stat(target).catch(ignoreMissing);
	if (facts === null) return true;
	if (facts.mtime >= before) return false;
	const removed = temporaryIn(dirname(target));
	const isRenamed = await rename(target, removed).then(() => true, ignoreMissing);
	if (isRenamed === null) return true;
	const isFresh = (await stat(removed)).mtime >= before;
	if (isFresh) await rename(removed, target);
	else await rm(removed, { force: true });
	return !isFresh;
}

/** Makes the rename itself durable; Windows has no such operation and needs none. */
async function syncDirectory(path: string): Promise<void> {
	if (process.platform === 'win32') return;
	const directory = await open(path, 'r');
	try {
		await directory.sync();
	} finally {
		await directory.close();
	}
}
