import { addFinishedMerge } from '@adx/core/merge/merge-testing';
import { addJob } from '@adx/db/testing/rows-testing';
import type { AccountDeletion } from '@adx/validators/deletion';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
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
let browser: Browser;
let userId: string;
beforeAll(async () => {
	test = await startTestServer({ LOCKED_PAGES: '' });
});
beforeEach(async () => {
	browser = await signedIn(test.origin, 'community');
	const { json } = await browser.call('/api/auth/check');
	({ id: userId } = (json as { readonly user: { readonly id: string } }).user);
});
afterAll(() => test.close());

const path = '/api/auth/account';
const remove = () => browser.call(path, { method: 'DELETE' });

it('an account’s data goes with its session and tokens once nothing keeps it, and the account is empty afterwards', async () => {
	const { db } = test.server.services;
	await generate(browser, { ...generationRequest, batchSize: 2 });
	await addFinishedMerge(test.server.services, userId, { hasWorker: true });
	const order = { name: 'writer', scopes: ['read', 'write'], expiresInDays: 7 };
	const { token } = (await browser.post('/api/auth/tokens', order)).json as { readonly token: string };
	const headers = { authorization: `Bearer ${token}` };
	const byToken = (address: string, method: string) => sendRequest(test.origin, address, { method, headers });
	for (const call of [() => byToken(path, 'DELETE'), () => byToken(`${path}/deletion`, 'GET')]) {
		expect(await call()).toMatchObject({ status: 403, json: { reason: 'session_required' } });
	}
	const running = await addJob(db, userId, { projectName: 'Frost' });
	const refused = await remove();
	expect(refused).toMatchObject({ status: 409, json: { reason: 'job_running' } });
	expect((refused.json as { readonly error: string }).error).toBe('Frost: This job has not ended. Cancel it first.');
	await db.deleteFrom('generationJobs').where('id', '=', running.id).execute();

	const preview = await browser.call(`${path}/deletion`);
	expect(preview).toMatchObject({
		status: 200,
		json: { id: userId, imageCount: 2, blockers: [], counts: { jobs: 1, merges: 1, accessTokens: 1 } },
	});
	const { freedBytes } = preview.json as AccountDeletion;
	expect(freedBytes).toBeGreaterThan(0);
	expect(await remove()).toMatchObject({
		status: 200,
		json: { success: true, id: userId, freedBytes, isFreeing: false },
	});
	expect(browser.cookies.get('adx_session') ?? '').toBe('');
	expect((await browser.call('/api/jobs')).status).toBe(401);
	expect((await byToken('/api/jobs', 'GET')).status).toBe(401);
	expect(test.log()).toContain('"audit":"account.delete"');

	await browser.signIn('community');
	expect((await browser.call('/api/auth/check')).json).toMatchObject({ user: { id: userId } });
	for (const address of ['/api/jobs', '/api/merge-jobs', '/api/auth/tokens']) {
		expect([address, (await browser.call(address)).json]).toEqual([address, []]);
	}
});

it('so many tries in a quarter of an hour are counted for the account, and then refused', async () => {
	await addJob(test.server.services.db, userId);
	let refused = await remove();
	for (let tries = 0; tries < 40 && refused.status === 409; tries++) refused = await remove();
	expect(refused).toMatchObject({ status: 429, json: { reason: 'too_many_tries' } });
	expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});
