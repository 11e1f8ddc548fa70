import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	Browser,
	generate,
	generationRequest,
	signedIn,
	startTestServer,
	type TestServer,
} from '../../testing/server-testing.ts';

describe('the daily limit over REST', () => {
	let limited: TestServer;
	beforeAll(async () => {
		limited = await startTestServer({ DAILY_GENERATION_LIMIT: '4', TRUSTED_PROXIES: '127.0.0.1' });
	});
	afterAll(() => limited.close());
	const from = (address: string) => ({ 'x-forwarded-for': address });

	it('rejects an order beyond the daily limit with 429, the sentence and Retry-After (AMB-44)', async () => {
		const browser = await signedIn(limited.origin, 'community');
		await generate(browser);
		const { json: check } = await browser.call('/api/auth/check');
		expect(check).toMatchObject({ user: { imagesLeftToday: 1 } });
		const { status, json, headers } = await browser.post('/api/generate', generationRequest);
		expect([status, json]).toEqual([
			429,
			expect.objectContaining({
				reason: 'daily_limit',
				error: expect.stringMatching(/^Daily generation limit reached \(4\)\. Resets in \d\d:\d\d\.$/),
			}),
		]);
		expect(Number(headers['retry-after'])).toBeGreaterThan(0);
	});

	it('is the same for whoever clears their cookies and signs in again, and another one elsewhere', async () => {
		const order3 = (browser: Browser, address: string) =>
			browser.post('/api/generate', generationRequest, from(address));
		expect((await order3(await signedIn(limited.origin, 'community'), '203.0.113.7')).status).toBe(200);
		const again = await signedIn(limited.origin, 'community');
		const { status, json, headers } = await order3(again, '203.0.113.7');
		expect([status, json]).toEqual([
			429,
			expect.objectContaining({
				reason: 'daily_limit',
				error: expect.stringMatching(/^Daily .* \(4 for all who .* your network\)\. Resets in \d\d:\d\d\.$/),
			}),
		]);
		expect(Number(headers['retry-after'])).toBeGreaterThan(0);
		const { json: made } = await again.post('/api/auth/tokens', {
			name: 'script',
			scopes: ['write'],
			expiresInDays: 7,
		});
		const authorization = `Bearer ${(made as { token: string }).token}`;
		const script = new Browser(limited.origin);
		expect(
			(await script.post('/api/generate', generationRequest, { ...from('203.0.113.7'), authorization })).status,
		).toBe(429);
		expect((await order3(await signedIn(limited.origin, 'developer'), '203.0.113.7')).status).toBe(200);
		expect((await order3(again, '203.0.113.8')).status).toBe(200);
	});
});
