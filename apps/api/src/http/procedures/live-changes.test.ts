import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listenToChanges } from '../../testing/event-stream-testing.ts';
import { Browser, generate, signedIn, startTestServer, type TestServer } from '../../testing/server-testing.ts';

let test: TestServer;
let member: Browser;
beforeAll(async () => {
	test = await startTestServer();
	member = await signedIn(test.origin, 'community');
});
afterAll(() => test.close());

/** A page that has read the event with which each stream begins. */
async function listen(browser: Browser, headers: Readonly<Record<string, string>> = {}, search = '') {
	const page = await listenToChanges(browser, headers, search);
	expect([page.status, await page.nextEvent()]).toMatchObject([200, { event: 'connected' }]);
	return { page, first: await page.nextChanges() };
}

describe('a page that listens to changes', () => {
	it('hears of its own jobs as their images are stored, and of nobody else’s', async () => {
		const [mine, other] = [await listen(member), await listen(await signedIn(test.origin, 'community'))];
		const jobId = await generate(member);
		expect((await mine.page.nextChanges()).changes).toEqual([{ topic: 'job', id: jobId }]);
		const otherJob = await generate(await signedIn(test.origin, 'community'));
		expect(otherJob).not.toBe(jobId);
		mine.page.close();
		other.page.close();
		await expect(other.page.nextChanges()).rejects.toThrow('The stream ended.');
	});

	it('gets a stream that no proxy keeps back, changes or stores, and that says that it is there', async () => {
		const { page } = await listen(member, { 'accept-encoding': 'br, gzip', accept: 'text/event-stream' });
		expect(page.headers).toMatchObject({
			'content-type': 'text/event-stream',
			'cache-control': 'no-store, no-transform',
			'x-accel-buffering': 'no',
			'content-security-policy': expect.stringContaining("connect-src 'self'"),
		});
		expect(page.headers).not.toHaveProperty('content-encoding');
		expect(page.headers).not.toHaveProperty('content-length');
		let event = await page.nextEvent();
		while (event.event !== 'ping') event = await page.nextEvent();
		page.close();
	});

	it('goes on where it was cut off, by the header as by the address', async () => {
		const { page, first } = await listen(member);
		page.close();
		const jobId = await generate(member);
		const changes = [{ topic: 'job', id: jobId }];
		const again = await listen(member, { 'last-event-id': String(first.id) });
		expect(again.first).toMatchObject({ everything: false, changes });
		const input = encodeURIComponent(JSON.stringify({ json: { lastEventId: first.id } }));
		const byAddress = await listen(member, {}, `?input=${input}`);
		expect(byAddress.first).toMatchObject({ everything: false, changes });
		const current = await listen(member, { 'last-event-id': String(again.first.id) });
		for (const lost of ['12345', 'X'.repeat(2_000), '%00']) {
			const unknown = await listen(member, { 'last-event-id': lost });
			expect(unknown.first.changes).toEqual([]);
			unknown.page.close();
		}
		expect((await listen(member, { 'last-event-id': '12345' })).first.everything).toBe(true);
		for (const each of [again, byAddress, current]) each.page.close();
	});
});

describe('a stream ends, after it said so,', () => {
	async function readToEnd({ page }: Awaited<ReturnType<typeof listen>>) {
		const told: string[] = [];
		for (let { event, data } = await page.nextEvent(); event !== 'return'; { event, data } = await page.nextEvent()) {
			if (event === 'message') told.push(data);
		}
		expect(told.at(-1)).toContain('{"topic":"account","id":""}');
		await page.ended;
	}

	it('when its session signs out', async () => {
		const browser = await signedIn(test.origin, 'community');
		const listening = await listen(browser);
		expect((await browser.post('/trpc/auth.logout', {})).status).toBe(200);
		await readToEnd(listening);
	});

	it('when another session takes the place of its own, as for Premium', async () => {
		const browser = await signedIn(test.origin, 'community');
		const listening = await listen(browser);
		expect((await browser.signIn('premium')).status).toBe(200);
		await readToEnd(listening);
		(await listen(browser)).page.close();
	});

	it.each([
		['Premium of its session', (end: Date) => ({ premiumUntil: end })],
		['session', (end: Date) => ({ expiresAt: end, absoluteExpiresAt: end })],
	])('when the %s ends by itself', async (_what, toEnds) => {
		const browser = await signedIn(test.origin, 'community');
		await browser.signIn('premium');
		const ends = toEnds(new Date(Date.now() + 1_000));
		// Nothing of the product moves the end of a session forward.
		await test.server.services.db
			.updateTable('sessions')
			.set(ends as never)
			.execute();
		await readToEnd(await listen(browser));
		member = await signedIn(test.origin, 'community');
	});
});

describe('a stream is refused', () => {
	it('with the status of any other call, and as a procedure of its own alone', async () => {
		const statusOf = async (browser: Pick<Browser, 'origin' | 'cookies'>, search = '') => {
			const page = await listenToChanges(browser, {}, search);
			page.close();
			return page.status;
		};
		expect(await statusOf(new Browser(test.origin))).toBe(401);
		expect(await statusOf(member, '?batch=1&input=%7B%7D')).toBe(400);
		expect(await statusOf(member, '?input=%7B')).toBe(400);
		expect(await statusOf(member, ',auth.check?batch=1')).toBe(400);
		expect((await member.post('/trpc/live.changes', {})).status).toBe(400);
	});

	it('where a session has twelve already; and all that are open keep no call from being answered', async () => {
		const browsers = await Promise.all(Array.from({ length: 12 }, () => signedIn(test.origin, 'community')));
		const pages = await Promise.all(
			browsers.flatMap((browser) => Array.from({ length: 12 }, () => listenToChanges(browser))),
		);
		expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
		expect((await listenToChanges(browsers[0]!)).status).toBe(429);
		// More than an address may have on their way at once.
		expect(pages.length).toBeGreaterThan(128);
		expect((await member.call('/api/jobs')).status).toBe(200);
		for (const page of pages) page.close();
		await vi.waitFor(() => expect(test.server.services.live.count()).toBe(0), { timeout: 10_000 });
		(await listen(browsers[0]!)).page.close();
	});
});

it('ends with the server at once, which does not wait for it', async () => {
	const ending = await startTestServer();
	const { page } = await listen(await signedIn(ending.origin));
	const startedAt = performance.now();
	const closed = ending.close();
	await page.ended;
	expect(performance.now() - startedAt).toBeLessThan(1_000);
	await closed;
	expect(performance.now() - startedAt).toBeLessThan(5_000);
	expect(
		ending
			.log()
			.split('\n')
			.filter((line) => /"level":[456]0/.test(line)),
	).toEqual([]);
});
