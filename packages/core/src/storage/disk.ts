import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Piscina } from 'piscina';
import type { ReadTask } from './disk-reader.ts';
import type { Storage, StoredObject } from './types.ts';

/** One pool for the process, made with the first download; its thread ends after ten idle seconds. */
let readerPool: Piscina<ReadTask, void> | null = null;
function readers(): Piscina<ReadTask, void> {
	readerPool ??= new Piscina({
		filename: new URL('./disk-reader.ts', import.meta.url).href,
		minThreads: 0,
		maxThreads: 1,
		idleTimeout: 10_000,
	});
	return readerPool;
}

const temporaryPrefix = '.tmp-';
const objectName = /^[0-9a-f]{64}$/;

/**
 * Content-addressed files under `${root}/ab/cd/<sha256>`.
 *
 * An object appears whole or not at all, whatever kills the process: bytes go to a temporary file in
 * the target's own directory, are synced, and are renamed into place.
 */
export async function createDiskStorage(root: string): Promise<Storage> {
	await mkdir(root, { recursive: true });
	return {
		put: (bytes) => putObject(root, bytes),
		read: (sha256, range) => createReadStream(pathOf(root, sha256), range),
		readPieces: async (pieces, target) => {
			await readers().run({ target, pieces: pieces.map((piece) => ({ ...piece, path: pathOf(root, piece.sha256) })) });
		},
		delete: (sha256) => rm(pathOf(root, sha256), { force: true }),
		freeBytes: async () => {
			const { bavail, bsize } = await statfs(root);
			return bavail * bsize;
		},
	};
}

/**
 * Removes what interrupted writes left behind. Only for the process that owns `root` alone, before
 * it writes: another writer's half-written file looks the same. Returns how many files went.
 */
export async function sweepTemporaryFiles(root: string): Promise<number> {
	const entries = await readdir(root, { recursive: true, withFileTypes: true });
	const stray = entries.filter((entry) => entry.isFile() && entry.name.startsWith(temporaryPrefix));
	for (const entry of stray) await rm(join(entry.parentPath, entry.name), { force: true });
	return stray.length;
}

/** Where an object lies; refuses anything that is not a SHA-256, so no name can leave `root`. */
function pathOf(root: string, sha256: string): string {
	if (!objectName.test(sha256)) throw new TypeError(`Not a SHA-256 in hex: ${JSON.stringify(sha256.slice(0, 80))}`);
	return join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
}

async function putObject(root: string, bytes: Uint8Array): Promise<StoredObject> {
	const sha256 = createHash('sha256').update(bytes).digest('hex');
	const stored = { sha256, sizeBytes: bytes.byteLength, crc32: crc32(bytes) };
	const target = pathOf(root, sha256);
	if (await isPresent(target, bytes.byteLength)) return stored;
	const directory = join(target, '..');
	await mkdir(directory, { recursive: true });
	const temporary = join(directory, `${temporaryPrefix}${randomBytes(8).toString('hex')}`);
	try {
		await writeDurably(temporary, bytes);
		await rename(temporary, target);
	} catch (error) {
		await rm(temporary, { force: true });
		throw error;
	}
	await syncDirectory(directory);
	return stored;
}

async function isPresent(path: string, sizeBytes: number): Promise<boolean> {
	const facts = await stat(path).catch(() => null);
	return facts?.size === sizeBytes;
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
	const file = await open(path, 'wx');
	try {
		await file.writeFile(bytes);
		await file.sync();
	} finally {
		await file.close();
	}
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
