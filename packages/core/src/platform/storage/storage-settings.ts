import { z } from 'zod';
import { defineSettings, open, secret, webAddress } from '../settings.ts';

const noSpaces = (pattern: RegExp, example: string) => z.string().regex(pattern, `must be like ${example}`);

/** Where the files lie. */
export const storageVariables = defineSettings({
	STORAGE: open(
		z.enum(['disk', 's3'], { error: 'must be disk or s3' }).default('disk'),
		'where files lie: `disk` for the folder `files` in `DATA_DIR`, `s3` for an object store, which any number of machines may share: [Files in an object store](operations.md#files-in-an-object-store)',
	),
	S3_ENDPOINT: open(
		webAddress.optional(),
		'the address of the object store, e.g. `https://s3.example.org`; that of AWS in `S3_REGION` unless set',
	),
	S3_BUCKET: open(
		noSpaces(/^[\w.-]{3,255}$/, 'adx-realm').optional(),
		'a bucket that exists; needed where `STORAGE` is `s3`',
	),
	S3_REGION: open(noSpaces(/^[\w-]{1,64}$/, 'eu-central-1').default('us-east-1'), 'the region of the bucket'),
	S3_ACCESS_KEY_ID: secret(
		noSpaces(/^\S{1,256}$/, 'AKIAEXAMPLE').optional(),
		'a key that may list the bucket, and read, write and delete in it; unless set, credentials are found as the AWS SDK finds them',
	),
	S3_SECRET_ACCESS_KEY: secret(z.string().min(1).optional(), 'the secret of that key'),
	S3_PREFIX: open(
		noSpaces(/^[\w./-]{0,200}$/, 'realm/').default(''),
		'what the names of all objects begin with, where the bucket holds something else as well',
	),
	S3_ENCRYPTION: open(
		z.enum(['AES256', 'aws:kms'], { error: 'must be AES256 or aws:kms' }).optional(),
		'encryption that is asked of the store for each object: `AES256` or `aws:kms`; what the bucket does by itself unless set',
	),
	S3_ENCRYPTION_KEY_ID: open(
		noSpaces(/^\S{1,2048}$/, 'alias/realm').optional(),
		"the key of `aws:kms`; the store's own unless set",
	),
});

export type StorageVariables = Readonly<z.infer<typeof storageVariables>>;

/** An object store and how it is reached. */
export interface S3Settings {
	/** Undefined for AWS itself. */
	readonly endpoint: string | undefined;
	readonly bucket: string;
	readonly region: string;
	/** Undefined where the SDK is to find them. */
	readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
	/** Empty, or ends with a slash. */
	readonly prefix: string;
	readonly encryption: 'AES256' | 'aws:kms' | undefined;
	readonly encryptionKeyId: string | undefined;
}

/** Null where files lie on the disk. */
export function toS3Settings(variables: StorageVariables): S3Settings | null {
	const { STORAGE, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_PREFIX } = variables;
	if (STORAGE !== 's3' || S3_BUCKET === undefined) return null;
	const hasKey = S3_ACCESS_KEY_ID !== undefined && S3_SECRET_ACCESS_KEY !== undefined;
	return {
		endpoint: variables.S3_ENDPOINT,
		bucket: S3_BUCKET,
		region: variables.S3_REGION,
		credentials: hasKey ? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY } : undefined,
		prefix: S3_PREFIX === '' ? '' : `${S3_PREFIX.replace(/^\/+|\/+$/g, '')}/`,
		encryption: variables.S3_ENCRYPTION,
		encryptionKeyId: variables.S3_ENCRYPTION_KEY_ID,
	};
}

/** What keeps the settings from naming a place for files, as a line; null for nothing. */
export function findStorageProblem(variables: StorageVariables): string | null {
	if (variables.STORAGE !== 's3') return null;
	if (variables.S3_BUCKET === undefined) return 'S3_BUCKET must be set when STORAGE is s3';
	const { S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: key } = variables;
	if (id !== undefined && key === undefined) return 'S3_SECRET_ACCESS_KEY must be set with S3_ACCESS_KEY_ID';
	if (id === undefined && key !== undefined) return 'S3_ACCESS_KEY_ID must be set with S3_SECRET_ACCESS_KEY';
	if (variables.S3_ENCRYPTION_KEY_ID !== undefined && variables.S3_ENCRYPTION !== 'aws:kms') {
		return 'S3_ENCRYPTION must be aws:kms when S3_ENCRYPTION_KEY_ID is set';
	}
	return null;
}
