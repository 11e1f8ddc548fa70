import superjson from 'superjson';
import { expect, test } from 'vitest';
import { type AdxClientOptions, createAdxClient, toZipUrl } from './client.ts';

const origin = 'http://127.0.0.1:3000';

/** The one request that a client with these options sends for a mutation. */
async function sentBy(options: Partial<AdxClientOptions>, context = {}): Promise<Request> {
	const requests: Request[] = [];
	const client = createAdxClient({
		origin,
		...options,
		fetch: async (input, init) => {
			requests.push(new Request(input, init));
			return Response.json({ result: { data: superjson.serialize({ success: true }) } });
		},
	});
	expect(await client.database.cleanup.mutate({ scope: 'own' }, { context })).toEqual({ success: true });
	expect(requests).toHaveLength(1);
	return requests[0]!;
}

test('sends a token, a cookie and an Idempotency-Key where they are given', async () => {
	const bare = await sentBy({});
	expect(bare.url).toBe(`${origin}/trpc/database.cleanup`);
	for (const name of ['authorization', 'cookie', 'idempotency-key']) expect(bare.headers.has(name)).toBe(false);
	expect((await sentBy({ token: 'adx_1' })).headers.get('authorization')).toBe('Bearer adx_1');
	expect((await sentBy({ cookie: 'adx=1' })).headers.get('cookie')).toBe('adx=1');
	expect((await sentBy({}, { idempotencyKey: 'key-1' })).headers.get('idempotency-key')).toBe('key-1');
});

test('knows where a zip is, whatever the origin ends with', () => {
	expect(toZipUrl(`${origin}/`, 'job-1')).toBe(`${origin}/api/generate/job-1/zip`);
});
