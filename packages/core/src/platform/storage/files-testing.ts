import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Database } from '@adx/db/client/database';
import { startTcpProxy } from '@adx/fakes/tcp-proxy';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { createDiskStorage } from './disk.ts';
import { type Damage, damageBytes, objectPath } from './integrity/files-testing.ts';
import { createS3Storage } from './s3/s3.ts';
import { createTestBucket, hasTestStore } from './s3/s3-testing.ts';
import type { Storage } from './types.ts';

// For tests alone: the storage that they run on, a folder, or an object store where TEST_STORAGE is `s3`.

/** Whether files lie in a folder, where a test may put what only a file system has. */
export const isOnDisk = process.env.TEST_STORAGE !== 's3';

/** What a read of one file rejects with while all of them are out of reach: a store says so itself, a folder is looked at. */
export const whileAway = isOnDisk ? { reason: 'storage_away' } : { name: 'StorageAwayError' };

/** A storage with nothing in it, and what befalls it. */
export interface TestFiles {
	readonly storage: Storage;
	/** Where a file of that hash lies; for tests that are for the disk alone. */
	pathOf(sha256: string): string;
	/** The bytes that are there by that name. */
	read(sha256: string): Promise<Buffer>;
	overwrite(sha256: string, bytes: Uint8Array): Promise<void>;
	damage(sha256: string, mishap: Damage): Promise<void>;
	/** The bytes of all files. */
	sumBytes(): Promise<number>;
	/** Puts all of it out of reach, until the function is called that it resolves to. */
	takeAway(): Promise<() => Promise<void>>;
	close(): Promise<void>;
}

export const createTestFiles = (db: Database): Promise<TestFiles> => (isOnDisk ? createFolder() : createStore(db));

async function createFolder(): Promise<TestFiles> {
	const root = await mkdtemp(join(tmpdir(), 'adx-files-'));
	const pathOf = (sha256: string) => objectPath(root, sha256);
	const overwrite = (sha256: string, bytes: Uint8Array) => writeFile(pathOf(sha256), bytes);
	return {
		storage: await createDiskStorage(root),
		pathOf,
		read: (sha256) => readFile(pathOf(sha256)),
		overwrite,
		damage: async (sha256, mishap) => {
			const damaged = damageBytes(await readFile(pathOf(sha256)), mishap);
			await (damaged === null ? rm(pathOf(sha256)) : overwrite(sha256, damaged));
		},
		sumBytes: async () => {
			const entries = await readdir(root, { recursive: true, withFileTypes: true });
			const files = entries.filter((entry) => entry.isFile());
			const facts = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))));
			return facts.reduce((sum, { size }) => sum + size, 0);
		},
		takeAway: async () => {
			await rename(root, `${root}-away`);
			return () => rename(`${root}-away`, root);
		},
		close: () => rm(root, { recursive: true, force: true }),
	};
}

async function createStore(db: Database): Promise<TestFiles> {
	if (!hasTestStore()) throw new Error('TEST_STORAGE is s3, and there is no object store: see TEST_S3_URL.');
	const bucket = await createTestBucket();
	const line = await startTcpProxy(bucket.port);
	const spoolFolder = await mkdtemp(join(tmpdir(), 'adx-spool-'));
	const settings = { ...bucket.settings, endpoint: line.origin };
	const { storage, marker } = await createS3Storage({ settings, db, spoolFolder, believesForMs: 0 });
	await marker.write('test');
	const read = (sha256: string) => buffer(storage.read(sha256));
	return {
		storage,
		pathOf: () => {
			throw new Error('An object store has no paths.');
		},
		read,
		overwrite: bucket.overwrite,
		damage: async (sha256, mishap) => {
			const damaged = damageBytes(await read(sha256), mishap);
			await (damaged === null ? bucket.remove(sha256) : bucket.overwrite(sha256, damaged));
		},
		sumBytes: async () => {
			let sum = 0;
			for (let ContinuationToken: string | undefined; ; ) {
				const command = new ListObjectsV2Command({ Bucket: settings.bucket, ContinuationToken });
				const { Contents = [], NextContinuationToken } = await bucket.client.send(command);
				sum += Contents.reduce((size, { Size = 0 }) => size + Size, 0);
				if (NextContinuationToken === undefined) return sum;
				ContinuationToken = NextContinuationToken;
			}
		},
		takeAway: async () => {
			line.cut();
			return async () => line.restore();
		},
		close: async () => {
			bucket.close();
			await line.close();
			await rm(spoolFolder, { recursive: true, force: true });
		},
	};
}
