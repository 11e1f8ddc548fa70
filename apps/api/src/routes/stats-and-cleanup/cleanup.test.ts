import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, generate, signedIn, startTestServer, type TestServer } from '../../testing/server-testing.ts';

let test: TestServer;
let creator: Browser;
beforeAll(async () => {
	test = await startTestServer();
	creator = await signedIn(test.origin, 'community');
});
afterAll(() => test.close());

describe('POST /api/database/cleanup', () => {
	it.each([
		['without a body', undefined],
		['with an empty one', {}],
		['that names its scope', { scope: 'own' }],
	])('%s deletes the caller’s own (API-12)', async (_, body) => {
		const browser = await signedIn(test.origin, 'community');
		await generate(browser);
		const { status, json } = await browser.post('/api/database/cleanup', body);
		expect([status, json]).toEqual([
			200,
			{ success: true, deletedImages: 3, keptImages: 0, deletedUploads: 0, freedBytes: 0 },
		]);
		expect((await browser.call('/api/jobs')).json).toEqual([]);
		expect((await browser.call('/api/stats')).json).toMatchObject({ totalGenerated: 0 });
	});

	it('takes an empty body that says it is JSON (API-12)', async () => {
		const browser = await signedIn(test.origin, 'community');
		const headers = { 'content-type': 'application/json' };
		const { status } = await browser.call('/api/database/cleanup', { method: 'POST', headers });
		expect(status).toBe(200);
	});

	it.each([{ scope: 'everything' }, { all: true }, [1]])('rejects a cleanup of %j with 400', async (body) => {
		expect((await creator.post('/api/database/cleanup', body)).status).toBe(400);
	});
});
