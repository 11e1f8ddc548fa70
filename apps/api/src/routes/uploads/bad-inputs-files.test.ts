import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import {
	createJpegWithExif,
	createNoisyImage as pixels,
	plainGif,
	plainPng,
	pngChunk,
} from '@adx/core/uploads/inspection/image-testing';
import { uploadMaxBytes } from '@adx/validators/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
	Browser,
	sendRequest,
	signedIn,
	startTestServer,
	type TestResponse,
	type TestServer,
} from '../../testing/server-testing.ts';
import { exchangeBytes } from '../../testing/socket-testing.ts';

// Bad inputs 44 to 56, as far as they are about files on their way in: each is refused singly with a sentence, and
// nothing of it is kept.

let test: TestServer;
let browser: Browser;
beforeAll(async () => {
	test = await startTestServer({ LOCKED_PAGES: '' });
	browser = await signedIn(test.origin);
});
afterAll(() => test.close());
beforeEach(async () => {
	await test.server.services.db.deleteFrom('ownerBlobs').execute();
	await test.server.services.db.deleteFrom('blobs').execute();
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const put = (bytes: Buffer, query = '', headers: Record<string, string> = {}, hash = sha256(bytes)) =>
	browser.call(`/api/uploads/${hash}${query}`, { method: 'PUT', body: bytes, headers });

const storedFiles = () => test.files.list();
/** Neither a row nor a file, not even a temporary one. */
async function expectNothingStored(hash: string): Promise<void> {
	const { db } = test.server.services;
	expect(await db.selectFrom('blobs').select('sha256').where('sha256', '=', hash).execute()).toEqual([]);
	expect(await db.selectFrom('ownerBlobs').select('sha256').where('sha256', '=', hash).execute()).toEqual([]);
	const files = await storedFiles();
	expect(files).not.toContain(hash);
	expect(files.filter((name) => name.startsWith('.tmp'))).toEqual([]);
}

async function expectRefused(answer: TestResponse, status: number, reason: string, sentence: RegExp, hash: string) {
	expect([answer.status, answer.json]).toEqual([
		status,
		{ error: expect.stringMatching(sentence), reason, requestId: answer.headers['x-request-id'] },
	]);
	await expectNothingStored(hash);
}

const formats = ['png', 'jpeg', 'webp', 'gif'] as const;

describe('a picture', () => {
	it.each(formats)('is kept and described when it is a whole %s', async (format) => {
		const bytes = await pixels(format);
		const expected = { sha256: sha256(bytes), sizeBytes: bytes.length, mime: `image/${format}`, width: 64, height: 48 };
		const answer = await put(bytes, '', { 'content-type': 'application/x-whatever' });
		expect([answer.status, answer.json]).toEqual([200, expected]);
		expect(await storedFiles()).toContain(sha256(bytes));
		// Held already: no byte of it is needed.
		const again = await browser.call(`/api/uploads/${sha256(bytes)}`, { method: 'PUT' });
		expect([again.status, again.json]).toEqual([200, expected]);
	});

	it('44 rejects a PNG of 31 kB that unfolds to 16000 x 16000 pixels, without decoding it', async () => {
		const bytes = plainPng(16_000, 16_000);
		expect(bytes.length).toBeLessThan(32_000);
		await expectRefused(
			await put(bytes),
			413,
			'image_too_large',
			/256 megapixels \(16000 x 16000\); 24/,
			sha256(bytes),
		);
	});

	it.each([
		['an SVG', Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'), /SVG.*Save it as PNG/],
		['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), /not a picture/],
		['an empty file', Buffer.alloc(0), /empty/],
		['an AVIF', Buffer.from('\0\0\0\x20ftypavif\0\0\0\0', 'latin1'), /AVIF/],
	])('45 rejects %s', async (_, bytes, sentence) => {
		await expectRefused(await put(bytes), 415, 'unsupported_image', sentence, sha256(bytes));
	});

	it('45 rejects a real TIFF', async () => {
		const bytes = await pixels('tiff');
		await expectRefused(await put(bytes), 415, 'unsupported_image', /TIFF/, sha256(bytes));
	});

	it.each(formats)('46 rejects a %s with something else behind it', async (format) => {
		for (const other of [Buffer.from('PK\x03\x04<script>alert(1)</script>'), Buffer.from('x')]) {
			const bytes = Buffer.concat([await pixels(format), other]);
			await expectRefused(
				await put(bytes),
				422,
				'unreadable_image',
				/follows? after this picture’s end/,
				sha256(bytes),
			);
		}
	});

	it.each(formats)('47 rejects a %s that is cut off anywhere', async (format) => {
		const whole = await pixels(format);
		for (const length of [whole.length - 1, whole.length - 12, whole.length >> 1, 40, 20]) {
			const bytes = whole.subarray(0, length);
			await expectRefused(await put(bytes), 422, 'unreadable_image', /cut off or damaged/, sha256(bytes));
		}
	});

	it('47 rejects a PNG whose pixels are damaged though its structure is whole', async () => {
		const bytes = await pixels('png');
		bytes.fill(0x55, 200, 400);
		await expectRefused(await put(bytes), 422, 'unreadable_image', /damaged/, sha256(bytes));
	});

	it('48 rejects a GIF of 500 frames, and frames that are too many pixels together', async () => {
		const many = plainGif(500);
		await expectRefused(await put(many), 413, 'image_too_large', /500 frames; 250 are/, sha256(many));
		const large = plainGif(100, 2_000, 2_000);
		await expectRefused(await put(large), 413, 'image_too_large', /400 megapixels in all its frames/, sha256(large));
		const control = pngChunk('fcTL', Buffer.alloc(26));
		const animated = plainPng(
			8,
			8,
			Array.from({ length: 300 }, () => control),
		);
		await expectRefused(await put(animated), 413, 'image_too_large', /300 frames/, sha256(animated));
		expect((await put(plainGif(250))).status).toBe(200);
	});

	it('48 rejects a PNG of 60,000 empty chunks', async () => {
		const bytes = plainPng(8, 8, [Buffer.alloc(60_000 * 12, pngChunk('teSt') as Uint8Array)]);
		await expectRefused(await put(bytes), 422, 'unreadable_image', /more than 50,000 parts/, sha256(bytes));
	});

	it('50 keeps EXIF and GPS of an original, byte for byte', async () => {
		const bytes = await createJpegWithExif();
		expect((await put(bytes)).status).toBe(200);
		const stored = await test.server.services.storage.read(sha256(bytes)).toArray();
		expect(Buffer.concat(stored)).toEqual(bytes);
	});
});

describe('bytes', () => {
	it('rejects others than were announced', async () => {
		const hash = sha256(Buffer.from('announced'));
		const answer = await put(Buffer.from('sent'), '?as=unreadable', {}, hash);
		await expectRefused(answer, 422, 'upload_mismatch', /not those that were announced/, hash);
	});

	it('rejects too many: at once when their number is told, as soon as they came when it is not', async () => {
		const host = new URL(test.origin).host;
		const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
		const hash = sha256(Buffer.from('large'));
		const head = `PUT /api/uploads/${hash} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n`;
		const announced = await exchangeBytes(test.origin, [`${head}Content-Length: ${uploadMaxBytes + 1}\r\n\r\n`]);
		expect(announced.received).toMatch(/^HTTP\/1\.1 413 .*"error":"A file may have 50 MB\. Save it smaller\."/s);
		function* endless() {
			yield `${head}Transfer-Encoding: chunked\r\n\r\n`;
			const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(1 << 20), Buffer.from('\r\n')]);
			for (;;) yield chunk;
		}
		const untold = await exchangeBytes(test.origin, endless());
		expect(untold.sentBytes).toBeLessThan(uploadMaxBytes * 3);
		await expectNothingStored(hash);
		expect((await sendRequest(test.origin, '/healthz')).status).toBe(200);
	});

	it('leaves nothing when the sender is gone in the middle', async () => {
		const hash = sha256(Buffer.from('never'));
		await new Promise<void>((resolve) => {
			const { hostname, port } = new URL(test.origin);
			const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
			const path = `/api/uploads/${hash}?as=unreadable`;
			const headers = { cookie, 'content-length': 1_000_000 };
			const request = httpRequest({ hostname, port, path, method: 'PUT', headers, agent: false });
			request.on('error', () => resolve());
			request.write(randomBytes(200_000), () => setTimeout(() => request.destroy(new Error('gone')), 100));
		});
		await expect
			.poll(async () => (await storedFiles()).filter((name) => name.startsWith('.tmp')), { timeout: 10_000 })
			.toEqual([]);
		await expectNothingStored(hash);
		expect(test.log()).not.toMatch(/"level":50/);
	});

	it('of which the sender is gone at any moment are not the fault of ours in the log', async () => {
		const { hostname, port } = new URL(test.origin);
		const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
		const goAway = (path: string, method: string, bytes: Buffer, length: number, afterMs: number) =>
			new Promise<void>((resolve) => {
				const headers = { cookie, 'content-type': 'application/json', 'content-length': length };
				const request = httpRequest({ hostname, port, path, method, headers, agent: false });
				request.on('error', () => {});
				request.on('response', (response) => response.resume().on('error', () => {}));
				request.on('close', resolve);
				request.write(bytes, () => setTimeout(() => request.destroy(new Error('gone')), afterMs));
			});
		for (const afterMs of [0, 1, 2, 4, 8]) {
			// Whole ones too, whose socket is gone before anybody has read them.
			const whole = Array.from({ length: 8 }, () => randomBytes(1_000));
			const asked = Buffer.from(JSON.stringify({ hashes: whole.map(sha256) }));
			await Promise.all([
				...whole.map((bytes) =>
					goAway(`/api/uploads/${sha256(bytes)}?as=unreadable`, 'PUT', bytes, bytes.length, afterMs),
				),
				goAway('/api/uploads/missing', 'POST', asked, asked.length + 100, afterMs),
				goAway('/api/merge-jobs', 'POST', asked, asked.length, afterMs),
			]);
		}
		// Everything that was started ends soon after this call.
		const probe = async () => (await put(randomBytes(9), '?as=unreadable')).status;
		await expect.poll(probe, { timeout: 10_000 }).toBe(200);
		await new Promise((resolve) => setTimeout(resolve, 300));
		expect(test.log().match(/.*"level":50.*/g)).toBeNull();
	});

	it('rejects a ninth upload at once, and takes it when another ended', async () => {
		const { hostname, port } = new URL(test.origin);
		const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
		const bodies = Array.from({ length: 8 }, (_, index) => Buffer.from(`slow ${index}`));
		const open = bodies.map((bytes) => {
			const path = `/api/uploads/${sha256(bytes)}?as=unreadable`;
			const headers = { cookie, 'content-length': bytes.length, expect: '100-continue' };
			const request = httpRequest({ hostname, port, path, method: 'PUT', headers, agent: false });
			const status = new Promise((resolve, reject) => {
				request.on('response', (response) => resolve(response.resume().statusCode));
				request.on('error', reject);
			});
			status.catch(() => {});
			// The server says so when it begins with a request: what asks after that comes after it.
			const continued = new Promise((resolve) => request.on('continue', resolve));
			request.write(bytes.subarray(0, 3));
			return { continued, status, end: () => request.end(bytes.subarray(3)) };
		});
		await Promise.all(open.map(({ continued }) => continued));
		const ninth = Buffer.from('ninth');
		const probe = async () => (await put(randomBytes(9), '?as=unreadable')).status;
		await expect.poll(probe, { timeout: 10_000 }).toBe(429);
		const refused = await put(ninth, '?as=unreadable');
		expect(refused.headers['retry-after']).toBe('1');
		expect([refused.status, refused.json]).toEqual([429, expect.objectContaining({ reason: 'rate_limited' })]);
		for (const { end } of open) end();
		expect(await Promise.all(open.map(({ status }) => status))).toEqual(bodies.map(() => 200));
		expect((await put(ninth, '?as=unreadable')).status).toBe(200);
	});

	it.each([
		['a hash that is none', '/api/uploads/../../etc/passwd', 404],
		['a hash in capitals', `/api/uploads/${'A'.repeat(64)}`, 400],
		['a hash that is too short', '/api/uploads/abc', 400],
		['an unknown kind', `/api/uploads/${'a'.repeat(64)}?as=program`, 400],
		['a field that is none', `/api/uploads/${'a'.repeat(64)}?owner=x`, 400],
	])('rejects %s', async (_, path, status) => {
		expect((await browser.call(path, { method: 'PUT', body: Buffer.from('x') })).status).toBe(status);
	});

	it('rejects them encoded, from another site, and from nobody', async () => {
		const bytes = Buffer.from('x');
		expect((await put(bytes, '?as=unreadable', { 'content-encoding': 'gzip' })).status).toBe(415);
		expect((await put(bytes, '?as=unreadable', { origin: 'https://evil.example' })).status).toBe(403);
		const path = `/api/uploads/${sha256(bytes)}?as=unreadable`;
		expect((await sendRequest(test.origin, path, { method: 'PUT', body: bytes })).status).toBe(401);
		await expectNothingStored(sha256(bytes));
	});

	it('takes them whatever type they claim to be, without looking when told so', async () => {
		for (const type of ['application/json', 'text/html', 'nonsense', 'multipart/form-data']) {
			const bytes = Buffer.from(`{"__proto__": ${type}`);
			const { status, json } = await put(bytes, '?as=unreadable', { 'content-type': type });
			expect([type, status, json]).toEqual([type, 200, expect.objectContaining({ mime: 'application/octet-stream' })]);
		}
	});
});

describe('a list of images', () => {
	const list = (images: unknown, format = 'adx-upload-1') => Buffer.from(JSON.stringify({ format, images }));
	const image = { filename: 'a.png', sha256: 'a'.repeat(64), metadata: null };
	let nested: unknown = {};
	for (let depth = 0; depth < 100; depth++) nested = { nested };

	it('is kept as JSON', async () => {
		const { status, json } = await put(list([image]), '?as=manifest');
		expect([status, json]).toEqual([200, expect.objectContaining({ mime: 'application/json', width: null })]);
	});

	it.each<[string, Buffer, RegExp]>([
		['no JSON', Buffer.from('{'), /it is not JSON/],
		['no UTF-8', Buffer.from([0x22, 0xff, 0x22]), /it is not JSON in UTF-8/],
		['JSON of two million levels', Buffer.alloc(2_000_000, '['), /it is not JSON/],
		['JSON of ten million arrays', Buffer.from(`[${'[],'.repeat(10_000_000)}[]]`), /too many parts/],
		['another format', list([image], 'other'), /format/],
		['no image', list([]), /images/],
		['20,001 images', list(Array.from({ length: 20_001 }, () => image)), /images/],
		['an image without a hash', list([{ ...image, sha256: 'x' }]), /images\.0\.sha256: Expected a SHA-256/],
		[
			'52 metadata of 50 MB',
			list([{ ...image, metadata: { text: 'x'.repeat(50_000_000) } }]),
			/"a\.png" is larger than 100 kB/,
		],
		['52 metadata that is an array', list([{ ...image, metadata: [] }]), /images\.0\.metadata/],
		['metadata of a hundred levels', list([{ ...image, metadata: { nested } }]), /nested deeper than 64/],
	])('rejects %s', async (_, bytes, sentence) => {
		await expectRefused(await put(bytes, '?as=manifest'), 422, 'bad_manifest', sentence, sha256(bytes));
	});
});

describe('what others uploaded', () => {
	it('counts as missing, and is only held by whoever sends it', async () => {
		const bytes = await pixels('png');
		const stranger = new Browser(test.origin);
		await stranger.signIn('community');
		expect((await put(bytes)).status).toBe(200);
		const path = `/api/uploads/${sha256(bytes)}`;
		const empty = await stranger.call(path, { method: 'PUT', body: Buffer.alloc(0) });
		expect([empty.status, empty.json]).toEqual([422, expect.objectContaining({ reason: 'upload_mismatch' })]);
		const { status, json } = await stranger.call(path, { method: 'PUT', body: bytes });
		expect([status, json]).toEqual([200, expect.objectContaining({ width: 64 })]);
	});
});
