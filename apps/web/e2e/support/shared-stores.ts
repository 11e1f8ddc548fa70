import { randomBytes } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import postgres from 'postgres';

/** Whether products are to run on the servers that TEST_DATABASE_URL and TEST_S3_URL name. */
export const hasSharedStores = process.env.TEST_STORAGE === 's3';

/** Creates an empty database and bucket there, and returns the variables of a product that uses them. */
export async function createSharedStores(): Promise<NodeJS.ProcessEnv> {
	const { TEST_DATABASE_URL = '', TEST_S3_URL = '' } = process.env;
	const name = `story_${randomBytes(8).toString('hex')}`;
	const server = postgres(TEST_DATABASE_URL, { max: 1 });
	await server.unsafe(`create database ${name}`).finally(() => server.end());
	const database = new URL(TEST_DATABASE_URL);
	database.pathname = name;

	const store = new URL(TEST_S3_URL);
	const credentials = {
		accessKeyId: decodeURIComponent(store.username),
		secretAccessKey: decodeURIComponent(store.password),
	};
	const bucket = name.replace('_', '-');
	const client = new S3Client({ endpoint: store.origin, region: 'us-east-1', forcePathStyle: true, credentials });
	await client.send(new CreateBucketCommand({ Bucket: bucket })).finally(() => client.destroy());
	return {
		DATABASE_URL: database.href,
		SECRET_KEY: randomBytes(32).toString('base64'),
		STORAGE: 's3',
		S3_ENDPOINT: store.origin,
		S3_BUCKET: bucket,
		S3_ACCESS_KEY_ID: credentials.accessKeyId,
		S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
	};
}
