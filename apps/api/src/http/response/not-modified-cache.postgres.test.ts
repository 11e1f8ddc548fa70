import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOnDisk } from '@adx/core/platform/storage/files-testing';
import { createTestBucket, type TestBucket } from '@adx/core/platform/storage/s3/s3-testing';
import { createTestDatabase, type TestDatabase } from '@adx/db/testing/database-testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser, generate, signedIn, startTestServer, type TestServer } from '../../testing/server-testing.ts';

let database: TestDatabase;
let bucket: TestBucket | undefined;
let folder: string;
let servers: readonly [TestServer, TestServer];
beforeAll(async () => {
	database = await createTestDatabase();
	folder = await mkdtemp(join(tmpdir(), 'adx-shared-'));
	bucket = isOnDisk ? undefined : await createTestBucket();
	const variables = {
		...bucket?.variables,
		DATABASE_URL: database.databaseUrl!,
		DATA_DIR: folder,
		SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
	};
	const start = () => startTestServer(variables);
	servers = [await start(), await start()];
});
afterAll(async () => {
	for (const server of servers) await server.close();
	await rm(folder, { recursive: true, force: true });
	bucket?.close();
	await database.destroy();
});

const paths = ['/api/jobs', `/trpc/generation.list?input=${encodeURIComponent('{"json":{}}')}`];

/** How many polls a server has answered from memory. */
async function countUnchanged({ server }: TestServer): Promise<number> {
	const { values } = await server.services.metrics.unchangedPolls.get();
	return values[0]?.value ?? 0;
}

/** Polls with the tag of the last answer, as a page does. */
async function createPoller(browser: Browser, path: string) {
	let tag = '';
	const poll = async () => {
		const answer = await browser.call(path, { headers: tag === '' ? {} : { 'if-none-match': tag } });
		tag = String(answer.headers.etag ?? tag);
		return answer.status;
	};
	const [polled] = servers;
	const before = await countUnchanged(polled);
	await expect.poll(async () => [await poll(), (await countUnchanged(polled)) > before]).toEqual([304, true]);
	return poll;
}

it.each(paths)(
	'a poll of %s reads nothing while nothing changed, and sees at once what another process wrote',
	async (path) => {
		const browser = await signedIn(servers[0].origin);
		const elsewhere = new Browser(servers[1].origin, browser.cookies);
		const jobId = await generate(browser);
		const poll = await createPoller(browser, path);
		const [image] = (await browser.call(`/api/images/${jobId}`)).json as { readonly id: string }[];
		const before = await countUnchanged(servers[0]);
		for (let polls = 0; polls < 5; polls += 1) expect(await poll()).toBe(304);
		expect((await countUnchanged(servers[0])) - before).toBe(5);
		for (const [index, writer] of [elsewhere, browser, elsewhere, browser].entries()) {
			for (const change of [{ mark: 'kept' }, { mark: null }]) {
				expect([index, (await writer.post(`/api/images/${image?.id}/mark`, change)).status]).toEqual([index, 200]);
				expect([index, await poll()]).toEqual([index, 200]);
			}
		}
		for (const change of ['lock', 'unlock']) {
			expect((await elsewhere.post(`/api/images/${image?.id}/${change}`)).status).toBe(200);
			expect([change, await poll()]).toEqual([change, 200]);
		}
		await poll();
		expect((await elsewhere.post('/api/auth/discord/logout')).status).toBe(200);
		expect(await poll()).toBe(401);
	},
);
