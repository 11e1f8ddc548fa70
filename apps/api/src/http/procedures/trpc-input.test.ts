import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRequest, startTestServer, type TestRequest, type TestServer } from '../../testing/server-testing.ts';

let test: TestServer;
beforeAll(async () => {
	test = await startTestServer();
	// What is loaded at the first call counts as the start's.
	await sendRequest(test.origin, '/trpc/mint.status');
});
afterAll(() => test.close());

const answeredWithinMs = 1_000;
const refusal = { message: 'The request could not be read.', data: { reason: 'bad_input', httpStatus: 400 } };

/** The status, and what the answers to all calls in it say; at once, whatever the input names. */
async function answersOf(path: string, call: TestRequest) {
	const startedMs = performance.now();
	const { status, json } = await sendRequest(test.origin, path, call);
	expect(performance.now() - startedMs).toBeLessThan(answeredWithinMs);
	const answers = [json].flat() as { readonly error?: { readonly json: unknown } }[];
	return { status, errors: answers.map(({ error }) => error?.json) };
}

const password = 'auth.signInWithPassword';
const sale = 'mint.sales.get';
const jsonHeaders = { 'content-type': 'application/json' };
const post = (path: string, body: string) => answersOf(path, { method: 'POST', headers: jsonHeaders, body });
const inQuery = encodeURIComponent;

/** One input, as JSON text, in each of the ways that tRPC takes it; with how many calls. */
const ways: readonly (readonly [string, number, (input: string) => ReturnType<typeof answersOf>])[] = [
	['POST', 1, (input) => post(`/trpc/${password}`, input)],
	['a batch by POST', 2, (input) => post(`/trpc/${password},${password}?batch=1`, `{"0":${input},"1":${input}}`)],
	['GET', 1, (input) => answersOf(`/trpc/${sale}?input=${inQuery(input)}`, {})],
	['GET twice', 1, (input) => answersOf(`/trpc/${sale}?input=${inQuery(input)}&input={}`, {})],
	[
		'a batch by GET',
		2,
		(input) => answersOf(`/trpc/${sale},${sale}?batch=1&input=${inQuery(`{"0":${input},"1":${input}}`)}`, {}),
	],
];

describe.each(ways)('input of %s', (_, calls, send) => {
	it.each([
		['a length', { json: 9e9, meta: { values: [['typed-array', 'Uint8Array']] } }],
		['an object with a length', { json: { length: 2e9 }, meta: { values: [['typed-array', 'Uint8Array']] } }],
		['a wider type', { json: { length: 2e9 }, meta: { values: [['typed-array', 'Float64Array']] } }],
		[
			'a length in one field',
			{ json: { kind: 'developer', password: 9e9 }, meta: { values: { password: [['typed-array', 'Uint8Array']] } } },
		],
		['a list of four thousand million', { json: [null], meta: { values: { 4294967294: ['undefined'] } } }],
		['a class', { json: {}, meta: { values: [['class', 'Object']] } }],
	])('rejects %s that superjson would allocate, with 400 and at once', async (_what, input) => {
		const { status, errors } = await send(JSON.stringify(input));
		expect(status).toBe(400);
		expect(errors).toMatchObject(Array.from({ length: calls }, () => refusal));
	});

	it.each([
		['65 levels', `${'['.repeat(64)}1${']'.repeat(64)}`],
		['a key __proto__', '{"__proto__":{"kind":"developer"}}'],
		['a key constructor.prototype', '{"constructor":{"prototype":{}}}'],
	])('rejects %s', async (_what, json) => {
		expect(await send(`{"json":${json}}`)).toMatchObject({ status: 400 });
	});
});

it.each([
	['65 levels', `${'['.repeat(65)}${']'.repeat(65)}`],
	['a key __proto__', '{"__proto__":"a"}'],
])('rejects connection parameters with %s', async (_, text) => {
	expect(await answersOf(`/trpc/mint.status?connectionParams=${inQuery(text)}`, {})).toMatchObject({ status: 400 });
});

it('rejects a batch of more than three whole lists, before any of them is read', async () => {
	const batchOf = (count: number) => Array.from({ length: count }, () => 'generation.list').join();
	expect((await sendRequest(test.origin, `/trpc/${batchOf(3)}?batch=1`)).status).toBe(401);
	const { status, json } = await sendRequest(test.origin, `/trpc/${batchOf(4)}?batch=1`);
	expect([status, json]).toEqual([400, expect.objectContaining({ error: 'Ask for fewer lists in one call.' })]);
});
