import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '../storage-settings.ts';
import { storageErrorFromS3 } from './s3-errors.ts';

/** Downloads of many files ask for as many at once. */
const socketsMax = 64;
const connectMaxMs = 5_000;
/** Nothing arrives, and nothing can be sent. */
const idleMaxMs = 30_000;

/** A store, by the official SDK. */
export interface S3 {
	readonly sdk: typeof import('@aws-sdk/client-s3');
	readonly client: S3Client;
	readonly settings: S3Settings;
	/** Where an object lies; refuses anything that is not a SHA-256, so that no name can leave the prefix. */
	keyOf(sha256: string): string;
	/** What is asked of the store for each object that is written. */
	readonly encryption: { readonly ServerSideEncryption?: 'AES256' | 'aws:kms'; readonly SSEKMSKeyId?: string };
	/** Says of what the SDK reports what it means for storage, and for that object, where one is given. */
	of<Result>(work: Promise<Result>, sha256?: string): Promise<Result>;
}

const objectName = /^[0-9a-f]{64}$/;

/** Loads the SDK, which takes the better part of a second, and asks nothing of the store yet. */
export async function openS3(settings: S3Settings): Promise<S3> {
	const sdk = await import('@aws-sdk/client-s3');
	const { endpoint, region, credentials, prefix, encryption, encryptionKeyId } = settings;
	const agent = { keepAlive: true, maxSockets: socketsMax };
	const client = new sdk.S3Client({
		...(endpoint === undefined ? {} : { endpoint }),
		...(credentials === undefined ? {} : { credentials }),
		region,
		forcePathStyle: true,
		// Names are checksums already, and not every store knows others.
		requestChecksumCalculation: 'WHEN_REQUIRED',
		responseChecksumValidation: 'WHEN_REQUIRED',
		maxAttempts: 3,
		requestHandler: { connectionTimeout: connectMaxMs, socketTimeout: idleMaxMs, httpAgent: agent, httpsAgent: agent },
	});
	return {
		sdk,
		client,
		settings,
		keyOf: (sha256) => {
			if (!objectName.test(sha256)) throw new TypeError(`Not a SHA-256 in hex: ${JSON.stringify(sha256.slice(0, 80))}`);
			return `${prefix}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
		},
		encryption: {
			...(encryption === undefined ? {} : { ServerSideEncryption: encryption }),
			...(encryptionKeyId === undefined ? {} : { SSEKMSKeyId: encryptionKeyId }),
		},
		of: (work, sha256) =>
			work.catch((error: unknown) => {
				throw storageErrorFromS3(error, settings, sha256);
			}),
	};
}
