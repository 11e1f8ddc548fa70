import { createHash, randomBytes } from 'node:crypto';
import { createPixelEngine } from '@adx/core/platform/services-testing';
import { isOnDisk } from '@adx/core/platform/storage/files-testing';
import { deleteSession, findSession, insertSession, type NewSession } from '@adx/db/repositories/auth/sessions';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
	type Browser,
	generate,
	generationRequest,
	sendRequest,
	signedIn,
	startTestServer,
	type TestServer,
} from '../../testing/server-testing.ts';
import { exchangeBytes } from '../../testing/socket-testing.ts';

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

const cookieOf = ({ cookies }: Browser) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

const sessionIdOf = (token = '') => createHash('sha256').update(token).digest('hex');

/** On a server a poll waits for a notification to itself, and reads nothing. */
const notificationsPerPoll = isOnDisk ? 0 : 1;

/** Statements that reached the database while the work went on. */
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

/** The same for work that can be repeated: the fewest of three times, since the server asks for itself now and then. */
async function fewestQueriesOf(work: () => Promise<unknown>): Promise<number> {
	return Math.min(await queriesOf(work), await queriesOf(work), await queriesOf(work));
}

/** What a poll is answered with as soon as something in the caller's session has ended by time. */
async function statusAfter(path: string, endingAt: (end: Date) => Partial<NewSession>): Promise<number> {
	const { db } = test.server.services;
	const found = await findSession(db, sessionIdOf(browser.cookies.get('adx_session')));
	const token = randomBytes(20)
		.toString('hex')
		.replaceAll(/[0189]/g, 'z');
	const end = new Date(Date.now() + 3_000);
	const later = new Date(Date.now() + 3_600_000);
	const session = { method: 'community', expiresAt: later, absoluteExpiresAt: later } as const;
	await insertSession(db, { id: sessionIdOf(token), userId: found?.user.id ?? '', ...session, ...endingAt(end) });
	browser.cookies.set('adx_session', token);
	const poll = await createPoller(path);
	expect(Date.now()).toBeLessThan(end.getTime());
	await new Promise((resolve) => setTimeout(resolve, end.getTime() - Date.now() + 10));
	return (await poll()).status;
}

describe.each(paths)('a poll of %s', (path) => {
	it('reads nothing while nothing changed', async () => {
		const poll = await createPoller(path);
		const queries = await fewestQueriesOf(async () => {
			for (let polls = 0; polls < 5; polls += 1) expect((await poll()).status).toBe(304);
		});
		expect(queries).toBe(5 * notificationsPerPoll);
		expect(await queriesOf(() => browser.call(path))).toBeGreaterThan(notificationsPerPoll);
	});

	it('is answered from memory with those headers of the full answer that a 304 needs, and an id of its own', async () => {
		const poll = await createPoller(path);
		const full = await browser.call(path);
		const ids = [full.headers['x-request-id']];
		const { etag, vary, 'cache-control': cacheControl } = full.headers;
		const queries = await fewestQueriesOf(async () => {
			for (let polls = 0; polls < 3; polls += 1) {
				const { status, headers, bytes } = await poll();
				expect([status, bytes.byteLength, headers['content-type']]).toEqual([304, 0, undefined]);
				expect([headers.etag, headers.vary, headers['cache-control']]).toEqual([etag, vary, cacheControl]);
				ids.push(headers['x-request-id']);
			}
		});
		expect(queries).toBe(3 * notificationsPerPoll);
		expect(full.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-cache' });
		expect(new Set(ids).size).toBe(ids.length);
		for (const id of ids) expect(id).toMatch(/^[\da-f-]{36}$/);
	});

	it('is logged like any other, by its route', async () => {
		const poll = await createPoller(path);
		const { headers } = await poll();
		const lines = test.log().split('\n');
		const line = lines.find((each) => each.includes(String(headers['x-request-id']))) ?? '{}';
		const route = path === '/api/jobs' ? path : '/trpc/*';
		expect(JSON.parse(line)).toMatchObject({ msg: 'answered', method: 'GET', route, status: 304 });
	});

	it('tells of every change of a job or of an image in it', async () => {
		const poll = await createPoller(path);
		const [image] = (await browser.call(`/api/images/${jobId}`)).json as { readonly id: string }[];
		const changes: readonly (() => Promise<{ readonly status: number }>)[] = [
			() => browser.post(`/api/images/${image?.id}/mark`, { mark: 'kept' }),
			() => browser.post(`/api/images/${image?.id}/lock`),
			() => browser.post(`/api/images/${image?.id}/unlock`),
			() => browser.post('/api/generate', { ...generationRequest, seed: 'next' }),
		];
		for (const [index, change] of changes.entries()) {
			expect([index, (await change()).status]).toEqual([index, 200]);
			expect([index, (await poll()).status]).toEqual([index, 200]);
		}
	});

	it('rejects a session that was ended, at once', async () => {
		const poll = await createPoller(path);
		await deleteSession(test.server.services.db, sessionIdOf(browser.cookies.get('adx_session')));
		expect((await poll()).status).toBe(401);
	});

	it('rejects a session after signing out, and another browser that sends the same tag', async () => {
		const poll = await createPoller(path);
		const stranger = await signedIn(test.origin, 'community');
		const tag = String((await browser.call(path)).headers.etag);
		const theirs = await stranger.call(path, { headers: { 'if-none-match': tag } });
		expect(theirs.status).toBe(200);
		const cookie = cookieOf(browser);
		expect((await poll()).status).toBe(304);
		await browser.post('/api/auth/discord/logout');
		const after = await sendRequest(test.origin, path, { headers: { cookie, 'if-none-match': tag } });
		expect(after.status).toBe(401);
	});

	it('rejects a session that has come to its end by time, though nothing was changed', async () => {
		expect(await statusAfter(path, (end) => ({ expiresAt: end, absoluteExpiresAt: end }))).toBe(401);
	});

	it('rejects an account without a role once it is not a developer any more, though nothing was changed', async () => {
		expect(await statusAfter(path, (end) => ({ method: 'discord', developerUntil: end }))).toBe(403);
	});

	it('rejects what would be refused without a tag as well: an invalid access token, an encoded body, an unknown cookie', async () => {
		const poll = await createPoller(path);
		const tag = String((await poll()).headers.etag);
		const refused: [Readonly<Record<string, string>>, number][] = [
			[{ authorization: 'Bearer none' }, 401],
			[{ 'content-encoding': 'gzip' }, 415],
			[{ cookie: 'adx_session=none' }, 401],
			[{ cookie: '' }, 401],
		];
		for (const [headers, status] of refused) {
			const answer = await browser.call(path, { headers: { 'if-none-match': tag, ...headers } });
			expect([headers, answer.status, answer.headers.etag]).toEqual([headers, status, undefined]);
		}
	});

	it('is answered under each of our names and from any site, as every reading call is, and else looked up', async () => {
		const poll = await createPoller(path);
		const tag = String((await poll()).headers.etag);
		const { host } = new URL(test.origin);
		const ask = (headers: Readonly<Record<string, string>>, method = 'GET') =>
			browser.call(path, { method, headers: { 'if-none-match': tag, ...headers } });
		const elsewhere = { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' };
		const queriesOfPoll = (headers: Readonly<Record<string, string>>) =>
			fewestQueriesOf(async () => expect((await ask(headers)).status).toBe(304));
		expect(await queriesOfPoll(elsewhere)).toBe(notificationsPerPoll);
		const other = { host: host.replace('127.0.0.1', 'localhost') };
		expect(await queriesOf(() => ask(other))).toBeGreaterThan(notificationsPerPoll);
		expect(await queriesOfPoll(other)).toBe(notificationsPerPoll);
		expect((await ask(elsewhere, 'POST')).status).toBe(403);
		const head = path === '/api/jobs' ? 304 : 404;
		expect((await ask({}, 'HEAD')).status).toBe(head);
		expect((await poll()).status).toBe(304);
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
		const { json } = await browser.post('/api/generate', { ...generationRequest, seed: path });
		const { jobId: running } = json as { readonly jobId: string };
		const db = test.server.services.db;
		const poll = async (tag?: string) =>
			browser.call(path, tag === undefined ? {} : { headers: { 'if-none-match': tag } });
		try {
			await expect
				.poll(async () => (await browser.call(`/api/generate/${running}`)).json, { timeout: 20_000 })
				.toMatchObject({ phase: 'running' });
			const startedAt = new Date(Date.now() - 30_000);
			await db.updateTable('generationJobs').set({ progress: 1, startedAt }).where('id', '=', running).execute();
			const first = await poll();
			await new Promise((resolve) => setTimeout(resolve, 1_100));
			const later = await poll(String(first.headers.etag));
			expect([later.status, later.bytes.equals(first.bytes)]).toEqual([200, false]);
		} finally {
			await db.updateTable('generationJobs').set({ progress: 0 }).where('id', '=', running).execute();
			draw();
			mayDraw = Promise.resolve();
		}
	});
});

it('a poll of merges is rejected once premium has ended by time, though nothing was changed', async () => {
	expect(await statusAfter('/api/merge-jobs', (end) => ({ premiumUntil: end }))).toBe(403);
});

it('a poll that arrives while the server ends is still answered, and its connection closed', async () => {
	const ending = await startTestServer();
	const member = await signedIn(ending.origin);
	const tag = String((await member.call('/api/jobs')).headers.etag);
	const { host } = new URL(ending.origin);
	const head = ['GET /api/jobs HTTP/1.1', `Host: ${host}`, `Cookie: ${cookieOf(member)}`, `If-None-Match: ${tag}`];
	// The last line comes when the server is ending already.
	const exchanged = exchangeBytes(ending.origin, [`${head.join('\r\n')}\r\n`, '\r\n'], 500);
	await new Promise((resolve) => setTimeout(resolve, 200));
	const closed = ending.close();
	const { received } = await exchanged;
	await closed;
	expect(received).toMatch(/^HTTP\/1\.1 304 .*\r\nconnection: close\r\n/is);
});
