import { createPixelEngine } from '@adx/core/platform/services-testing';
import { type FakeGemini, type FakeGeminiAnswer, startFakeGemini } from '@adx/fakes/gemini';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	type Browser,
	dumpDatabase,
	generationRequest,
	signedIn,
	startTestServer,
	type TestRequest,
	type TestResponse,
	type TestServer,
} from '../../testing/server-testing.ts';

// Bad inputs 15 to 27: orders. The second part sends a canary key through everything that can go wrong with a call and
// looks for it wherever it could have been left.

const canary = 'AIza-canary-7f3a9c51d2';

const atHome = { engine: 'sdwebui', engineAddress: 'http://127.0.0.1:7860' };
/** Where it says more than that the input is bad. */
const reasons: Readonly<Record<string, string>> = {
	'22 a model that is not configured': 'unknown_model',
	'22 an address that is not allowed': 'address_not_allowed',
};

let fake: FakeGemini;
let test: TestServer;
/** The same with at most 20 images per user and day. */
let limited: TestServer;
let developer: Browser;
let creator: Browser;
beforeAll(async () => {
	fake = await startFakeGemini({ sizePx: 8 });
	const variables = {
		GEMINI_BASE_URL: fake.origin,
		GEMINI_MODELS: 'painter-one,painter-two',
		GEMINI_RATE_PER_MINUTE: '60000',
		ENGINE_ADDRESSES: `sdwebui=${atHome.engineAddress}`,
	};
	test = await startTestServer(variables, undefined, { engines: { sdwebui: createPixelEngine() } });
	limited = await startTestServer({ ...variables, DAILY_GENERATION_LIMIT: '20' });
	[developer, creator] = [await signedIn(test.origin), await signedIn(test.origin, 'community')];
});
afterAll(async () => {
	await Promise.all([test.close(), limited.close()]);
	await fake.close();
});

const answers: string[] = [];
async function call(browser: Browser, path: string, options: TestRequest): Promise<TestResponse> {
	const answer = await browser.call(path, options);
	answers.push(JSON.stringify(answer.headers), answer.bytes.toString());
	return answer;
}

/** The order over REST and over tRPC. */
async function orderBoth(browser: Browser, change: object): Promise<readonly TestResponse[]> {
	const body = { ...generationRequest, ...change };
	const headers = { 'content-type': 'application/json' };
	const trpc = { method: 'POST', headers, body: JSON.stringify({ json: body }) };
	return [
		await call(browser, '/api/generate', { method: 'POST', body }),
		await call(browser, '/trpc/generation.start', trpc),
	];
}

/** What a refusal says, whichever way it came. */
function toRefusal({ json }: TestResponse): {
	readonly message: unknown;
	readonly reason: unknown;
	readonly fields: unknown;
} {
	const rest = json as { readonly error?: unknown; readonly reason?: unknown; readonly fields?: unknown };
	const trpc = (rest.error as { readonly json?: { readonly message: string; readonly data: Record<string, unknown> } })
		.json;
	if (trpc === undefined) return { message: rest.error, reason: rest.reason, fields: rest.fields };
	return { message: trpc.message, reason: trpc.data.reason, fields: trpc.data.fields };
}

const paid = { engine: 'gemini', geminiApiKey: canary };
const prefixSentence = "Please provide a valid Google Gemini API key (starts with 'AIza').";

describe('an order', () => {
	it.each<[title: string, change: object, field: string, sentence: string | RegExp]>([
		['15 no race', { races: [] }, 'races', 'Select at least one race'],
		['15 no class', { classes: [] }, 'classes', 'Select at least one class'],
		['15 no art style', { artStyle: '' }, 'artStyle', 'Select an art style'],
		['15 no background', { backgroundType: '' }, 'backgroundType', 'Select a background type'],
		['16 an unknown race', { races: ['elf', 'martian'] }, 'races.1', /race/],
		['16 an unknown class', { classes: ['plumber'] }, 'classes.0', /class/],
		['16 an unknown art style', { artStyle: 'crayon' }, 'artStyle', /art style/],
		['16 an unknown background', { backgroundType: 'the-moon' }, 'backgroundType', /background/],
		['16 an unknown affliction', { afflictions: ['tax'] }, 'afflictions.0', /affliction/],
		['16 an unknown engine', { engine: 'dall-e' }, 'engine', /./],
		['17 a race twice', { races: ['elf', 'elf'] }, 'races', 'Each entry may appear only once'],
		['17 1,000 races', { races: Array(1_000).fill('elf') }, 'races', /./],
		['18 a batch of 0', { batchSize: 0 }, 'batchSize', /./],
		['18 a batch of -1', { batchSize: -1 }, 'batchSize', /./],
		['18 a batch of 1.5', { batchSize: 1.5 }, 'batchSize', /./],
		['18 a batch of "5"', { batchSize: '5' }, 'batchSize', /./],
		['18 a batch of 1e9', { batchSize: 1e9 }, 'batchSize', /./],
		['19 a count that is not the batch', { count: 4 }, 'count', 'count must equal batchSize'],
		['22 a key of another kind', { ...paid, geminiApiKey: 'sk-1234' }, 'geminiApiKey', prefixSentence],
		['22 a key with a newline', { ...paid, geminiApiKey: `${canary}\r\nX-Evil: 1` }, 'geminiApiKey', /./],
		[
			'22 a key with look-alike letters',
			{ ...paid, geminiApiKey: `А${canary.slice(1)}` },
			'geminiApiKey',
			/plain letters/,
		],
		['22 a key of 201 characters', { ...paid, geminiApiKey: `AIza${'x'.repeat(197)}` }, 'geminiApiKey', /./],
		['22 no key', { engine: 'gemini' }, 'geminiApiKey', 'API key is required'],
		['22 a model that is not configured', { ...paid, model: 'painter-9' }, 'model', /painter-one, painter-two/],
		['22 a model that is an address', { ...paid, model: '../../v1/keys' }, 'model', /./],
		[
			'22 an address that is not allowed',
			{ ...atHome, engineAddress: 'http://169.254.169.254' },
			'engineAddress',
			/has not allowed/,
		],
		[
			'22 an address that is none',
			{ ...atHome, engineAddress: 'file:///etc/passwd' },
			'engineAddress',
			/not an address/,
		],
		['22 a login with a newline', { ...atHome, apiKey: 'me:x\nhost: evil' }, 'apiKey', /./],
		['22 a login without a password', { ...atHome, apiKey: canary }, 'apiKey', /such as name:password/],
		['23 a project name of 10,000 characters', { projectName: 'x'.repeat(10_000) }, 'projectName', /characters/],
		['23 a project name with a control character', { projectName: 'a\u0007b' }, 'projectName', /cannot be shown/],
		['23 a project name that turns around', { projectName: 'a\u202egpj.exe' }, 'projectName', /cannot be shown/],
	])('rejects %s with a sentence at its field', async (title, change, field, sentence) => {
		for (const answer of await orderBoth(developer, change)) {
			const refusal = toRefusal(answer);
			expect([answer.status, refusal.reason]).toEqual([400, reasons[title] ?? 'bad_input']);
			expect(refusal.message).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence));
			expect(refusal.fields).toHaveProperty([field]);
			expect(answer.bytes.toString()).not.toMatch(/\n\s+at |node_modules/);
		}
	});

	it.each([
		['20 a premium style', { artStyle: 'bold-retro' }, 'premium_style'],
		['21 the sixth style', { artStyle: 'fine-elegant' }, 'premium_style'],
		['21 a sixth image', { batchSize: 6 }, 'premium_batch_size'],
	])('rejects %s of a creator with 402 and a sentence', async (_, change, reason) => {
		for (const answer of await orderBoth(creator, change)) {
			expect([answer.status, toRefusal(answer).reason]).toEqual([402, reason]);
			expect(toRefusal(answer).message).toEqual(expect.stringContaining('premium'));
		}
	});

	it('24 keeps a project name that is markup as the text it is', async () => {
		const projectName = '<img src=x onerror=alert(1)>';
		const { json, status } = await call(developer, '/api/generate', {
			method: 'POST',
			body: { ...generationRequest, projectName },
		});
		expect([status, (json as { job: object }).job]).toEqual([200, expect.objectContaining({ projectName })]);
		const { jobId } = json as { jobId: string };
		await expect
			.poll(async () => (await developer.call(`/api/generate/${jobId}/zip`)).status, { timeout: 10_000 })
			.toBe(200);
		const { headers } = await developer.call(`/api/generate/${jobId}/zip`, { method: 'HEAD' });
		expect(headers['content-disposition']).not.toMatch(/[<>]/);
	});

	it('25 with the same Idempotency-Key is one job, and rejects another body with 422', async () => {
		const headers = { 'idempotency-key': 'again' };
		const send = (change: object = {}) =>
			call(creator, '/api/generate', { method: 'POST', headers, body: { ...generationRequest, ...change } });
		const ids = [await send(), await send(), ...(await Promise.all([send(), send()]))].map(
			({ json }) => (json as { jobId: string }).jobId,
		);
		expect(new Set(ids).size).toBe(1);
		const other = await send({ batchSize: 2 });
		expect([other.status, other.json]).toEqual([422, expect.objectContaining({ reason: 'idempotency_mismatch' })]);
	});

	it('26 50 at the same time never exceed the limit of the day, and say when it ends', async () => {
		const browser = await signedIn(limited.origin);
		const started = await Promise.all(
			Array.from({ length: 50 }, () => browser.post('/api/generate', { ...generationRequest, batchSize: 1 })),
		);
		const byStatus = Map.groupBy(started, ({ status }) => status);
		expect([...byStatus].map(([status, group]) => [status, group.length]).toSorted()).toEqual([
			[200, 20],
			[429, 30],
		]);
		const refused = byStatus.get(429)?.[0];
		expect(refused?.json).toMatchObject({
			reason: 'daily_limit',
			error: expect.stringMatching(/^Daily generation limit reached \(20\)\. Resets in \d\d:\d\d\.$/),
		});
		expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
		expect((await browser.call('/api/jobs')).json).toHaveLength(20);
	});

	it.each([
		['27 a body that is a list', '[]'],
		['27 a body that is text', '"elf"'],
		['27 a body that is null', 'null'],
		[
			'27 fields of other types',
			JSON.stringify({ ...generationRequest, races: 'elf', classes: { 0: 'wizard' }, artStyle: ['x'] }),
		],
		['27 a deep weight', JSON.stringify({ ...generationRequest, weights: { race: { elf: { elf: 1 } } } })],
	])('rejects %s with 400', async (_, body) => {
		const headers = { 'content-type': 'application/json' };
		const answer = await call(developer, '/api/generate', { method: 'POST', headers, body });
		expect(answer.status).toBe(400);
		expect(answer.json).toMatchObject({ error: expect.any(String), reason: 'bad_input' });
	});
});

describe('job control', () => {
	it.each([
		['pause', { extra: 1 }],
		['resume', { geminiApiKey: 'AIza\u0000' }],
		['retry', { geminiApiKey: 5 }],
		['cancel', { scope: 'all' }],
		['regenerate', {}],
		['regenerate', { imageIds: [] }],
		['regenerate', { imageIds: ['../x'] }],
		['regenerate', { imageIds: 'all' }],
		['regenerate', { imageIds: Array(10_001).fill('x') }],
	])('rejects a bad body of %s with 400', async (verb, body) => {
		const path = `/api/generate/00000000-0000-4000-8000-000000000000/${verb}`;
		expect((await call(developer, path, { method: 'POST', body })).status).toBe(400);
	});

	it.each([
		['choose', { version: 0 }],
		['choose', { version: '1' }],
		['mark', { mark: 'hated' }],
		['mark', {}],
		['lock', { locked: true }],
	])('rejects a bad body of an image’s %s with 400', async (verb, body) => {
		const path = `/api/images/00000000-0000-4000-8000-000000000000/${verb}`;
		expect((await call(developer, path, { method: 'POST', body })).status).toBe(400);
	});
});

describe('a canary key', () => {
	const courses: readonly [title: string, ...FakeGeminiAnswer[]][] = [
		['is accepted'],
		['is refused', { kind: 'bad_key' }],
		['is forbidden', { kind: 'forbidden' }],
		['is echoed by a refusal', { kind: 'echo_key', status: 400 }],
		['is echoed by a limit, then by a fault', { kind: 'echo_key', status: 429 }, { kind: 'echo_key', status: 500 }],
		['is used for a prompt that is blocked', { kind: 'blocked_prompt' }, { kind: 'finish', reason: 'SAFETY' }],
		['is used on a line that breaks', { kind: 'reset' }, { kind: 'truncated' }, { kind: 'not_json' }],
	];

	it.each(courses)('%s, is found nowhere afterwards', async (_, ...course) => {
		fake.answerNext(...(course as FakeGeminiAnswer[]));
		const body = { ...generationRequest, ...paid, batchSize: 2 };
		const { json, status } = await call(developer, '/api/generate', { method: 'POST', body });
		expect(status).toBe(200);
		const { jobId } = json as { jobId: string };
		const phase = async () => ((await call(developer, `/api/generate/${jobId}`, {})).json as { phase: string }).phase;
		await expect.poll(phase, { timeout: 50_000, interval: 200 }).toMatch(/^(done|partial|paused|failed)$/);
		expect(fake.count(canary)).toBeGreaterThan(0);
		for (const path of [`/api/images/${jobId}`, '/api/jobs', '/api/stats']) await call(developer, path, {});
		await expectNowhere(canary);
	});

	it('is found in the database only sealed while its job waits', async () => {
		fake.script({ key: 'AIza-canary-waits', answer: { kind: 'image' }, delayMs: 3_000 });
		const body = { ...generationRequest, ...paid, geminiApiKey: 'AIza-canary-waits', batchSize: 2 };
		const { json } = await call(developer, '/api/generate', { method: 'POST', body });
		const { jobId } = json as { jobId: string };
		expect(await isKeyStored()).toBe(true);
		await expectNowhere('AIza-canary-waits');
		expect((await call(developer, `/api/generate/${jobId}/cancel`, { method: 'POST' })).status).toBe(200);
		expect(await isKeyStored()).toBe(false);
	});

	const isKeyStored = async () => /"sealed_api_key":"v1\./.test(await dumpDatabase(test));

	async function expectNowhere(key: string): Promise<void> {
		// In part too, and as it would look in an address or in base64.
		const middle = key.slice(5, -3);
		const forms = [middle, Buffer.from(key).toString('base64').slice(4, -4), Buffer.from(key).toString('hex')];
		const places = {
			log: test.log(),
			database: await dumpDatabase(test),
			answers: answers.join('\n'),
			files: await test.files.dump(),
		};
		for (const [place, text] of Object.entries(places)) {
			expect(text.length, place).toBeGreaterThan(0);
			for (const form of forms) expect([place, form, text.includes(form)]).toEqual([place, form, false]);
		}
	}
});

describe('after all of them', () => {
	it('the server lives and has seen no defect', async () => {
		expect((await call(developer, '/healthz', {})).status).toBe(200);
		expect(test.log()).not.toMatch(/"level":[56]0/);
	});
});
