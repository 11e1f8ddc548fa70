import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Storage } from './types.ts';

// For tests alone: what every storage keeps to, whatever the medium.

/** A storage with nothing in it, and what befalls its medium. */
export interface TestStorage {
	readonly storage: Storage;
	/** Puts other bytes in an object's place. */
	overwrite(sha256: string, bytes: Buffer): Promise<void>;
	remove(sha256: string): Promise<void>;
	/** Has an object be one that was stored a month ago. */
	makeOld(sha256: string): Promise<void>;
	close(): Promise<void>;
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const inChunks = (bytes: Buffer, chunkBytes = 1_000) =>
	Readable.from(
		Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
			bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
		),
	);
const expectedOf = (bytes: Buffer) => ({ expectedSha256: hashOf(bytes), maxBytes: 100_000, sizeBytes: null });
const dayMs = 24 * 3_600_000;
const yesterday = () => new Date(Date.now() - dayMs);

/** The tests that every storage passes. */
export function testStorage(name: string, open: () => Promise<TestStorage>): void {
	let test: TestStorage;
	let storage: Storage;
	beforeEach(async () => {
		test = await open();
		storage = test.storage;
	});
	afterEach(() => test.close());

	async function listAll(): Promise<string[]> {
		const all: string[] = [];
		for await (const hashes of storage.listObjects()) all.push(...hashes);
		return all.toSorted();
	}
	async function putDamaged(bytes: Buffer): Promise<string> {
		const { sha256 } = await storage.put(bytes);
		const damaged = Buffer.from(bytes);
		damaged[bytes.length >> 1]! ^= 1;
		await test.overwrite(sha256, damaged);
		return sha256;
	}

	describe(`bytes in ${name}`, () => {
		it('are named by their SHA-256, and what an archive needs is recorded', async () => {
			const bytes = randomBytes(5_000);
			const stored = await storage.put(bytes);
			expect(stored).toEqual({ sha256: hashOf(bytes), sizeBytes: 5_000, crc32: crc32(bytes) });
			expect(await buffer(storage.read(stored.sha256))).toEqual(bytes);
		});

		it('that come eight times at once are one object', async () => {
			const bytes = randomBytes(100_000);
			const stored = await Promise.all(Array.from({ length: 8 }, () => storage.put(bytes)));
			expect(new Set(stored.map(({ sha256 }) => sha256))).toEqual(new Set([hashOf(bytes)]));
			expect(await listAll()).toEqual([hashOf(bytes)]);
		});

		it('that an earlier fault left short are replaced', async () => {
			const bytes = randomBytes(1_000);
			const { sha256 } = await storage.put(bytes);
			await test.overwrite(sha256, bytes.subarray(0, 10));
			await storage.put(bytes);
			expect(await buffer(storage.read(sha256))).toEqual(bytes);
		});

		it.each(['put', 'putStream'] as const)('of the right size with a wrong one are replaced, by %s', async (how) => {
			const bytes = randomBytes(100_000);
			const sha256 = await putDamaged(bytes);
			if (how === 'put') await storage.put(bytes);
			else await storage.putStream(inChunks(bytes), { ...expectedOf(bytes), sizeBytes: bytes.length });
			expect(await buffer(storage.read(sha256))).toEqual(bytes);
			expect(await listAll()).toEqual([sha256]);
		});

		it('that are missing, of another size or others are told', async () => {
			const [whole, missing, short] = await Promise.all(
				[1, 2, 3].map(async () => ({ ...(await storage.put(randomBytes(300_000))), sizeBytes: 300_000 })),
			);
			const altered = { sha256: await putDamaged(randomBytes(300_000)), sizeBytes: 300_000 };
			await test.remove(missing!.sha256);
			await test.overwrite(short!.sha256, Buffer.from('short'));
			const objects = [whole!, missing!, short!, altered];
			expect(await storage.findFaults(objects)).toEqual(
				new Map([
					[missing!.sha256, 'missing'],
					[short!.sha256, 'size'],
				]),
			);
			expect(await storage.findFaults([{ ...short!, sizeBytes: 3, isAtLeast: true }])).toEqual(new Map());
			const faults = await Promise.all(objects.map((object) => storage.verify(object)));
			expect(faults).toEqual([null, 'missing', 'size', 'content']);
			await expect(storage.open(missing!)).rejects.toMatchObject({ fault: 'missing' });
			await expect(storage.open(short!)).rejects.toMatchObject({ fault: 'size' });
			expect((await buffer(await storage.open(whole!, { start: 299_990, end: 299_999 }))).length).toBe(10);
		});

		it('that are others are noticed by their CRC while pieces of them are read, over several calls', async () => {
			const bytes = randomBytes(1_000);
			const { sha256, crc32: crc } = await storage.put(bytes);
			const target = new SharedArrayBuffer(1_000);
			const [first, last] = [
				{ sha256, start: 0, length: 400, targetOffset: 0, checked: { isFirst: true, crc32: null } },
				{ sha256, start: 400, length: 600, targetOffset: 400, checked: { isFirst: false, crc32: crc } },
			];
			await storage.readRanges([last], target, await storage.readRanges([first], target));
			expect(Buffer.from(target)).toEqual(bytes);
			const damaged = Buffer.from(bytes);
			damaged[0]! ^= 1;
			await test.overwrite(sha256, damaged);
			const half = await storage.readRanges([first], target);
			await expect(storage.readRanges([last], target, half)).rejects.toMatchObject({ sha256, fault: 'content' });
		});

		it('are read in ranges as a stream, and in several pieces into a shared buffer', async () => {
			const bytes = randomBytes(1_000);
			const { sha256 } = await storage.put(bytes);
			expect(await buffer(storage.read(sha256, { start: 10, end: 19 }))).toEqual(bytes.subarray(10, 20));
			const other = await storage.put(Buffer.from('frost'));
			const target = new SharedArrayBuffer(125);
			const pieces = [
				{ sha256, start: 900, length: 100, targetOffset: 5 },
				{ sha256: other.sha256, start: 0, length: 5, targetOffset: 0 },
				{ sha256, start: 100, length: 20, targetOffset: 105 },
			];
			await storage.readRanges(pieces, target);
			expect(Buffer.from(target)).toEqual(
				Buffer.concat([Buffer.from('frost'), bytes.subarray(900), bytes.subarray(100, 120)]),
			);
		});

		it('rejects a read beyond their end, of an unknown object, and by a name that is not a hash', async () => {
			const { sha256 } = await storage.put(randomBytes(10));
			const piece = { start: 0, length: 20, targetOffset: 0 };
			const target = new SharedArrayBuffer(20);
			const short = storage.readRanges([{ ...piece, sha256 }], target);
			await expect(short).rejects.toMatchObject({ name: 'DamagedObjectError', sha256, fault: 'size' });
			const beyond = storage.readRanges([{ ...piece, start: 15, sha256 }], target);
			await expect(beyond).rejects.toMatchObject({ name: 'DamagedObjectError', sha256, fault: 'size' });
			const unknown = storage.readRanges([{ ...piece, sha256: '0'.repeat(64) }], target);
			await expect(unknown).rejects.toMatchObject({ name: 'DamagedObjectError', fault: 'missing' });
			await expect(buffer(storage.read('0'.repeat(64)))).rejects.toMatchObject({ fault: 'missing' });
			expect(() => storage.read('../../etc/passwd')).toThrow('Not a SHA-256');
		});

		it('are listed, all of them and nothing else', async () => {
			const stored = await Promise.all(Array.from({ length: 30 }, () => storage.put(randomBytes(10))));
			expect(await listAll()).toEqual(stored.map(({ sha256 }) => sha256).toSorted());
		});
	});

	describe(`a stream into ${name}`, () => {
		it('is kept like bytes in hand, with their CRC-32', async () => {
			const bytes = randomBytes(5_500);
			const stored = await storage.putStream(inChunks(bytes), expectedOf(bytes));
			expect(stored).toEqual({ sha256: hashOf(bytes), sizeBytes: 5_500, crc32: crc32(bytes) });
			expect(await buffer(storage.read(stored.sha256))).toEqual(bytes);
			const nothing = Buffer.alloc(0);
			await storage.putStream(inChunks(nothing), { ...expectedOf(nothing), sizeBytes: 0 });
			expect(await listAll()).toEqual([stored.sha256, hashOf(nothing)].toSorted());
			expect(await storage.verify({ sha256: hashOf(nothing), sizeBytes: 0 })).toBeNull();
		});

		it('is read to its end when it is there already, and the name alone holds nobody’s file', async () => {
			const bytes = randomBytes(5_000);
			const { sha256 } = await storage.put(bytes);
			const stream = inChunks(bytes);
			const expected = { ...expectedOf(bytes), sizeBytes: 5_000 };
			expect(await storage.putStream(stream, expected)).toEqual({ sha256, sizeBytes: 5_000, crc32: crc32(bytes) });
			expect(stream.readableEnded).toBe(true);
			const others = storage.putStream(inChunks(randomBytes(5_000)), expected);
			await expect(others).rejects.toMatchObject({ why: 'mismatch' });
			expect(await buffer(storage.read(sha256))).toEqual(bytes);
		});

		it('that comes eight times at once is one object', async () => {
			const bytes = randomBytes(9_000);
			await Promise.all(Array.from({ length: 8 }, () => storage.putStream(inChunks(bytes), expectedOf(bytes))));
			expect(await listAll()).toEqual([hashOf(bytes)]);
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
			await expect(storage.putStream(stream(), { ...expectedOf(bytes), ...changes })).rejects.toMatchObject(error);
			expect(await listAll()).toEqual([]);
		});

		it('rejects one that breaks off before it is read, and ends nothing else', async () => {
			const stream = new PassThrough();
			const storing = storage.putStream(stream, expectedOf(bytes));
			stream.destroy(new Error('gone'));
			await expect(storing).rejects.toThrow();
			expect(await listAll()).toEqual([]);
		});

		it('leaves the error of a connection that broke as it is', async () => {
			const stream = new PassThrough();
			const storing = storage.putStream(stream, expectedOf(bytes));
			const broken = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
			stream.destroy(broken);
			await expect(storing).rejects.toBe(broken);
		});

		it('leaves the rest of a stream that it does not want to the caller', async () => {
			const stream = inChunks(bytes);
			await expect(storage.putStream(stream, { ...expectedOf(bytes), maxBytes: 1_500 })).rejects.toThrow();
			expect(stream.destroyed).toBe(false);
			expect((await buffer(stream)).length).toBe(3_000);
		});

		it('shows the bytes to whoever looks before they have their name', async () => {
			const seen: string[] = [];
			const check = async (path: string) => {
				seen.push(hashOf(await readFile(path)), ...(await listAll()));
			};
			const { sha256 } = await storage.putStream(inChunks(bytes), { ...expectedOf(bytes), check });
			expect(seen).toEqual([sha256]);
		});
	});

	describe(`deleting from ${name}`, () => {
		it('takes what was stored long ago, and what is not there', async () => {
			const { sha256 } = await storage.put(randomBytes(10));
			await test.makeOld(sha256);
			expect(await storage.deleteUnlessFresh(sha256, yesterday())).toBe(true);
			expect(await listAll()).toEqual([]);
			expect(await storage.deleteUnlessFresh(sha256, yesterday())).toBe(true);
		});

		it.each(['put', 'putStream'] as const)('leaves what was stored again since, by %s', async (how) => {
			const bytes = randomBytes(10);
			const { sha256 } = await storage.put(bytes);
			await test.makeOld(sha256);
			if (how === 'put') await storage.put(bytes);
			else await storage.putStream(inChunks(bytes), { ...expectedOf(bytes), sizeBytes: 10 });
			expect(await storage.deleteUnlessFresh(sha256, yesterday())).toBe(false);
			expect(await buffer(storage.read(sha256))).toEqual(bytes);
		});

		it('never loses bytes that are stored at the same moment', async () => {
			const bytes = randomBytes(10);
			const { sha256 } = await storage.put(bytes);
			for (let round = 0; round < 30; round++) {
				await test.makeOld(sha256);
				await Promise.all([storage.deleteUnlessFresh(sha256, yesterday()), storage.put(bytes)]);
				expect(await listAll()).toEqual([sha256]);
			}
		});
	});
}
