import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isOnDisk } from '@adx/core/platform/storage/files-testing';
import { type FakeGemini, type FakeGeminiAnswer, startFakeGemini } from '@adx/fakes/gemini';
import type { GeneratedImage } from '@adx/validators/generation/generated-image';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
	type Browser,
	dumpDatabase,
	generate,
	generationRequest,
	signedIn,
	startTestServer,
	type TestServer,
} from '../../testing/server-testing.ts';

const keys = ['AIzaCanary0123456789canary0123456789can', 'AQ.Ab8Canary-canary_canary.canary0123456789'];
let fake: FakeGemini;
let test: TestServer;
let browser: Browser;
const answers: string[] = [];

beforeAll(async () => {
	fake = await startFakeGemini({ sizePx: 64 });
	const variables = {
		GEMINI_BASE_URL: fake.origin,
		GEMINI_RATE_PER_MINUTE: '60000',
		GEMINI_MODELS: 'a-model',
		GEMINI_PRICES: '{"pricedAt":"2026-11-21","usdPerImage":{"a-model":0.04}}',
	};
	// What was deleted from a table may still stand in the database's files.
	test = await startTestServer(variables, undefined, { isOnDisk: true });
	browser = await signedIn(test.origin);
});
afterAll(async () => {
	await test.close();
	await fake.close();
});
afterEach(() => {
	expect(fake.mistakes).toEqual([]);
	fake.reset();
});

const body = (changes: object = {}) => ({ ...generationRequest, engine: 'gemini', geminiApiKey: keys[0], ...changes });

/** What the owner is shown of a job, remembered. */
async function shown(path: string): Promise<unknown> {
	const { bytes, json } = await browser.call(path);
	answers.push(bytes.toString('latin1'));
	return json;
}

async function run(changes: object = {}) {
	const jobId = await generate(browser, body(changes));
	return { jobId, job: await shown(`/api/generate/${jobId}`), images: await shown(`/api/images/${jobId}`) };
}

async function filesText(folder: string): Promise<string> {
	const names = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n');
}

describe('a job with the user’s own Gemini key', () => {
	it.each(keys)('paints with the key and the model, and shows what it cost: %s', async (geminiApiKey) => {
		const { job, images, jobId } = await run({ geminiApiKey });
		expect(job).toMatchObject({ phase: 'done', progress: 3, model: 'a-model', costUsd: 0.12, needsApiKey: true });
		expect(images).toMatchObject([1, 2, 3].map((tokenNumber) => ({ tokenNumber, paidCalls: 1, costUsd: 0.04 })));
		expect([fake.count(geminiApiKey), fake.count()]).toEqual([3, 3]);
		const [first] = images as readonly GeneratedImage[];
		await shown(first?.imageUrl ?? '');
		answers.push((await browser.post('/api/generate/zip', { jobId })).bytes.toString('latin1'));
	});

	it('ends after one call with a key that is refused', async () => {
		fake.script({ answer: { kind: 'bad_key' } });
		const { job } = await run();
		expect(job).toMatchObject({ phase: 'failed', progress: 0, needsApiKey: true });
		expect((job as { errorMessage: string }).errorMessage).toMatch(/key/i);
		expect(fake.count()).toBe(1);
	});

	const echoes: readonly FakeGeminiAnswer[] = ([400, 403, 500] as const).map((status) => ({
		kind: 'echo_key',
		status,
	}));
	it.each([...echoes, { kind: 'finish', reason: keys[0] ?? '' } as const, { kind: 'not_json' } as const])(
		'ends whatever comes back at every first try: %o',
		async (answer) => {
			fake.script({ call: (call) => call <= 3, answer });
			const { job } = await run({ batchSize: 2 });
			expect(['done', 'partial', 'failed', 'paused']).toContain((job as { phase: string }).phase);
		},
	);

	it('leaves the key in no log line, row, file, answer or refusal', async () => {
		for (const geminiApiKey of ['sk-canary', 'AIzaCanary\nx: y', `AIza${'Canary'.repeat(50)}`]) {
			const refused = await browser.post('/api/generate', body({ geminiApiKey }));
			expect(refused.status).toBe(400);
			answers.push(refused.bytes.toString('latin1'));
		}
		const texts = {
			log: test.log(),
			database: await dumpDatabase(test),
			files: isOnDisk ? await filesText(test.dataDir) : await test.files.dump(),
			answers: answers.join('\n'),
		};
		for (const [where, text] of Object.entries(texts)) {
			expect(text.length, where).toBeGreaterThan(1_000);
			expect(/canary/i.exec(text)?.[0], where).toBeUndefined();
		}
	});
});
