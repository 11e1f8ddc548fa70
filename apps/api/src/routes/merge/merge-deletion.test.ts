import { request } from 'node:http';
import { addFinishedMerge } from '@adx/core/merge/merge-testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Browser, sendRequest, signedIn, startTestServer, type TestServer } from '../../testing/server-testing.ts';

let test: TestServer;
let creator: Browser;
let developer: Browser;
beforeAll(async () => {
	test = await startTestServer({ LOCKED_PAGES: '' });
	creator = await signedIn(test.origin, 'community');
	developer = await signedIn(test.origin);
});
afterAll(() => test.close());

async function addMerge(browser = creator): Promise<string> {
	const { json } = await browser.call('/api/auth/check');
	return addFinishedMerge(test.server.services, (json as { user: { id: string } }).user.id, { hasWorker: true });
}

let jobId: string;
let path: string;
beforeEach(async () => {
	jobId = await addMerge();
	path = `/api/merge-jobs/${jobId}`;
});

const remove = (browser = creator, query = '') => browser.call(`${path}${query}`, { method: 'DELETE' });
const leases = () => test.server.services.db.selectFrom('mergeDownloads').select('id').execute();

describe('DELETE /api/merge-jobs/{jobId}', () => {
	it('answers 409 with the reason while its zip is being read, then what was freed, then 404', async () => {
		const { db } = test.server.services;
		await db.insertInto('mergeDownloads').values({ id: 'reading', mergeJobId: jobId, renewedAt: new Date() }).execute();
		expect(await remove()).toMatchObject({ status: 409, json: { reason: 'merge_downloading' } });
		await db.deleteFrom('mergeDownloads').execute();
		const preview = await creator.call(`${path}/deletion`);
		expect(preview).toMatchObject({ status: 200, json: { name: 'Winter Court', imageCount: 2, blockers: [] } });
		const { freedBytes } = preview.json as { readonly freedBytes: number };
		expect(await remove()).toMatchObject({ status: 200, json: { success: true, freedBytes, isFreeing: false } });
		for (const { status } of [await remove(), await creator.call(`${path}/download`)]) expect(status).toBe(404);
	});

	it('deletes anybody’s for a developer who asks for all, and for nobody else', async () => {
		for (const [browser, query, status] of [
			[creator, '?scope=all', 403],
			[developer, '', 404],
			[developer, '?scope=own', 404],
		] as const) {
			expect((await browser.call(`${path}/deletion${query}`)).status).toBe(status);
			expect((await remove(browser, query)).status).toBe(status);
		}
		expect((await developer.call(`${path}/deletion?scope=all`)).json).toMatchObject({ id: jobId, blockers: [] });
		expect((await remove(developer, '?scope=all')).json).toMatchObject({ success: true, id: jobId });
		expect((await creator.call(path)).status).toBe(404);
	});

	it('takes no access token that may only read, which sees what it would do', async () => {
		const body = { name: 'reader', scopes: ['read'], expiresInDays: 7 };
		const { token } = (await creator.post('/api/auth/tokens', body)).json as { readonly token: string };
		const headers = { authorization: `Bearer ${token}` };
		expect((await sendRequest(test.origin, `${path}/deletion`, { headers })).status).toBe(200);
		expect((await sendRequest(test.origin, path, { method: 'DELETE', headers })).status).toBe(403);
		expect((await creator.call(path)).status).toBe(200);
	});
});

describe('GET /api/merge-jobs/{jobId}/download', () => {
	it('keeps the merge for as long as it is read, and no longer where the client hangs up', async () => {
		const { storage } = test.server.services;
		const opened = Promise.withResolvers<void>();
		const reading = vi.spyOn(storage, 'readRanges').mockImplementation(async () => {
			await opened.promise;
			throw new Error('nobody reads it');
		});
		const cookie = [...creator.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
		const call = request(`${test.origin}${path}/download`, { headers: { cookie }, agent: false });
		call.on('error', () => {}).end();
		await expect.poll(leases, { timeout: 15_000 }).toHaveLength(1);
		expect((await remove()).json).toMatchObject({ reason: 'merge_downloading' });
		await expect.poll(() => reading.mock.calls.length, { timeout: 15_000 }).toBe(1);
		call.destroy();
		opened.resolve();
		await expect.poll(leases, { timeout: 15_000 }).toEqual([]);
		reading.mockRestore();
		expect((await remove()).json).toMatchObject({ success: true });
	});

	it('writes nothing where no byte is read, and serves bytes where nothing can be written', async () => {
		const { db } = test.server.services;
		const { headers } = await creator.call(`${path}/download`, { method: 'HEAD' });
		const { etag = '', 'content-length': length } = headers;
		await expect.poll(leases, { timeout: 15_000 }).toEqual([]);
		const countFailed = () => test.log().split('the lease of a download was not written down').length - 1;
		await db.schema.alterTable('merge_downloads').renameTo('merge_downloads_elsewhere').execute();
		try {
			for (const [status, call] of [
				[200, { method: 'HEAD' }],
				[304, { headers: { 'if-none-match': String(etag) } }],
				[416, { headers: { range: 'bytes=999999999-' } }],
			] as const) {
				expect((await creator.call(`${path}/download`, call)).status).toBe(status);
			}
			expect(countFailed()).toBe(0);
			expect((await creator.call(`${path}/download`)).bytes.length).toBe(Number(length));
			expect(countFailed()).toBeGreaterThan(0);
		} finally {
			await db.schema.alterTable('merge_downloads_elsewhere').renameTo('merge_downloads').execute();
		}
	});
});
