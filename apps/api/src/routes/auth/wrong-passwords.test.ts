import { resetPassword } from '@adx/core/auth/passwords/passwords';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser, sendRequest, signedIn, startTestServer, type TestServer } from '../../testing/server-testing.ts';

let test: TestServer;
beforeAll(async () => {
	test = await startTestServer();
});
afterAll(() => test.close());

it('a wrong password leaves a line with kind and address, too many one more a window, and none holds the password', async () => {
	const browser = new Browser(test.origin);
	const statuses: number[] = [];
	for (let tries = 0; tries < 8; tries++)
		statuses.push((await browser.signIn('community', `guess-${tries}-canary`)).status);
	expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
	const lines = test
		.log()
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as { readonly level: number; readonly msg: string });
	const warnings = lines.filter(({ level }) => level === 40);
	const about = { kind: 'community', address: '127.0.0.1' };
	expect(warnings).toMatchObject([
		...Array.from({ length: 5 }, () => ({
			...about,
			msg: 'a wrong password was tried',
			requestId: expect.any(String),
		})),
		{ ...about, msg: 'too many wrong passwords; more are refused for a while' },
	]);
	expect(test.log()).not.toContain('canary');
});

it('a reset ends what the password had opened, on the wire too', async () => {
	const browser = await signedIn(test.origin, 'developer');
	const made = await browser.post('/api/auth/tokens', { name: 'script', scopes: ['read'], expiresInDays: 30 });
	const { token } = made.json as { token: string };
	const byToken = () => sendRequest(test.origin, '/api/jobs', { headers: { authorization: `Bearer ${token}` } });
	expect([(await browser.call('/api/jobs')).status, (await byToken()).status]).toEqual([200, 200]);
	await resetPassword(test.server.services.db, 'developer');
	expect([(await browser.call('/api/jobs')).status, (await byToken()).status]).toEqual([401, 401]);
});
