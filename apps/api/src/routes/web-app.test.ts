import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRequest, signedIn, startTestServer, type TestServer } from '../testing/server-testing.ts';

const webDist = mkdtempSync(join(tmpdir(), 'adx-web-'));
const page = '<!doctype html><title>ADX</title>';

let test: TestServer;
beforeAll(async () => {
	mkdirSync(join(webDist, 'assets'));
	writeFileSync(join(webDist, 'index.html'), page);
	writeFileSync(join(webDist, 'assets', 'app-1a2b3c.js'), 'export {}');
	writeFileSync(join(webDist, 'favicon.svg'), '<svg/>');
	const preloads = [
		{
			path: '/',
			links: ['</assets/index.css>; rel=preload; as=style', '</assets/create-4d5e6f.js>; rel=modulepreload'],
		},
		{ path: '/jobs/$jobId', links: ['</assets/job-7a8b9c.js>; rel=modulepreload'] },
	];
	writeFileSync(join(webDist, 'page-preloads.json'), JSON.stringify(preloads));
	test = await startTestServer({ WEB_DIST: webDist });
});
afterAll(async () => {
	await test.close();
	rmSync(webDist, { recursive: true, force: true });
});

const browse = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

describe('the web app', () => {
	it.each(['/', '/index.html', '/jobs/abc', '/merger?x=1'])(
		'answers %s with its page, which is requested again each time',
		async (path) => {
			const { status, headers, bytes } = await sendRequest(test.origin, path, browse);
			expect([status, bytes.toString()]).toEqual([200, page]);
			expect(headers['content-type']).toMatch(/^text\/html/);
			expect(headers['cache-control']).toBe('no-cache');
			expect(headers['content-security-policy']).toContain("style-src 'self';");
		},
	);

	it.each(['/%E0%A4%A', '/collections/%'])(
		'answers a browser at %s, which cannot be decoded, with a page',
		async (path) => {
			const { status, headers, bytes } = await sendRequest(test.origin, path, browse);
			expect([status, headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
			expect(bytes.toString()).toMatch(/<html lang="en">.*<main>\s*<h1>The address could not be read<.*<a href="\/">/s);
			const program = await sendRequest(test.origin, path);
			expect(JSON.parse(program.bytes.toString())).toMatchObject({ reason: 'bad_input' });
		},
	);

	it('names the files of a page to browsers with a session, and to others none', async () => {
		const linkOf = async (path: string, headers: Record<string, string> = {}) =>
			(await sendRequest(test.origin, path, { headers: { ...browse.headers, ...headers } })).headers.link;
		const { cookies } = await signedIn(test.origin);
		const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
		expect(await linkOf('/?tab=mint', { cookie })).toBe(
			'</assets/index.css>; rel=preload; as=style, </assets/create-4d5e6f.js>; rel=modulepreload',
		);
		expect(await linkOf('/jobs/abc', { cookie })).toBe('</assets/job-7a8b9c.js>; rel=modulepreload');
		for (const path of ['/jobs/', '/jobs/abc/more', '/gallery']) expect(await linkOf(path, { cookie })).toBeUndefined();
		expect(await linkOf('/')).toBeUndefined();
		expect(await linkOf('/', { cookie: 'theme=dark' })).toBeUndefined();
	});

	it('keeps files that carry a hash in their name for good, and others not', async () => {
		const asset = await sendRequest(test.origin, '/assets/app-1a2b3c.js');
		expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
		expect(asset.headers['content-type']).toMatch(/^(text|application)\/javascript/);
		const icon = await sendRequest(test.origin, '/favicon.svg');
		expect(icon.headers['cache-control']).toBe('no-cache');
		const { etag } = icon.headers;
		expect(
			(await sendRequest(test.origin, '/favicon.svg', { headers: { 'if-none-match': String(etag) } })).status,
		).toBe(304);
	});

	it('sends the smallest of the encodings that were made at the build and the browser takes', async () => {
		const content = 'export const answer = 42;\n'.repeat(100);
		const path = join(webDist, 'assets', 'app-1a2b3c.js');
		writeFileSync(path, content);
		writeFileSync(`${path}.br`, brotliCompressSync(content));
		writeFileSync(`${path}.gz`, gzipSync(content));
		for (const [accepted, encoding, decode] of [
			['gzip, deflate, br', 'br', brotliDecompressSync],
			['gzip', 'gzip', gunzipSync],
			['identity', undefined, (bytes: Buffer) => bytes],
		] as const) {
			const headers = { 'accept-encoding': accepted };
			const answer = await sendRequest(test.origin, '/assets/app-1a2b3c.js', { headers });
			expect(answer.headers['content-encoding']).toBe(encoding);
			expect(answer.headers['content-type']).toMatch(/^(text|application)\/javascript/);
			expect(answer.headers.vary).toMatch(/accept-encoding/i);
			expect(decode(answer.bytes).toString()).toBe(content);
		}
	});

	it('leaves no more listeners on an answer than Node allows, whatever encodings are accepted', async () => {
		const warnings: string[] = [];
		const note = ({ name }: Error) => void warnings.push(name);
		process.on('warning', note);
		for (const path of ['/', '/index.html', '/jobs/abc', '/assets/app-1a2b3c.js', '/no/such/page']) {
			const headers = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br, zstd' };
			expect((await sendRequest(test.origin, path, { headers })).status).toBe(200);
		}
		await new Promise((resolve) => setImmediate(resolve));
		process.off('warning', note);
		expect(warnings).toEqual([]);
	});

	it('rejects a missing file that is not asked for as a page', async () => {
		const { status, json } = await sendRequest(test.origin, '/assets/gone.js', { headers: { accept: '*/*' } });
		expect([status, json]).toEqual([404, expect.objectContaining({ reason: 'not_found' })]);
	});

	it('never answers for the API', async () => {
		for (const [path, status] of [
			['/api/nothing', 401],
			['/trpc/no.such', 404],
			['/trpc', 404],
		] as const) {
			const answer = await sendRequest(test.origin, path, browse);
			expect([path, answer.status]).toEqual([path, status]);
			expect(answer.bytes.toString()).not.toContain('<title>');
		}
		expect((await sendRequest(test.origin, '/jobs/abc', { method: 'POST', headers: browse.headers })).status).toBe(404);
	});

	it.each([
		'/../package.json',
		'/..%2f..%2fetc/passwd',
		'/assets/..%2f..%2f..%2fetc%2fpasswd',
		'/%2e%2e/%2e%2e/etc/passwd',
		'/.env',
	])('rejects %s', async (path) => {
		const { status, bytes } = await sendRequest(test.origin, path, { headers: { accept: '*/*' } });
		expect(status).toBeGreaterThanOrEqual(400);
		expect(status).toBeLessThan(500);
		expect(bytes.toString()).not.toMatch(/root:|dependencies/);
	});
});
