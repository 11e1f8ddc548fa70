import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	type Browser,
	generate,
	generationRequest,
	sendRequest,
	signedIn,
	startTestServer,
	type TestServer,
} from '../../testing/server-testing.ts';

let test: TestServer;
let developer: Browser;
let jobId: string;
beforeAll(async () => {
	test = await startTestServer();
	developer = await signedIn(test.origin);
	jobId = await generate(developer);
});
afterAll(() => test.close());

const ask = (path: string, tag?: string) =>
	developer.call(path, tag === undefined ? {} : { headers: { 'if-none-match': tag } });
const inputOf = (input: object) => encodeURIComponent(JSON.stringify({ json: input }));

const polled: [string, () => string][] = [
	['GET /api/jobs', () => '/api/jobs'],
	['GET /api/generate/{jobId}', () => `/api/generate/${jobId}`],
	['GET /api/images/{jobId}', () => `/api/images/${jobId}`],
	['GET /api/stats', () => '/api/stats'],
	['generation.list', () => `/trpc/generation.list?input=${inputOf({})}`],
	['generation.get', () => `/trpc/generation.get?input=${inputOf({ jobId })}`],
	['generation.listImages', () => `/trpc/generation.listImages?input=${inputOf({ jobId })}`],
	['database.stats', () => '/trpc/database.stats'],
];

describe('a polled answer', () => {
	it.each(polled)('of %s is 304 and empty while nothing changed', async (_, path) => {
		const first = await ask(path());
		const tag = String(first.headers.etag);
		expect([first.status, first.headers['cache-control']]).toEqual([200, 'private, no-cache']);
		expect(first.headers['content-type']).toMatch(/^application\/json/);
		expect(tag).toMatch(/^W\/"[\w-]{27}"$/);
		expect(first.json).toBeDefined();
		for (const sent of [tag, `"other", ${tag}`, '*']) {
			const again = await ask(path(), sent);
			expect([again.status, again.bytes.byteLength, again.headers.etag]).toEqual([304, 0, tag]);
			expect(again.headers['cache-control']).toBe('private, no-cache');
		}
		expect((await ask(path(), 'W/"other"')).bytes.equals(first.bytes)).toBe(true);
	});

	it('is 200 again, under another tag, after a change', async () => {
		const paths = [
			'/api/jobs',
			'/api/stats',
			'/trpc/generation.list?input=%7B%22json%22%3A%7B%7D%7D',
			'/trpc/database.stats',
		];
		const before = await Promise.all(paths.map((path) => ask(path)));
		await generate(developer, { ...generationRequest, seed: 'another' });
		for (const [index, path] of paths.entries()) {
			const tag = String(before[index]?.headers.etag);
			const after = await ask(path, tag);
			expect([path, after.status]).toEqual([path, 200]);
			expect(after.headers.etag).not.toBe(tag);
			expect(after.json).not.toEqual(before[index]?.json);
		}
	});

	it('is refused like any other without a session, whatever tag is sent', async () => {
		for (const [, path] of polled) {
			const { status, headers } = await sendRequest(test.origin, path(), { headers: { 'if-none-match': '*' } });
			expect([status, headers.etag, headers['cache-control']]).toEqual([401, undefined, 'no-store']);
		}
	});

	it('leaves every other answer unstored and without a tag', async () => {
		const others = ['/api/auth/check', '/api/config', '/trpc/auth.check', '/trpc/database.stats,auth.check?batch=1'];
		for (const path of [...others, '/api/generate/nothing', '/trpc/generation.get']) {
			const { headers } = await ask(path, '*');
			expect([path, headers.etag, headers['cache-control']]).toEqual([path, undefined, 'no-store']);
		}
		const planned = await developer.post('/api/generate/plan', generationRequest);
		expect([planned.headers.etag, planned.headers['cache-control']]).toEqual([undefined, 'no-store']);
	});
});
