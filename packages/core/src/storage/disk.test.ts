import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDiskStorage, sweepTemporaryFiles } from './disk.ts';

let root: string;
beforeEach(async () => {
	root = await mkdtemp(join(tmpdir(), 'adx-storage-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const filesUnder = async () =>
	(await readdir(root, { recursive: true, withFileTypes: true }))
		.filter((entry) => entry.isFile())
		.map(({ name }) => name);

describe('disk storage', () => {
	it('names bytes by their SHA-256 and records what an archive needs', async () => {
		const storage = await createDiskStorage(root);
		const bytes = randomBytes(5_000);
		const stored = await storage.put(bytes);
		const sha256 = createHash('sha256').update(bytes).digest('hex');
		expect(stored).toEqual({ sha256, sizeBytes: 5_000, crc32: crc32(bytes) });
		expect(await readFile(join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256))).toEqual(bytes);
	});

	it('keeps one file and no temporary one when the same bytes come twice at once', async () => {
		const storage = await createDiskStorage(root);
		const bytes = randomBytes(100_000);
		const stored = await Promise.all(Array.from({ length: 8 }, () => storage.put(bytes)));
		expect(new Set(stored.map(({ sha256 }) => sha256)).size).toBe(1);
		expect(await filesUnder()).toEqual([stored[0]!.sha256]);
	});

	it('replaces a file that an earlier fault left short', async () => {
		const storage = await createDiskStorage(root);
		const bytes = randomBytes(1_000);
		const { sha256 } = await storage.put(bytes);
		await writeFile(join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256), bytes.subarray(0, 10));
		await storage.put(bytes);
		expect(await buffer(storage.read(sha256))).toEqual(bytes);
	});

	it('reads ranges as a stream and several pieces into a shared buffer', async () => {
		const storage = await createDiskStorage(root);
		const bytes = randomBytes(1_000);
		const { sha256 } = await storage.put(bytes);
		expect(await buffer(storage.read(sha256, { start: 10, end: 19 }))).toEqual(bytes.subarray(10, 20));
		const other = await storage.put(Buffer.from('frost'));
		const target = new SharedArrayBuffer(105);
		const pieces = [
			{ sha256, start: 900, length: 100, targetOffset: 5 },
			{ sha256: other.sha256, start: 0, length: 5, targetOffset: 0 },
		];
		await storage.readPieces(pieces, target);
		expect(Buffer.from(target)).toEqual(Buffer.concat([Buffer.from('frost'), bytes.subarray(900)]));
	});

	it('rejects a read beyond the end, an unknown object and a name that is no hash', async () => {
		const storage = await createDiskStorage(root);
		const { sha256 } = await storage.put(randomBytes(10));
		const piece = { start: 0, length: 20, targetOffset: 0 };
		const target = new SharedArrayBuffer(20);
		await expect(storage.readPieces([{ ...piece, sha256 }], target)).rejects.toThrow('ends early');
		const unknown = storage.readPieces([{ ...piece, sha256: '0'.repeat(64) }], target);
		await expect(unknown).rejects.toThrow('ENOENT');
		await expect(buffer(storage.read('0'.repeat(64)))).rejects.toMatchObject({ code: 'ENOENT' });
		expect(() => storage.read('../../etc/passwd')).toThrow('Not a SHA-256');
	});

	it('sweeps stray temporary files and nothing else', async () => {
		const storage = await createDiskStorage(root);
		const { sha256 } = await storage.put(randomBytes(10));
		await writeFile(join(root, sha256.slice(0, 2), sha256.slice(2, 4), '.tmp-0123'), 'torn');
		expect(await sweepTemporaryFiles(root)).toBe(1);
		expect(await filesUnder()).toEqual([sha256]);
	});

	it('tells how much the disk can still take', async () => {
		const storage = await createDiskStorage(root);
		expect(await storage.freeBytes()).toBeGreaterThan(0);
	});
});
