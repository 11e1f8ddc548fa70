import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabase, type TestDatabase } from '@adx/db/testing/database-testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createS3Storage } from './s3.ts';

// A server that says what stores say in trouble; that a store works is tested on a real one.

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());

const servers: Server[] = [];
afterEach(() => {
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		server.close();
	}
});

/** Storage on a server that answers every call like that, unless it has such headers. */
async function openOn(status: number, body: string, unless: (headers: IncomingHttpHeaders) => boolean = () => false) {
	const server = createServer((request, response) => {
		request.resume().on('end', () => {
			const [code, text] = unless(request.headers) ? [200, ''] : [status, body];
			response.writeHead(code, { 'content-type': 'application/xml' }).end(text);
		});
	});
	servers.push(server.listen(0, '127.0.0.1'));
	await once(server, 'listening');
	return openAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

const openAt = (endpoint: string) =>
	createS3Storage({
		settings: {
			endpoint,
			bucket: 'realm',
			region: 'us-east-1',
			credentials: { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'a-secret-key' },
			prefix: '',
			encryption: undefined,
			encryptionKeyId: undefined,
		},
		db: database.db,
		spoolFolder: '/nowhere',
	});

const xml = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`;

describe('a store that refuses', () => {
	it.each([
		['NoSuchBucket', 404, /^S3_BUCKET: there is no bucket realm at http/],
		['InvalidAccessKeyId', 403, /^S3_ACCESS_KEY_ID: the store does not know this key$/],
		['SignatureDoesNotMatch', 403, /^S3_SECRET_ACCESS_KEY: is not the secret of S3_ACCESS_KEY_ID$/],
		['ExpiredToken', 400, /^S3_ACCESS_KEY_ID: the credentials have expired$/],
		['RequestTimeTooSkewed', 403, /^the clock of this machine is too far from the store's/],
		['AuthorizationHeaderMalformed', 400, /^S3_REGION: the bucket realm is not in us-east-1$/],
		['PermanentRedirect', 301, /^S3_REGION: the bucket realm is not in us-east-1$/],
		['AccessDenied', 403, /^S3_BUCKET: the key may not do this in the bucket realm \(AccessDenied\)$/],
		['MethodNotAllowed', 405, /^S3_ENDPOINT: http.* does not answer as an S3 store does/],
	])('with %s is away, for the reason that the operator can do something about', async (code, status, line) => {
		const { storage, marker } = await openOn(status, xml(code));
		const away = { name: 'StorageAwayError', message: expect.stringMatching(line) };
		await expect(marker.read()).rejects.toMatchObject(away);
		await expect(storage.put(Buffer.from(code))).rejects.toMatchObject(away);
	});

	it.each([
		['QuotaExceeded', 403],
		['XMinioStorageFull', 507],
		['InsufficientCapacity', 507],
		['whatever it says', 507],
	])('with %s is full', async (code, status) => {
		const { storage } = await openOn(status, xml(code));
		await expect(storage.put(Buffer.from(code))).rejects.toMatchObject({ name: 'StorageFullError' });
	});
});

describe('what is not a store', () => {
	const page = '<!doctype html><html><body>Welcome</body></html>';

	it.each([
		[200, page],
		[404, page],
		[404, 'Not Found'],
		[200, ''],
	])('and answers %s with %j is told as that', async (status, body) => {
		const { marker } = await openOn(status, body);
		const message = expect.stringMatching(/^S3_ENDPOINT: http.* does not answer as an S3 store does/);
		await expect(marker.read()).rejects.toMatchObject({ name: 'StorageAwayError', message });
		expect(await marker.isInPlace()).toBe(false);
	});

	it('and does not answer at all is told as that', async () => {
		const { marker } = await openAt('http://127.0.0.1:1');
		const message = 'S3_ENDPOINT: http://127.0.0.1:1 cannot be reached (ECONNREFUSED)';
		await expect(marker.read()).rejects.toMatchObject({ name: 'StorageAwayError', message });
	});
});

it('a store that knows no conditions takes the marker without one', async () => {
	const isPlain = (headers: IncomingHttpHeaders) => headers['if-none-match'] === undefined;
	const { marker } = await openOn(501, xml('NotImplemented'), isPlain);
	expect(await marker.write('mine')).toBe(true);
});

it('no line holds a part of the secret', async () => {
	const { marker } = await openOn(403, xml('SignatureDoesNotMatch'));
	const error = (await marker.read().catch((reason: unknown) => reason)) as Error;
	expect(error.message).not.toContain('secret-key');
});
