import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDiskStorage, sweepTemporaryFiles } from './disk.ts';
import { testStorage } from './storage-contract-testing.ts';

let root: string;
beforeEach(async () => {
	root = await mkdtemp(join(tmpdir(), 'adx-storage-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const filesUnder = async () =>
	(await readdir(root, { recursive: true, withFileTypes: true }))
		.filter((entry) => entry.isFile())
		.map(({ name }) => name);

testStorage('disk storage', async () => ({
	storage: await createDiskStorage(root),
	overwrite: (sha256, bytes) => writeFile(pathOf(sha256), bytes),
	remove: (sha256) => rm(pathOf(sha256)),
	makeOld: (sha256) => utimes(pathOf(sha256), longAgo, longAgo),
	close: async () => {},
}));

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

	it.each(['put', 'putStream'] as const)('replaces a file of the right size with a wrong byte, by %s', async (how) => {
		const storage = await createDiskStorage(root);
		const bytes = randomBytes(100_000);
		const { sha256 } = await storage.put(bytes);
		const damaged = Buffer.from(bytes);
		damaged[50_000]! ^= 1;
		await writeFile(pathOf(sha256), damaged);
		const reading = await storage.open({ sha256, sizeBytes: bytes.length });
		if (how === 'put') await storage.put(bytes);
		else await storage.putStream(inChunks(bytes), { ...expectedOf(bytes), maxBytes: 100_000, sizeBytes: bytes.length });
		expect(await buffer(storage.read(sha256))).toEqual(bytes);
		// A reader continues with the file that it opened.
		expect(await buffer(reading)).toEqual(damaged);
		expect(await filesUnder()).toEqual([sha256]);
	});

	it('tells when the place is gone, or another one', async () => {
		const place = join(root, 'files');
		const storage = await createDiskStorage(place);
		expect(await storage.isInPlace()).toBe(true);
		await rename(place, join(root, 'elsewhere'));
		expect(await storage.isInPlace()).toBe(false);
		await mkdir(place);
		expect(await storage.isInPlace()).toBe(false);
		await rmdir(place);
		await rename(join(root, 'elsewhere'), place);
		expect(await storage.isInPlace()).toBe(true);
	});

	it('says of a place that is gone that storage is away, whatever is asked of it, and of no object that it is missing', async () => {
		const place = join(root, 'files');
		const storage = await createDiskStorage(place);
		const { sha256 } = await storage.put(randomBytes(10));
		await rename(place, join(root, 'elsewhere'));
		await writeFile(place, 'no folder');
		const object = { sha256, sizeBytes: 10 };
		const away = { name: 'StorageAwayError', cause: { code: 'ENOTDIR' } };
		await expect(storage.put(randomBytes(10))).rejects.toMatchObject(away);
		await expect(storage.putStream(inChunks(randomBytes(9)), expectedOf(randomBytes(9)))).rejects.toMatchObject(away);
		await expect(storage.open(object)).rejects.toMatchObject(away);
		await expect(buffer(storage.read(sha256))).rejects.toMatchObject(away);
		await expect(storage.verify(object)).rejects.toMatchObject(away);
		await expect(storage.deleteUnlessFresh(sha256, new Date())).rejects.toMatchObject(away);
		const pieces = [{ sha256, start: 0, length: 10, targetOffset: 0 }];
		await expect(storage.readRanges(pieces, new SharedArrayBuffer(10))).rejects.toMatchObject({
			name: 'StorageAwayError',
		});
	});

	it('knows its place again by the installation’s id, as after a restore, and no other', async () => {
		const place = join(root, 'files');
		const storage = await createDiskStorage(place);
		const mark = (id: string) => writeFile(join(place, 'installation.id'), id);
		// A new installation's folder is marked after the start.
		await mark('mine\n');
		expect(await storage.isInPlace()).toBe(true);
		await rename(place, join(root, 'elsewhere'));
		await mkdir(place);
		expect(await storage.isInPlace()).toBe(false);
		await mark('another\n');
		expect(await storage.isInPlace()).toBe(false);
		await mark('mine\n');
		expect(await storage.isInPlace()).toBe(true);
		await rm(join(place, 'installation.id'));
		expect(await storage.isInPlace()).toBe(true);
	});

	it('sweeps stray temporary files and nothing else', async () => {
		const storage = await createDiskStorage(root);
		const { sha256 } = await storage.put(randomBytes(10));
		await writeFile(join(root, sha256.slice(0, 2), sha256.slice(2, 4), '.tmp-0123'), 'torn');
		expect(await sweepTemporaryFiles(root, null)).toBe(1);
		expect(await filesUnder()).toEqual([sha256]);
	});

	it('deletes of others what was interrupted long ago, and nothing that is being written', async () => {
		const storage = await createDiskStorage(root);
		const { sha256 } = await storage.put(randomBytes(10));
		const folder = dirname(pathOf(sha256));
		for (const name of ['.tmp-old', '.tmp-new']) await writeFile(join(folder, name), 'torn');
		const longAgo = new Date('2026-01-01');
		for (const path of [join(folder, '.tmp-old'), pathOf(sha256)]) await utimes(path, longAgo, longAgo);
		expect(await storage.sweepTemporary(new Date('2026-01-02'))).toBe(1);
		expect((await filesUnder()).toSorted()).toEqual(['.tmp-new', sha256].toSorted());
	});

	it('tells of every object, and of nothing else', async () => {
		const storage = await createDiskStorage(root);
		const stored = await Promise.all(Array.from({ length: 30 }, () => storage.put(randomBytes(10))));
		await writeFile(join(root, stored[0]!.sha256.slice(0, 2), '.tmp-0123'), 'torn');
		await writeFile(join(root, 'readme.txt'), 'not ours');
		const found: string[] = [];
		for await (const hashes of storage.listObjects()) found.push(...hashes);
		expect(found.toSorted()).toEqual(stored.map(({ sha256 }) => sha256).toSorted());
	});

	it('tells how much the disk can still take', async () => {
		const storage = await createDiskStorage(root);
		expect(await storage.freeBytes()).toBeGreaterThan(0);
	});
});

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const pathOf = (sha256: string) => join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
const inChunks = (bytes: Buffer, chunkBytes = 1_000) =>
	Readable.from(
		Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
			bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
		),
	);
const expectedOf = (bytes: Buffer) => ({ expectedSha256: hashOf(bytes), maxBytes: 10_000, sizeBytes: null });

const longAgo = new Date('2026-01-01');

describe('a stream into disk storage', () => {
	it('is read to its end but not written again when it is there already', async () => {
		const storage = await createDiskStorage(root);
		const bytes = randomBytes(5_000);
		const { sha256 } = await storage.put(bytes);
		const { ino } = await stat(pathOf(sha256));
		const stream = inChunks(bytes);
		const expected = { ...expectedOf(bytes), sizeBytes: 5_000 };
		expect(await storage.putStream(stream, expected)).toEqual({ sha256, sizeBytes: 5_000, crc32: crc32(bytes) });
		expect(stream.readableEnded).toBe(true);
		expect((await stat(pathOf(sha256))).ino).toBe(ino);
		// The name alone is not enough to hold somebody's file.
		await expect(storage.putStream(inChunks(randomBytes(5_000)), expected)).rejects.toMatchObject({ why: 'mismatch' });
		expect(await buffer(storage.read(sha256))).toEqual(bytes);
	});

	const bytes = randomBytes(5_000);
	const brokenOff = () =>
		Readable.from(
			(async function* () {
				yield bytes.subarray(0, 2_000);
				throw new Error('gone');
			})(),
		);
	const refusal = new Error('refused');
	it.each<[string, () => Readable, object, object]>([
		['that breaks off', brokenOff, {}, { message: 'gone' }],
		['of other bytes', () => inChunks(randomBytes(5_000)), {}, { why: 'mismatch' }],
		['of too many bytes', () => inChunks(bytes), { maxBytes: 4_999 }, { why: 'too_large' }],
		['that the look into it refuses', () => inChunks(bytes), { check: () => Promise.reject(refusal) }, refusal],
	])('rejects one %s, and leaves nothing', async (_, stream, changes, error) => {
		const storage = await createDiskStorage(root);
		await expect(storage.putStream(stream(), { ...expectedOf(bytes), ...changes })).rejects.toMatchObject(error);
		expect(await filesUnder()).toEqual([]);
	});
});

describe('deleting from disk storage', () => {
	const then = new Date('2026-06-01');

	it('never brings a damaged file back over the one that replaces it at the same moment', async () => {
		const storage = await createDiskStorage(root);
		const bytes = randomBytes(10);
		const { sha256 } = await storage.put(bytes);
		for (let round = 0; round < 100; round++) {
			await writeFile(pathOf(sha256), 'ten bytes!');
			await utimes(pathOf(sha256), longAgo, longAgo);
			await Promise.all([storage.deleteUnlessFresh(sha256, then), storage.put(bytes)]);
			expect(await buffer(storage.read(sha256))).toEqual(bytes);
			expect(await filesUnder()).toEqual([sha256]);
		}
	});
});
