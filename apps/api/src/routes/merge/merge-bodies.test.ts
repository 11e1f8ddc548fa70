import { type ClientRequest, request } from 'node:http';
import { createPng } from '@adx/core/merge/merge-testing';
import type { MergeJob } from '@adx/validators/merge';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Browser, signedIn, startTestServer, type TestServer } from '../../testing/server-testing.ts';

let test: TestServer;
beforeAll(async () => {
	test = await startTestServer({ LOCKED_PAGES: '' });
});
afterAll(() => test.close());

const calls = new Set<ClientRequest>();
afterEach(() => {
	for (const call of calls) call.destroy();
	calls.clear();
});

interface Answered {
	readonly status: number;
	readonly retryAfter: string | undefined;
	readonly text: string;
}

/** Begins to post a merge, whose body the test sends at its own speed. */
function begin({ origin, cookies }: Browser) {
	const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
	const headers = { 'content-type': 'application/json', cookie };
	const call = request(`${origin}/api/merge-jobs`, { method: 'POST', headers, agent: false });
	calls.add(call);
	const answered = new Promise<Answered>((resolve, reject) => {
		call.once('error', reject).once('response', (response) => {
			let text = '';
			response.setEncoding('utf8').on('data', (piece: string) => {
				text += piece;
			});
			const { statusCode: status = 0, headers } = response;
			response.once('end', () => resolve({ status, retryAfter: headers['retry-after'], text }));
		});
	});
	// Those that a test leaves are not asked.
	answered.catch(() => {});
	return { call, answered };
}

function post(browser: Browser, body: object) {
	const { call, answered } = begin(browser);
	call.end(JSON.stringify(body));
	return { call, answered };
}

let pictures = 0;
/** A merge of one picture that nobody has sent before. */
async function mergeOf(projectName: string) {
	pictures += 1;
	const imageData = `data:image/png;base64,${(await createPng(1_000 + pictures)).toString('base64')}`;
	const images = [{ filename: 'a.png', imageData, metadata: null }];
	const uploadedAt = '2026-11-21T10:00:00.000Z';
	return {
		projectName,
		inputCollections: [{ id: 'a', name: 'A', description: '', imageCount: 1, images, uploadedAt }],
	};
}

const isAnswered = (answered: Promise<unknown>, withinMs = 200) =>
	Promise.race([
		answered.then(() => true),
		new Promise<false>((resolve) => setTimeout(() => resolve(false), withinMs)),
	]);

/** Resolves when no further body of the account gets a place. */
const whenFull = (browser: Browser) =>
	vi.waitFor(
		async () => {
			const { call, answered } = post(browser, {});
			const isRefused = await isAnswered(answered, 1_000);
			call.destroy();
			expect(isRefused && (await answered).status).toBe(429);
		},
		{ timeout: 10_000 },
	);

describe('bodies that arrive slowly', () => {
	it('hold up nobody else', async () => {
		const [one, two, other] = await Promise.all([1, 2, 3].map(() => signedIn(test.origin, 'community')));
		for (const browser of [one!, two!]) {
			begin(browser).call.write('{"projectName":"Slow",');
			await browser.call('/api/merge-jobs');
		}
		expect((await post(other!, await mergeOf('Quick')).answered).status).toBe(200);
	});

	it('are at most four of an account; a fifth is told when to come again, and comes in when one has gone', async () => {
		const browser = await signedIn(test.origin);
		const slow = Array.from({ length: 4 }, () => begin(browser));
		for (const { call } of slow) call.write('{"projectName":"Slow",');
		const fifth = await vi.waitFor(async () => {
			const { answered } = post(browser, { projectName: 'Fifth' });
			const answer = await answered;
			expect(answer.status).toBe(429);
			return answer;
		});
		expect([fifth.retryAfter, fifth.text]).toEqual([
			'5',
			'4 merges of yours are just being received. Wait until one of them has arrived.',
		]);
		slow[0]!.call.end('"inputCollections":[]}');
		expect((await slow[0]!.answered).status).toBe(400);
		expect((await post(browser, await mergeOf('Fifth')).answered).status).toBe(200);
	});
});

describe('while pictures of a body are stored', () => {
	let release: () => void;
	let held: string[];
	beforeEach(() => {
		const { storage } = test.server.services;
		const putStream = storage.putStream.bind(storage);
		const released = new Promise<void>((resolve) => {
			release = resolve;
		});
		held = [];
		vi.spyOn(storage, 'putStream').mockImplementation(async (stream, promise) => {
			held.push(promise.expectedSha256);
			await released;
			return putStream(stream, promise);
		});
	});
	afterEach(() => {
		release();
		vi.restoreAllMocks();
	});
	const whenHeld = (count: number) => vi.waitFor(() => expect(held).toHaveLength(count), { timeout: 10_000 });

	it('one that waited for a thread is answered after those before it have hung up', async () => {
		const [one, two, other] = await Promise.all([1, 2, 3].map(() => signedIn(test.origin, 'community')));
		const before = [post(one!, await mergeOf('One')), post(two!, await mergeOf('Two'))];
		await whenHeld(2);
		const { answered } = post(other!, await mergeOf('Three'));
		expect(await isAnswered(answered)).toBe(false);
		for (const { call } of before) call.destroy();
		release();
		expect((await answered).status).toBe(200);
	});

	it('others of the same account wait behind it, and those of another do not', async () => {
		const [browser, other] = [await signedIn(test.origin), await signedIn(test.origin, 'community')];
		const first = post(browser, await mergeOf('First'));
		await whenHeld(1);
		const second = post(browser, await mergeOf('Second'));
		const elsewhere = post(other, await mergeOf('Elsewhere'));
		await whenHeld(2);
		expect(await isAnswered(second.answered)).toBe(false);
		expect(held).toHaveLength(2);
		release();
		const answers = await Promise.all([first, second, elsewhere].map(({ answered }) => answered));
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
	});

	it('one whose caller leaves waits no longer, and is never merged', async () => {
		const browser = await signedIn(test.origin, 'community');
		const first = post(browser, await mergeOf('First'));
		await whenHeld(1);
		const [left, ...stayed] = [
			post(browser, await mergeOf('Left')),
			post(browser, await mergeOf('Second')),
			post(browser, await mergeOf('Third')),
		];
		await whenFull(browser);
		left!.call.destroy();
		// It has given its place away: one more may come and wait.
		const fifth = await vi.waitFor(async () => {
			const attempt = post(browser, await mergeOf('Fifth'));
			expect(await isAnswered(attempt.answered, 1_000)).toBe(false);
			return attempt;
		}, 10_000);
		release();
		for (const { answered } of [first, ...stayed, fifth]) expect((await answered).status).toBe(200);
		const merges = (await browser.call('/api/merge-jobs')).json as MergeJob[];
		expect(merges.map(({ projectName }) => projectName).sort()).toEqual(['Fifth', 'First', 'Second', 'Third']);
	});
});
