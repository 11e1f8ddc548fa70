import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { S3Settings } from '../storage-settings.ts';
import { openS3 } from './s3-client.ts';
import { partBytes, sendFile, sendObject } from './write-object.ts';

// What a store hears; that it understands it is tested on a real one.

interface Call {
	readonly method: string;
	readonly url: string;
	readonly headers: IncomingHttpHeaders;
	readonly hash: string;
}

let server: Server;
let calls: Call[];
/** Answered to everything whose address holds the text. */
let refused: string | null;
let folder: string;
beforeEach(async () => {
	[calls, refused] = [[], null];
	folder = await mkdtemp(join(tmpdir(), 'adx-write-'));
	server = createServer((request, response) => {
		const hash = createHash('sha256');
		request.on('data', (chunk) => hash.update(chunk));
		request.on('end', () => {
			const { method = '', url = '', headers } = request;
			calls.push({ method, url, headers, hash: hash.digest('hex') });
			if (refused !== null && url.includes(refused)) return void response.writeHead(403).end('<Error/>');
			const upload = '<InitiateMultipartUploadResult><UploadId>up</UploadId></InitiateMultipartUploadResult>';
			response.writeHead(200, { etag: '"x"' }).end(url.includes('uploads') ? upload : '<R/>');
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
});
afterEach(async () => {
	server.closeAllConnections();
	server.close();
	await rm(folder, { recursive: true });
});

const open = (change: Partial<S3Settings> = {}) =>
	openS3({
		endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		bucket: 'realm',
		region: 'us-east-1',
		credentials: { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'a-secret-key' },
		prefix: 'some/where/',
		encryption: undefined,
		encryptionKeyId: undefined,
		...change,
	});
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

it('an object is signed with its name as the hash of its bytes, and sent in one piece', async () => {
	const bytes = randomBytes(1_000);
	const sha256 = hashOf(bytes);
	await sendObject(await open(), sha256, bytes);
	const url = `/realm/some/where/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}?x-id=PutObject`;
	expect(calls).toMatchObject([{ method: 'PUT', url, hash: sha256 }]);
	const [{ headers }] = calls as [Call];
	expect(headers).toMatchObject({ 'x-amz-content-sha256': sha256, 'content-length': '1000' });
	expect(headers.authorization).toMatch(/SignedHeaders=[^,]*x-amz-content-sha256/);
	expect(Object.keys(headers).filter((name) => /checksum|server-side|trailer/.test(name))).toEqual([]);
});

it.each([
	[{ encryption: 'AES256' }, { 'x-amz-server-side-encryption': 'AES256' }],
	[
		{ encryption: 'aws:kms', encryptionKeyId: 'alias/realm' },
		{
			'x-amz-server-side-encryption': 'aws:kms',
			'x-amz-server-side-encryption-aws-kms-key-id': 'alias/realm',
		},
	],
] as const)('with %j every object is asked to be encrypted, a large one too', async (change, headers) => {
	const s3 = await open(change);
	const bytes = randomBytes(partBytes + 1);
	const path = join(folder, 'large');
	await writeFile(path, bytes);
	await sendObject(s3, hashOf(bytes), bytes);
	await sendFile(s3, hashOf(bytes), { path, sizeBytes: bytes.length });
	const started = calls.filter(({ url }) => url.includes('PutObject') || url.includes('uploads'));
	expect(started).toMatchObject([{ headers }, { headers }]);
});

it('a large file goes in parts, each signed with the hash of its own', async () => {
	const bytes = randomBytes(2 * partBytes + 7);
	const path = join(folder, 'large');
	await writeFile(path, bytes);
	await sendFile(await open(), hashOf(bytes), { path, sizeBytes: bytes.length });
	const parts = calls.filter(({ url }) => url.includes('partNumber='));
	expect(parts).toHaveLength(3);
	for (const { headers, hash } of parts) expect(headers['x-amz-content-sha256']).toBe(hash);
	expect(parts.map(({ hash }) => hash).toSorted()).toEqual(
		[0, 1, 2].map((index) => hashOf(bytes.subarray(index * partBytes, (index + 1) * partBytes))).toSorted(),
	);
});

it.each([
	['small', 1_000],
	['large', 2 * partBytes],
])('rejects a %s file that is shorter than it is said to be, and stores nothing', async (_, sizeBytes) => {
	const bytes = randomBytes(sizeBytes - 1);
	const path = join(folder, 'short');
	await writeFile(path, bytes);
	await expect(sendFile(await open(), hashOf(bytes), { path, sizeBytes })).rejects.toThrow(/shorter/);
	expect(calls.filter(({ url }) => url.includes('PutObject') || url.includes('CompleteMultipart'))).toEqual([]);
	if (sizeBytes > partBytes)
		expect(calls.at(-1)).toMatchObject({ method: 'DELETE', url: expect.stringContaining('uploadId=up') });
});

it('rejects a large file of which a part is refused, and takes all parts back', async () => {
	refused = 'partNumber=2';
	const bytes = randomBytes(2 * partBytes);
	const path = join(folder, 'large');
	await writeFile(path, bytes);
	await expect(sendFile(await open(), hashOf(bytes), { path, sizeBytes: bytes.length })).rejects.toThrow();
	expect(calls.at(-1)).toMatchObject({ method: 'DELETE', url: expect.stringContaining('uploadId=up') });
});

it('once a part is refused, those that have not started are not sent', async () => {
	refused = 'partNumber=1&';
	const path = join(folder, 'large');
	const sizeBytes = 12 * partBytes;
	await writeFile(path, '');
	await truncate(path, sizeBytes);
	await expect(sendFile(await open(), hashOf(Buffer.from(path)), { path, sizeBytes })).rejects.toThrow();
	// Four are on their way at a time.
	const parts = new Set(calls.flatMap(({ url }) => /partNumber=(\d+)/.exec(url)?.[1] ?? []));
	expect(parts.size).toBeLessThanOrEqual(8);
});
