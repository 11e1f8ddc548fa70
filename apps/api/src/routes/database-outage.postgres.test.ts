import { isOnDisk } from '@adx/core/platform/storage/files-testing';
import { createTestBucket, type TestBucket } from '@adx/core/platform/storage/s3/s3-testing';
import { type DatabaseLink, openDatabaseLink } from '@adx/db/testing/database-link-testing';
import { createServerDatabase, type ServerDatabase } from '@adx/db/testing/database-testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Browser, generate, signedIn, startTestServer, type TestServer } from '../testing/server-testing.ts';

let database: ServerDatabase;
let link: DatabaseLink;
let bucket: TestBucket | undefined;
let test: TestServer;
let browser: Browser;
let jobId: string;
beforeAll(async () => {
	database = await createServerDatabase();
	link = await openDatabaseLink(database.databaseUrl);
	bucket = isOnDisk ? undefined : await createTestBucket();
	const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');
	test = await startTestServer({ ...bucket?.variables, SECRET_KEY, DATABASE_URL: link.databaseUrl });
	browser = await signedIn(test.origin);
	jobId = await generate(browser);
});
afterAll(async () => {
	await test.close();
	await link.close();
	bucket?.close();
	await database.destroy();
});

it('a server whose database is restarted says so meanwhile, and goes on by itself with all that there was', async () => {
	const readyz = async () => {
		const { status, json } = await browser.call('/readyz');
		return [status, (json as { readonly problems?: readonly string[] }).problems];
	};
	expect(await readyz()).toEqual([200, undefined]);
	await link.close();
	expect(await readyz()).toEqual([503, ['The database does not answer.']]);
	const refused = await browser.call('/api/jobs');
	expect([refused.status, refused.json]).toMatchObject([503, { reason: 'database_away', error: expect.any(String) }]);
	expect(refused.headers['retry-after']).toMatch(/^\d+$/);
	expect((await browser.call('/healthz')).status).toBe(200);
	await link.reopen();
	await expect.poll(readyz, { timeout: 20_000 }).toEqual([200, undefined]);
	const jobs = await browser.call('/api/jobs');
	expect([jobs.status, jobs.json]).toMatchObject([200, [{ id: jobId, status: 'completed' }]]);
});
