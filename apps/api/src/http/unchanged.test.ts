import { createHash } from 'node:crypto';
import { createPixelEngine } from '@adx/core/testing';
import { deleteSession } from '@adx/db/repositories/sessions';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Browser, callRaw, generate, order, signedIn, startTestServer, type TestServer } from '../testing.ts';

let test: TestServer;
let browser: Browser;
let jobId: string;
let mayDraw: Promise<void> = Promise.resolve();
beforeAll(async () => {
	test = await startTestServer(
		{},
		createPixelEngine(() => mayDraw),
	);
});
beforeEach(async () => {
	browser = await signedIn(test.origin);
	jobId = await generate(browser);
});
afterAll(() => test.close());

const paths = ['/api/jobs', `/trpc/generation.list?input=${encodeURIComponent('{"json":{}}')}`];

/** Asks as a poller does, which sends the tag it got last. */
async function createPoller(path: string) {
	let tag = '';
	const poll = async () => {
		const answer = await browser.call(path, { headers: tag === '' ? {} : { 'if-none-match': tag } });
		tag = String(answer.headers.etag ?? tag);
		return answer;
	};
	// The first answer may still see the end of what was going on.
	while ((await poll()).status !== 304) await new Promise((resolve) => setTimeout(resolve, 50));
	return poll;
}

/** Statements that reached the embedded engine while the work went on. */
async function queriesOf(work: () => Promise<unknown>): Promise<number> {
	const { db } = test.server.services;
	const executor = db.getExecutor();
	const connect = executor.provideConnection;
	let count = 0;
	executor.provideConnection = (consume, options) => {
		count += 1;
		return connect.call(executor, consume, options) as never;
	};
	await work();
	executor.provideConnection = connect;
	return count;
}

describe.each(paths)('a poll of %s', (path) => {
	it('costs no query while nothing changed', async () => {
		const poll = await createPoller(path);
		const queries = await queriesOf(async () => {
			for (let polls = 0; polls < 5; polls += 1) expect((await poll()).status).toBe(304);
		});
		expect(queries).toBe(0);
		expect(await queriesOf(() => browser.call(path))).toBeGreaterThan(0);
	});

	it('tells of every change of a job or of an image in it', async () => {
		const poll = await createPoller(path);
		const [image] = (await browser.call(`/api/images/${jobId}`)).json as { readonly id: string }[];
		const changes: readonly (() => Promise<{ readonly status: number }>)[] = [
			() => browser.post(`/api/images/${image?.id}/mark`, { mark: 'kept' }),
			() => browser.post(`/api/images/${image?.id}/lock`),
			() => browser.post(`/api/images/${image?.id}/unlock`),
			() => browser.post('/api/generate', { ...order, seed: 'next' }),
		];
		for (const [index, change] of changes.entries()) {
			expect([index, (await change()).status]).toEqual([index, 200]);
			expect([index, (await poll()).status]).toEqual([index, 200]);
		}
	});

	it('rejects a session that was ended, at once', async () => {
		const poll = await createPoller(path);
		const token = browser.cookies.get('adx_session') ?? '';
		await deleteSession(test.server.services.db, createHash('sha256').update(token).digest('hex'));
		expect((await poll()).status).toBe(401);
	});

	it('rejects a session after signing out, and another browser that sends the same tag', async () => {
		const poll = await createPoller(path);
		const stranger = await signedIn(test.origin, 'community');
		const tag = String((await browser.call(path)).headers.etag);
		const theirs = await stranger.call(path, { headers: { 'if-none-match': tag } });
		expect(theirs.status).toBe(200);
		const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
		expect((await poll()).status).toBe(304);
		await browser.post('/api/auth/discord/logout');
		const after = await callRaw(test.origin, path, { headers: { cookie, 'if-none-match': tag } });
		expect(after.status).toBe(401);
	});

	it('rejects an evil Host though the answer is remembered', async () => {
		const poll = await createPoller(path);
		const tag = String((await poll()).headers.etag);
		const evil = await browser.call(path, { headers: { host: 'evil.example', 'if-none-match': tag } });
		expect(evil.status).toBe(403);
	});

	it('follows the time that a running job still takes', async () => {
		let draw = () => {};
		mayDraw = new Promise((resolve) => {
			draw = resolve;
		});
		const { json } = await browser.post('/api/generate', { ...order, seed: path });
		const { jobId: running } = json as { readonly jobId: string };
		const db = test.server.services.db;
		await expect
			.poll(async () => (await browser.call(`/api/generate/${running}`)).json, { timeout: 5_000 })
			.toMatchObject({ phase: 'running' });
		const startedAt = new Date(Date.now() - 30_000);
		await db.updateTable('generationJobs').set({ progress: 1, startedAt }).where('id', '=', running).execute();
		const poll = async (tag?: string) =>
			browser.call(path, tag === undefined ? {} : { headers: { 'if-none-match': tag } });
		const first = await poll();
		await new Promise((resolve) => setTimeout(resolve, 1_100));
		const later = await poll(String(first.headers.etag));
		expect([later.status, later.bytes.equals(first.bytes)]).toEqual([200, false]);
		await db.updateTable('generationJobs').set({ progress: 0 }).where('id', '=', running).execute();
		draw();
		mayDraw = Promise.resolve();
	});
});
