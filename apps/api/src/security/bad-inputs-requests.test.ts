import { gzipSync } from 'node:zlib';
import { createPixelEngine } from '@adx/core/platform/services-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	type Browser,
	dumpDatabase,
	generate,
	generationRequest,
	sendRequest,
	signedIn,
	startTestServer,
	type TestResponse,
	type TestServer,
	testPasswords,
} from '../testing/server-testing.ts';
import { exchangeBytes } from '../testing/socket-testing.ts';

// Bad inputs 28 to 43: ids, paths and bodies. 31, ranges, is in generation-routes.test.ts, where their bytes are compared;
// 33 is in database-routes.test.ts; 34 and 35 stand with the other headers in bad-inputs-session.test.ts; 41 and 42,
// which take a minute, are in slow-requests.heavy.test.ts.

let test: TestServer;
let developer: Browser;
let stranger: Browser;
let jobId: string;
let imageId: string;
/** What the next pictures wait for. */
let mayDraw: Promise<void> = Promise.resolve();
beforeAll(async () => {
	test = await startTestServer(
		// So that ids are looked at on every path.
		{ LOCKED_PAGES: '' },
		createPixelEngine(() => mayDraw),
	);
	[developer, stranger] = [await signedIn(test.origin), await signedIn(test.origin, 'community')];
	jobId = await generate(developer);
	const [image] = (await developer.call(`/api/images/${jobId}`)).json as { readonly id: string }[];
	imageId = image?.id ?? '';
});
afterAll(() => test.close());

const host = () => new URL(test.origin).host;
const cookieOf = ({ cookies }: Browser) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const inHeader = (browser: Browser) =>
	`Host: ${host()}\r\nCookie: ${cookieOf(browser)}\r\nContent-Type: application/json`;

/** What calls must carry besides the id, by the end of their address. */
const bodies: readonly (readonly [url: RegExp, body: object])[] = [
	[/generate\/:jobId\/regenerate$/, { imageIds: 'rejected' }],
	[/\/choose$/, { version: 1 }],
	[/\/mark$/, { mark: null }],
	[/mint\/:imageId\/submitted$/, { chain: 'polygon', transactionHash: `0x${'1'.repeat(64)}` }],
	[/mint\/:imageId\/cancel$/, { chain: 'polygon' }],
	[/mint-collection\/:jobId\/submit$/, { transaction: 'AAAA' }],
	[/mint-collection\/:jobId\/own$/, { count: 1 }],
	[/mint-collection\/:jobId\/phases$/, { phases: [] }],
	[/phases\/:phaseId\/allowlist$/, { wallets: [] }],
	[/sales\/:saleId\/challenge$/, { walletAddress: 'Vote111111111111111111111111111111111111111' }],
	[/sales\/:saleId\/reserve$/, { walletAddress: 'Vote111111111111111111111111111111111111111' }],
	[/sales\/:saleId\/submit$/, { reservationId: 'nothing', transactions: ['AAAA'] }],
	[/generate\/:jobId\/references$/, { references: [] }],
	[/generate\/:jobId\/review$/, { imageIds: ['nothing'], mark: null }],
];

/** Every route that takes an id, as calls about the given one. */
const aboutId = (id: string): readonly (readonly [method: string, path: string, body: { body?: object }])[] =>
	test.server.routes
		.filter(({ url }) => /:\w+Id\b/.test(url))
		.map(({ method, url }) => {
			const body = bodies.find(([pattern]) => pattern.test(url))?.[1];
			const query = url.endsWith('/export') ? '?target=plain' : '';
			return [method, url.replaceAll(/:\w+/g, id) + query, body === undefined ? {} : { body }] as const;
		});

/** Every refusal gives a sentence, a reason and its id, and nothing internal. */
function expectRefused({ status, headers, bytes, json }: TestResponse, expected: number): void {
	expect(status).toBe(expected);
	expect(bytes.toString()).not.toMatch(/\n\s+at |\.[tj]s:\d|node_modules/);
	const refusal = json as { readonly error?: { readonly json?: { readonly data?: object } } };
	const facts = refusal.error?.json?.data ?? refusal;
	expect(facts).toMatchObject({ reason: expect.any(String), requestId: headers['x-request-id'] });
}

describe('ids and paths', () => {
	it('28 rejects a stranger’s id like one that names nothing', async () => {
		const ofStranger = [...aboutId(jobId), ...aboutId(imageId)];
		expect(ofStranger.length).toBeGreaterThan(10);
		for (const [method, path, body] of ofStranger) {
			// A caller who is not a developer is rejected before anything is looked up.
			const expected = path.startsWith('/api/mint/') ? 403 : 404;
			const { status } = await stranger.call(path, { method, ...body });
			expect([method, path, status]).toEqual([method, path, expected]);
		}
		for (const id of [jobId, 'nothing', '00000000-0000-4000-8000-000000000000', `1${'0'.repeat(30)}`]) {
			expectRefused(await stranger.post('/api/generate/zip', { jobId: id }), 404);
		}
		// In a body, unlike in an address, what cannot be an id is a field that is wrong.
		for (const id of ['\0', '../../etc/passwd', '1 OR 1=1', 'x'.repeat(101)]) {
			expectRefused(await stranger.post('/api/generate/zip', { jobId: id }), 400);
		}
	});

	it.each([
		['29 SQL', '1 OR 1=1'],
		['29 SQL that ends a statement', "'; drop table users; --"],
		['29 a NUL', '%00'],
		['29 10^30', `1${'0'.repeat(30)}`],
		['29 zero', '0'],
		['29 400 characters', 'x'.repeat(400)],
		['29 an emoji', '%F0%9F%A7%9D'],
		['29 an id that was never given', '00000000-0000-4000-8000-000000000000'],
		['30 an encoded traversal', '..%2f..%2fetc%2fpasswd'],
		['30 a traversal that is encoded twice', '%252e%252e%252f%252e%252e%252fetc%252fpasswd'],
	])('rejects %s as an id with 404', async (_, id) => {
		const written = encodeURI(decodeURI(id)) === id ? id : encodeURIComponent(id);
		for (const [method, path, body] of aboutId(written)) {
			const answer = await developer.call(path, { method, ...body });
			expect([method, path, answer.status]).toEqual([method, path, 404]);
			if (method !== 'HEAD') expectRefused(answer, 404);
		}
	});

	it.each([
		'/../../etc/passwd',
		'/..%2f..%2fetc%2fpasswd',
		'/%252e%252e%252fetc%252fpasswd',
		'/assets/..%5c..%5cx',
		'//evil.example/',
	])('30 serves no file for %s', async (path) => {
		const answer = await sendRequest(test.origin, path);
		expect([200, 404]).toContain(answer.status);
		expect(answer.bytes.toString()).not.toContain('root:');
	});

	it('rejects an address it cannot read, one without end and a batch without end', async () => {
		expectRefused(await developer.call('/api/generate/%ZZ'), 400);
		expectRefused(await developer.call(`/api/generate/${'x'.repeat(600)}`), 400);
		const batch = Array.from({ length: 21 }, () => 'auth.check').join(',');
		expect((await developer.call(`/trpc/${batch}?batch=1`)).status).toBe(400);
		const poisoned = encodeURIComponent('{"json":{"__proto__":{"scope":"all"}}}');
		expect((await developer.call(`/trpc/generation.list?input=${poisoned}`)).status).toBe(400);
	});

	it('32 rejects the zip of a running job with 409 and a sentence, and serves it afterwards', async () => {
		let draw = () => {};
		mayDraw = new Promise((resolve) => {
			draw = resolve;
		});
		const { json } = await developer.post('/api/generate', { ...generationRequest, seed: 'waits' });
		const running = (json as { readonly jobId: string }).jobId;
		try {
			for (const answer of [
				await developer.call(`/api/generate/${running}/zip`),
				await developer.post('/api/generate/zip', { jobId: running }),
			]) {
				expectRefused(answer, 409);
				expect(answer.json).toMatchObject({
					error: expect.stringContaining('still being generated'),
					reason: 'job_running',
				});
			}
		} finally {
			draw();
			mayDraw = Promise.resolve();
		}
		await expect
			.poll(async () => (await developer.call(`/api/generate/${running}/zip`)).status, { timeout: 20_000 })
			.toBe(200);
	});
});

describe('bodies', () => {
	const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

	it.each<[title: string, body: string | Buffer, headers: Record<string, string>, status: number]>([
		['7 a form', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
		['7 plain text', '{}', { 'content-type': 'text/plain' }, 415],
		['7 no content type', '{}', { 'content-type': '' }, 415],
		['13 an unknown field', JSON.stringify({ ...generationRequest, isDeveloper: true }), {}, 400],
		['14 a __proto__ key', '{"__proto__":{"isDeveloper":true}}', {}, 400],
		['14 a disguised __proto__ key', '{"\\u005f_proto__":{"a":1}}', {}, 400],
		['14 a constructor.prototype key', '{"constructor":{"prototype":{"a":1}}}', {}, 400],
		['36 more than 1 MB', ' '.repeat(1_000_001), {}, 413],
		['38 a gzip bomb', gzipSync(' '.repeat(50_000_000)), { 'content-encoding': 'gzip' }, 415],
		['38 a brotli body', '{}', { 'content-encoding': 'br' }, 415],
		['39 nesting 2,000,000 levels deep, which is over 1 MB', deep(2_000_000), {}, 413],
		['39 nesting as deep as fits', deep(499_999), {}, 400],
		['39 nesting that never ends', '{"a":'.repeat(150_000), {}, 400],
		['40 text that is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), {}, 400],
		['40 half a character', Buffer.from([0x22, 0xe2, 0x82, 0x22]), {}, 400],
		['a list', '[1]', {}, 400],
		['half of JSON', '{"races":', {}, 400],
		['two values', '{} {}', {}, 400],
	])('rejects %s', async (_, body, headers, status) => {
		const call = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } };
		expectRefused(await developer.call('/api/generate/plan', call), status);
		expectRefused(await developer.call('/trpc/generation.plan', call), status);
	});

	it('36 rejects 1 GB that is only announced without waiting for it', async () => {
		const head = `POST /api/generate HTTP/1.1\r\n${inHeader(developer)}\r\nContent-Length: 1000000000\r\nConnection: close\r\n\r\n`;
		const { received, durationMs } = await exchangeBytes(test.origin, [head]);
		expect(received).toMatch(/^HTTP\/1\.1 413 .*"reason":"body_too_large"/s);
		expect(durationMs).toBeLessThan(3_000);
	});

	it('37 rejects chunks without end once they are more than 1 MB, and hangs up', async () => {
		const chunk = `8000\r\n${' '.repeat(0x8000)}\r\n`;
		function* endless() {
			yield `POST /api/generate HTTP/1.1\r\n${inHeader(developer)}\r\nTransfer-Encoding: chunked\r\n\r\n`;
			for (let count = 0; count < 10_000; count += 1) yield chunk;
		}
		const { received, sentBytes } = await exchangeBytes(test.origin, endless());
		expect(received).toMatch(/^HTTP\/1\.1 413 .*"reason":"body_too_large"/s);
		expect(sentBytes).toBeLessThan(50_000_000);
	});

	it('37 rejects a body whose every byte is a chunk of its own, signed in or not', async () => {
		const targets = [
			`/api/generate HTTP/1.1\r\n${inHeader(developer)}`,
			`/trpc/auth.signInWithPassword HTTP/1.1\r\nHost: ${host()}\r\nContent-Type: application/json`,
		];
		for (const target of targets) {
			const head = `POST ${target}\r\nTransfer-Encoding: chunked\r\n\r\n`;
			const { received } = await exchangeBytes(test.origin, [head, '1\r\na\r\n'.repeat(200_000)]);
			expect(received).toMatch(/^HTTP\/1\.1 400 .*"reason":"bad_input"/s);
		}
	});

	it('37 rejects endless chunk extensions, and a length beside chunks', async () => {
		const head = `POST /api/generate HTTP/1.1\r\n${inHeader(developer)}\r\nTransfer-Encoding: chunked\r\n`;
		const extended = await exchangeBytes(test.origin, [`${head}\r\n1;${'a'.repeat(100_000)}`]);
		expect(extended.received).toMatch(/^HTTP\/1\.1 413 /);
		const smuggled = await exchangeBytes(test.origin, [
			`${head}Content-Length: 5\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
		]);
		expect(smuggled.received).toMatch(/^HTTP\/1\.1 400 /);
		expect(smuggled.received.match(/HTTP\/1\.1 /g)).toHaveLength(1);
	});

	it('43 rejects headers of 20 KB with 431 and what is not HTTP with 400, in the same shape', async () => {
		const long = await exchangeBytes(test.origin, [
			`GET / HTTP/1.1\r\nHost: ${host()}\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
		]);
		expect(long.received).toMatch(/^HTTP\/1\.1 431 .*\{"error":"[^"]+","reason":"bad_input","requestId":"[^"]+"\}$/s);
		const noHttp = await exchangeBytes(test.origin, ['hello\r\n\r\n']);
		expect(noHttp.received).toMatch(/^HTTP\/1\.1 400 .*"reason":"bad_input"/s);
	});

	it('rejects an Idempotency-Key that is too long or blank', async () => {
		for (const key of ['x'.repeat(201), 'a b', 'ä']) {
			expectRefused(await developer.post('/api/generate', generationRequest, { 'idempotency-key': key }), 400);
		}
	});
});

describe('after all of them', () => {
	it('the server lives and has seen no defect', async () => {
		expect((await sendRequest(test.origin, '/healthz')).status).toBe(200);
		expect(test.log()).not.toMatch(/"level":[56]0/);
	});

	it('no password and no cookie stands in the log or the database', async () => {
		const [log, database] = [test.log(), await dumpDatabase(test)];
		expect(log).toContain('"status":413');
		expect(database).toContain(jobId);
		const cookies = [developer, stranger].flatMap((browser) => [...browser.cookies.values()]);
		for (const secret of [...cookies, ...Object.values(testPasswords)]) {
			expect([secret, log.includes(secret), database.includes(secret)]).toEqual([secret, false, false]);
		}
	});
});
