import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { createTestDatabase, type TestDatabase, truncateAll } from '@adx/db/testing/database-testing';
import { startTcpProxy, type TcpProxy } from '@adx/fakes/tcp-proxy';
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testStorage } from '../storage-contract-testing.ts';
import type { S3Settings } from '../storage-settings.ts';
import type { Storage } from '../types.ts';
import { createS3Storage } from './s3.ts';
import { createTestBucket, hasTestStore, type TestBucket } from './s3-testing.ts';

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const longAgo = new Date('2026-01-01');

describe.skipIf(!hasTestStore())('an object store', () => {
	let database: TestDatabase;
	let spoolFolder: string;
	beforeAll(async () => {
		database = await createTestDatabase();
		spoolFolder = await mkdtemp(join(tmpdir(), 'adx-spool-'));
	});
	beforeEach(() => truncateAll(database.db));
	afterAll(async () => {
		await rm(spoolFolder, { recursive: true });
		await database.destroy();
	});

	const monthMs = 30 * 24 * 3_600_000;
	const makeOld = async (sha256: string) => {
		const begunAt = new Date(Date.now() - monthMs);
		await database.db.updateTable('objectWrites').set({ begunAt }).where('sha256', '=', sha256).execute();
	};
	const open = (settings: S3Settings) => createS3Storage({ settings, db: database.db, spoolFolder });

	testStorage('an object store', async () => {
		const bucket = await createTestBucket();
		const { storage } = await open(bucket.settings);
		const { overwrite, remove, close } = bucket;
		return { storage, overwrite, remove, makeOld, close: async () => close() };
	});

	describe('as storage', () => {
		let bucket: TestBucket;
		let storage: Storage;
		beforeEach(async () => {
			bucket = await createTestBucket();
			({ storage } = await open(bucket.settings));
		});
		afterEach(() => bucket.close());

		it('takes a large file in parts, whole or not at all, and leaves nothing on the local disk', async () => {
			const bytes = randomBytes((16 << 20) * 2 + 5);
			const expected = { expectedSha256: hashOf(bytes), maxBytes: bytes.length, sizeBytes: bytes.length };
			await storage.putStream(Readable.from([bytes]), expected);
			expect(await storage.verify({ sha256: hashOf(bytes), sizeBytes: bytes.length })).toBeNull();
			const target = new SharedArrayBuffer(5 << 20);
			const checked = { isFirst: true, crc32: crc32(bytes.subarray(15 << 20, 20 << 20)) };
			const start = 15 << 20;
			await storage.readRanges([{ sha256: hashOf(bytes), start, length: 5 << 20, targetOffset: 0, checked }], target);
			expect(await readdir(spoolFolder)).toEqual([]);
		});

		it('deletes what killed processes left: files, large uploads, and objects that no row tells of', async () => {
			const { sha256: known } = await storage.put(randomBytes(10));
			const { sha256: orphan } = await storage.put(randomBytes(11));
			const { sha256: fresh } = await storage.put(randomBytes(12));
			const facts = { sizeBytes: 10, crc32: 1, mime: 'image/png', width: 1, height: 1 };
			await database.db
				.insertInto('blobs')
				.values({ sha256: known, ...facts })
				.execute();
			for (const each of [known, orphan]) await makeOld(each);
			const path = join(spoolFolder, 'left');
			await writeFile(path, 'half');
			await utimes(path, longAgo, longAgo);
			const place = { Bucket: bucket.settings.bucket, Key: `${bucket.settings.prefix}ab/cd/x` };
			await bucket.client.send(new CreateMultipartUploadCommand(place));
			expect(await storage.sweepTemporary(new Date(Date.now() - 3_600_000))).toBe(2);
			const left: string[] = [];
			for await (const hashes of storage.listObjects()) left.push(...hashes);
			expect(left.toSorted()).toEqual([known, fresh].toSorted());
			expect(await readdir(spoolFolder)).toEqual([]);
			const uploads = () => bucket.client.send(new ListMultipartUploadsCommand({ Bucket: place.Bucket }));
			expect((await uploads()).Uploads).toHaveLength(1);
			expect(await storage.sweepTemporary(new Date(Date.now() + 3_600_000))).toBeGreaterThan(0);
			expect((await uploads()).Uploads ?? []).toEqual([]);
		});

		it('looks at many objects by lists, and believes none that says an object is missing', async () => {
			const stored = await Promise.all(
				Array.from({ length: 120 }, async () => ({ ...(await storage.put(randomBytes(10))), sizeBytes: 10 })),
			);
			const [missing, short] = stored.slice(50) as [(typeof stored)[number], (typeof stored)[number]];
			await bucket.remove(missing.sha256);
			await bucket.overwrite(short.sha256, Buffer.from('short'));
			const faults = [
				[missing.sha256, 'missing'],
				[short.sha256, 'size'],
			] as const;
			expect(await storage.findFaults(stored)).toEqual(new Map(faults));
			expect(await storage.findFaults(stored.slice(0, 5))).toEqual(new Map());
			// Few of many: the first list tells that others are not worth it.
			expect(await storage.findFaults(stored.slice(40, 70))).toEqual(new Map(faults));
		});

		it('lets a writer wait for a deletion that is under way, and then stores the bytes again', async () => {
			const bytes = randomBytes(10);
			const { sha256 } = await storage.put(bytes);
			const deletion = { deletionToken: 'another', deletionEndsAt: new Date(Date.now() + 500) };
			await database.db.updateTable('objectWrites').set(deletion).where('sha256', '=', sha256).execute();
			await bucket.remove(sha256);
			await storage.put(bytes);
			expect(await buffer(storage.read(sha256))).toEqual(bytes);
		});

		it('refuses bytes that are others on the way than their name says', async () => {
			const wrong = createHash('sha256').update('another').digest('hex');
			const { sendObject } = await import('./write-object.ts');
			const { openS3 } = await import('./s3-client.ts');
			const s3 = await openS3(bucket.settings);
			await expect(s3.of(sendObject(s3, wrong, randomBytes(10)))).rejects.toMatchObject({ name: 'StorageAwayError' });
			expect(await storage.findFaults([{ sha256: wrong, sizeBytes: 10 }])).toEqual(new Map([[wrong, 'missing']]));
		});
	});

	describe('that cannot be reached', () => {
		let bucket: TestBucket;
		let proxy: TcpProxy;
		let storage: Storage;
		let isInPlace: () => Promise<boolean>;
		beforeEach(async () => {
			bucket = await createTestBucket();
			proxy = await startTcpProxy(bucket.port);
			const opened = await open({ ...bucket.settings, endpoint: proxy.origin });
			storage = opened.storage;
			({ isInPlace } = opened.storage);
			await opened.marker.write('mine');
		});
		afterEach(async () => {
			bucket.close();
			await proxy.close();
		});

		it('is away for whatever is asked of it, and no object is missing', async () => {
			const { sha256 } = await storage.put(randomBytes(10));
			expect(await isInPlace()).toBe(true);
			proxy.cut();
			const away = { name: 'StorageAwayError', message: expect.stringMatching(/^S3_ENDPOINT: .* cannot be reached/) };
			const object = { sha256, sizeBytes: 10 };
			const pieces = [{ sha256, start: 0, length: 10, targetOffset: 0 }];
			const bytes = randomBytes(9);
			const expected = { expectedSha256: hashOf(bytes), maxBytes: 10, sizeBytes: 9 };
			const calls = [
				storage.put(bytes),
				storage.putStream(Readable.from([bytes]), expected),
				storage.open(object),
				buffer(storage.read(sha256)),
				storage.verify(object),
				storage.findFaults([object]),
				storage.readRanges(pieces, new SharedArrayBuffer(10)),
				storage.deleteUnlessFresh(sha256, new Date(Date.now() + 1_000)),
			];
			for (const call of await Promise.allSettled(calls)) expect(call).toMatchObject({ reason: away });
			expect(await isInPlace()).toBe(false);
			proxy.restore();
			expect(await isInPlace()).toBe(true);
			// Whether it was deleted is unknown to the process that tried; it was not.
			expect(await storage.verify(object)).toBeNull();
		});

		it('in the middle of an answer is asked again for the rest of an archive', async () => {
			const bytes = randomBytes(8 << 20);
			const expected = { expectedSha256: hashOf(bytes), maxBytes: bytes.length, sizeBytes: bytes.length };
			await storage.putStream(Readable.from([bytes]), expected);
			const target = new SharedArrayBuffer(bytes.length);
			const reading = storage.readRanges(
				[{ sha256: hashOf(bytes), start: 0, length: bytes.length, targetOffset: 0 }],
				target,
			);
			proxy.cut();
			proxy.restore();
			await reading;
			expect(Buffer.from(target).equals(bytes)).toBe(true);
		});
	});
});
