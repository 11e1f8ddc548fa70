import { randomBytes } from 'node:crypto';
import { CreateBucketCommand, DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '../storage-settings.ts';

// For tests alone: the object store that TEST_S3_URL names.

/** Whether there is a store to test on. */
export const hasTestStore = (): boolean => Boolean(process.env.TEST_S3_URL);

/** An empty bucket of a test's own, and what befalls its objects. */
export interface TestBucket {
	readonly settings: S3Settings;
	/** Of the store. */
	readonly port: number;
	/** As the operator sets it. */
	readonly variables: Readonly<Record<string, string>>;
	readonly client: S3Client;
	/** Puts bytes where an object of that hash lies. */
	overwrite(sha256: string, bytes: Uint8Array): Promise<void>;
	remove(sha256: string): Promise<void>;
	close(): void;
}

export async function createTestBucket(change: Partial<S3Settings> = {}): Promise<TestBucket> {
	const url = new URL(process.env.TEST_S3_URL ?? '');
	const credentials = {
		accessKeyId: decodeURIComponent(url.username),
		secretAccessKey: decodeURIComponent(url.password),
	};
	const settings: S3Settings = {
		endpoint: url.origin,
		bucket: `adx-${randomBytes(8).toString('hex')}`,
		region: 'us-east-1',
		credentials,
		prefix: 'test/',
		encryption: undefined,
		encryptionKeyId: undefined,
		...change,
	};
	const client = new S3Client({ endpoint: url.origin, region: settings.region, forcePathStyle: true, credentials });
	await client.send(new CreateBucketCommand({ Bucket: settings.bucket }));
	const placeOf = (sha256: string) => ({
		Bucket: settings.bucket,
		Key: `${settings.prefix}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`,
	});
	return {
		settings,
		port: Number(url.port),
		variables: {
			STORAGE: 's3',
			S3_ENDPOINT: settings.endpoint ?? '',
			S3_BUCKET: settings.bucket,
			S3_PREFIX: settings.prefix,
			S3_ACCESS_KEY_ID: credentials.accessKeyId,
			S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
		},
		client,
		overwrite: async (sha256, Body) => void (await client.send(new PutObjectCommand({ ...placeOf(sha256), Body }))),
		remove: async (sha256) => void (await client.send(new DeleteObjectCommand(placeOf(sha256)))),
		close: () => client.destroy(),
	};
}
