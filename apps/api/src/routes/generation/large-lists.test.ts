import { request } from 'node:http';
import { longestBlockMs } from '@adx/core/platform/longest-block-testing';
import superjson from 'superjson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	type Browser,
	generationRequest,
	signedIn,
	startTestServer,
	type TestServer,
} from '../../testing/server-testing.ts';

const count = 10_000;
let test: TestServer;
let developer: Browser;
let jobId: string;
beforeAll(async () => {
	// Nothing is drawn: what is listed is planned.
	const standing = { concurrency: 1, draw: () => new Promise<never>(() => {}), close: async () => {} };
	test = await startTestServer({}, standing);
	developer = await signedIn(test.origin, 'developer');
	const started = await developer.post('/api/generate', { ...generationRequest, batchSize: count });
	jobId = (started.json as { readonly jobId: string }).jobId;
});
afterAll(() => test.close());

const inputOf = (json: object) => encodeURIComponent(JSON.stringify({ json }));

/** Reads an answer without keeping it, so that the reader costs next to nothing; returns its bytes. */
const drain = (path: string): Promise<number> =>
	new Promise((resolve, reject) => {
		const cookie = [...developer.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
		request(`${test.origin}${path}`, { headers: { cookie } }, (response) => {
			let bytes = 0;
			response.on('data', (chunk: Buffer) => {
				bytes += chunk.byteLength;
			});
			response.on('error', reject).on('end', () => resolve(bytes));
		})
			.on('error', reject)
			.end();
	});

// So many images take seconds, on a busy machine many.
describe('a list of 10,000 images', () => {
	it('is the same by REST and tRPC, in pages as in one', async () => {
		const bare = (await developer.call(`/api/images/${jobId}`)).json as readonly { readonly tokenNumber: number }[];
		expect(bare.map(({ tokenNumber }) => tokenNumber)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
		const answered = await developer.call(`/trpc/generation.listImages?input=${inputOf({ jobId })}`);
		const { result } = answered.json as { readonly result: { readonly data: never } };
		expect(JSON.stringify(superjson.deserialize(result.data))).toBe(JSON.stringify(bare));
		for (const [from, limit] of [
			[0, 7],
			[199, 202],
			[9_990, 100],
			[10_000, 5],
		] as const) {
			const page = await developer.call(`/api/images/${jobId}?from=${from}&limit=${limit}`);
			expect(page.json).toEqual(bare.slice(from, from + limit));
		}
	});

	it('keeps nobody else waiting, by REST and tRPC at once', async () => {
		const { json } = await developer.call(`/api/images/${jobId}`);
		const atOnce = await longestBlockMs(async () => superjson.serialize(json));
		const paths = [`/api/images/${jobId}`, `/trpc/generation.listImages?input=${inputOf({ jobId })}`];
		const sizes: number[] = [];
		const longest = await longestBlockMs(async () => {
			sizes.push(...(await Promise.all(paths.map(drain))));
		});
		for (const bytes of sizes) expect(bytes).toBeGreaterThan(10_000_000);

		expect(longest).toBeLessThan(atOnce / 2);
	});
});
