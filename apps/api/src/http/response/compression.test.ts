import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	type Browser,
	generate,
	generationRequest,
	signedIn,
	startTestServer,
	type TestServer,
} from '../../testing/server-testing.ts';

let test: TestServer;
let browser: Browser;
let jobId: string;
beforeAll(async () => {
	test = await startTestServer();
	browser = await signedIn(test.origin);
	jobId = await generate(browser, { ...generationRequest, batchSize: 20 });
});
afterAll(() => test.close());

const ask = (path: string, accepted?: string) =>
	browser.call(path, accepted === undefined ? {} : { headers: { 'accept-encoding': accepted } });
const trpcList = `/trpc/generation.list?input=${encodeURIComponent(JSON.stringify({ json: {} }))}`;

describe('JSON and CSV above a kilobyte', () => {
	it.each([
		['a list of jobs', () => '/api/jobs'],
		['a tRPC answer', () => trpcList],
		['the images of a job', () => `/api/images/${jobId}`],
		['rarity as CSV', () => `/api/collections/${jobId}/rarity?format=csv`],
		['the description', () => '/openapi.json'],
	])('are compressed where the client takes it: %s', async (_, toPath) => {
		const plain = await ask(toPath());
		expect(plain.headers['content-encoding']).toBeUndefined();
		for (const [accepted, encoding, decode] of [
			['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
			['gzip', 'gzip', gunzipSync],
		] as const) {
			const compressed = await ask(toPath(), accepted);
			expect(compressed.headers['content-encoding']).toBe(encoding);
			expect(compressed.headers.vary).toMatch(/accept-encoding/i);
			expect(compressed.bytes.length).toBeLessThan(plain.bytes.length);
			expect(decode(compressed.bytes).equals(plain.bytes)).toBe(true);
		}
	});

	it('keep their tag, so that a poll of either kind is 304', async () => {
		const { headers } = await ask('/api/jobs', 'br');
		const again = await browser.call('/api/jobs', {
			headers: { 'accept-encoding': 'br', 'if-none-match': String(headers.etag) },
		});
		expect([again.status, again.bytes.length]).toEqual([304, 0]);
	});
});

describe('what is not compressed', () => {
	it('is short, or no text', async () => {
		const [image] = (await ask(`/api/images/${jobId}`)).json as { id: string }[];
		for (const path of [
			'/api/stats',
			`/api/images/${image?.id}/file`,
			`/api/generate/${jobId}/zip`,
			`/api/collections/${jobId}/export?target=plain`,
		]) {
			const { status, headers } = await ask(path, 'gzip, br');
			expect([path, status, headers['content-encoding']]).toEqual([path, 200, undefined]);
			expect([path, headers['content-length']]).toEqual([path, expect.stringMatching(/^\d+$/)]);
		}
	});
});
