import { afterAll, beforeAll, expect, it } from 'vitest';
import {
	type Browser,
	dumpDatabase,
	signedIn,
	startTestServer,
	type TestServer,
} from '../../testing/server-testing.ts';

let test: TestServer;
beforeAll(async () => {
	test = await startTestServer({ LOG_LEVEL: 'trace' });
});
afterAll(() => test.close());

const path = '/api/auth/recovery';
const unknown = { code: '0'.repeat(32) };
const idOf = async (browser: Browser) =>
	((await browser.call('/api/auth/check')).json as { user: { id: string } }).user.id;

it('a recovery code brings the account back over REST, and is in no log and no row', async () => {
	const [owner, other] = [await signedIn(test.origin, 'community'), await signedIn(test.origin, 'community')];
	const made = await owner.post(path, {});
	const { code } = made.json as { code: string };
	expect([made.status, made.headers['cache-control']]).toEqual([200, expect.stringContaining('no-store')]);
	expect((await owner.call(path)).json).toEqual({ isAvailable: true, createdAt: expect.any(String) });
	const back = await other.post(`${path}/sign-in`, { code });
	expect([back.status, back.json]).toMatchObject([200, { user: { id: await idOf(owner) } }]);
	expect(await idOf(other)).toBe(await idOf(owner));
	expect(test.log()).toContain('signed in with a recovery code');
	expect(test.log()).not.toContain(code);
	expect(await dumpDatabase(test)).not.toContain(code);
});

it('wrong recovery codes are refused with 409, from the sixth of an address on with 429 and when to come back', async () => {
	const browser = await signedIn(test.origin, 'community');
	expect((await browser.post(`${path}/sign-in`, { code: 'too short' })).status).toBe(400);
	for (let tries = 0; tries < 5; tries++) {
		const wrong = await browser.post(`${path}/sign-in`, unknown);
		expect([wrong.status, wrong.json]).toMatchObject([409, { reason: 'wrong_code' }]);
	}
	const sixth = await browser.post(`${path}/sign-in`, unknown);
	expect([sixth.status, sixth.json]).toMatchObject([429, { reason: 'too_many_tries' }]);
	expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(840);
});
