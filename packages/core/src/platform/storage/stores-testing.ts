import { createServerDatabase } from '@adx/db/testing/database-testing';
import { isOnDisk } from './files-testing.ts';
import { createTestBucket, type TestBucket } from './s3/s3-testing.ts';

// For tests alone: what an installation of their own keeps its rows and files in.

/** A database and a bucket of an installation's own. */
export interface TestStores {
	/** As the operator sets them; none where its folder holds everything. */
	readonly variables: Readonly<Record<string, string>>;
	/** Null for a folder. */
	readonly bucket: TestBucket | null;
	/** Drops them; call it after the last process has ended. */
	close(): Promise<void>;
}

/** Those of an installation whose processes are to run on PostgreSQL and an object store where TEST_STORAGE is `s3`. */
export async function createTestStores(): Promise<TestStores> {
	if (isOnDisk) return { variables: {}, bucket: null, close: async () => {} };
	const [database, bucket] = await Promise.all([createServerDatabase(), createTestBucket()]);
	return {
		variables: {
			...bucket.variables,
			DATABASE_URL: database.databaseUrl,
			SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
		},
		bucket,
		close: async () => {
			bucket.close();
			await database.destroy();
		},
	};
}
