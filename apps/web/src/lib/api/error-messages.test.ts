import { HttpResponse, http } from 'msw';
import { describe, expect, test } from 'vitest';
import { api, procedure, Refusal } from '../../test/api.ts';
import { usePage } from '../../test/setup.tsx';
import { getFieldErrors, getHttpStatus, getRequestId, isRefusal, readErrorMessage } from './error-messages.ts';
import { createApiClient } from './trpc.ts';

usePage();

const unavailable = 'Service temporarily unavailable. Please try again in a moment.';

const fixed = [
	['ERR-02', 500, unavailable],
	['ERR-02', 503, unavailable],
	['ERR-03', 401, 'Authentication required. Please log in with Discord.'],
	['ERR-04', 403, 'Access denied. Please check your permissions.'],
	['ERR-05', 404, 'Resource not found.'],
] as const;
const ownText = [400, 402, 409, 413, 415, 422, 429] as const;

describe('a refused plain HTTP call', () => {
	test.each(fixed)('%s %i has its fixed sentence', async (_id, status, sentence) => {
		const response = new Response(JSON.stringify({ error: 'own words' }), { status });
		expect(await readErrorMessage(response)).toBe(sentence);
	});

	test.each(ownText)('%i keeps the words of the server (ERR-06)', async (status) => {
		expect(await readErrorMessage(new Response('{"error":"Own words."}', { status }))).toBe('Own words.');
	});

	test('about a damaged file keeps the words of the server, other failures of that status do not (AMB-23)', async () => {
		const answer = (reason: string) =>
			new Response(JSON.stringify({ error: 'images/2.png is damaged.', reason }), { status: 502 });
		expect(await readErrorMessage(answer('file_damaged'))).toBe('images/2.png is damaged.');
		expect(await readErrorMessage(answer('internal'))).toBe(unavailable);
	});

	test.each([
		['{"error":"E","message":"M"}', 'E'],
		['{"message":"M"}', 'M'],
		['{"neither":1}', '{"neither":1}'],
		['"just text"', '"just text"'],
		['plain words', 'plain words'],
		['', 'Bad Request'],
	])('the body %s reads as %s (ERR-01)', async (body, text) => {
		expect(await readErrorMessage(new Response(body, { status: 400, statusText: 'Bad Request' }))).toBe(text);
	});
});

describe('a refused procedure', () => {
	async function failWith(refusal: Refusal): Promise<Error> {
		api.use(procedure('database', 'stats', () => refusal));
		const client = createApiClient(window.location.origin);
		const failure: unknown = await client.database.stats.query().then(
			() => null,
			(error: unknown) => error,
		);
		if (!(failure instanceof Error)) throw new Error('the call did not fail');
		return failure;
	}

	test.each(fixed)('%s %i has the same sentence (AMB-55)', async (_id, status, sentence) => {
		const error = await failWith(new Refusal(status, 'own words'));
		expect(error.message).toBe(sentence);
		expect(getHttpStatus(error)).toBe(status);
	});

	test.each(ownText)('%i keeps the words of the server (AMB-55, ERR-06)', async (status) => {
		expect((await failWith(new Refusal(status, 'Own words.'))).message).toBe('Own words.');
	});

	test('about a damaged file keeps the words of the server and counts as its word (AMB-23)', async () => {
		const damaged = await failWith(new Refusal(502, 'It is damaged.', {}, 'file_damaged'));
		expect([damaged.message, isRefusal(damaged)]).toEqual(['It is damaged.', true]);
		const failed = await failWith(new Refusal(502, 'Broken.', {}, 'internal'));
		expect([failed.message, isRefusal(failed)]).toEqual([unavailable, false]);
	});

	test('brings the id by which the server’s log names it', async () => {
		expect(getRequestId(await failWith(new Refusal(503, 'down')))).toBe('r-1');
		expect(getRequestId(new Error('no call'))).toBeNull();
	});

	test('refused before it was reached has the id of its header', async () => {
		const headers = { 'X-Request-Id': 'r-2' };
		api.use(
			http.all('*/trpc/database.stats', () => HttpResponse.json({ error: 'Too large' }, { status: 413, headers })),
		);
		const error: unknown = await createApiClient(window.location.origin)
			.database.stats.query()
			.catch((reason: unknown) => reason);
		expect(getRequestId(error)).toBe('r-2');
	});

	test.each([
		[400, true],
		[429, true],
		[500, false],
	])('%i is a word of the server itself: %j', async (status, isOwn) => {
		expect(isRefusal(await failWith(new Refusal(status, 'Own words.')))).toBe(isOwn);
		expect(isRefusal(new Error('no call'))).toBe(false);
	});

	test('brings the sentences of its fields', async () => {
		const error = await failWith(new Refusal(400, 'Select at least one race', { races: 'Select at least one race' }));
		expect(getFieldErrors(error)).toEqual({ races: 'Select at least one race' });
	});
});
