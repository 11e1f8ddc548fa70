import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type FakeGemini, startFakeGemini } from '@adx/fakes/gemini';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CommandLine, smallCollectionArgs } from '../../testing/command-testing.ts';

const commandLine = new CommandLine();
const apiKey = 'AIzaCanary0123456789canary0123456789can';
let fake: FakeGemini;
beforeAll(async () => {
	fake = await startFakeGemini({ sizePx: 64 });
});
afterAll(async () => {
	commandLine.removeFolder();
	await fake.close();
});
afterEach(() => {
	expect(fake.mistakes).toEqual([]);
	fake.reset();
});

const paint = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
	commandLine.run(['generate', ...smallCollectionArgs, '--engine', 'gemini', '--yes', ...args], {
		env: {
			GEMINI_API_KEY: apiKey,
			GEMINI_BASE_URL: fake.origin,
			GEMINI_MODELS: 'a-model,b-model',
			GEMINI_PRICES: '{"pricedAt":"2026-11-21","usdPerImage":{"a-model":0.0336}}',
			GEMINI_RATE_PER_MINUTE: '60000',
			...env,
		},
	});
const listPaidFolders = () => readdirSync(commandLine.folder).filter((name) => name.startsWith('.adx-paid-'));

describe('generate --engine gemini', () => {
	it('shows the price with the plan, without a key and without a call', async () => {
		const args = ['--count', '3', '--plan-only'];
		const { status, out } = await paint(args, { GEMINI_API_KEY: '' });
		expect(status).toBe(0);
		expect(JSON.parse(out)).toMatchObject({
			price: { amount: 0.1008, currency: 'USD', model: 'a-model', pricedAt: '2026-11-21' },
			rows: [{ tokenNumber: 1 }, { tokenNumber: 2 }, { tokenNumber: 3 }],
		});
		const { out: unpriced } = await paint([...args, '--model', 'b-model']);
		expect(JSON.parse(unpriced).price).toBeNull();
		expect(fake.count()).toBe(0);
	});

	it('paints a whole collection that verifies, and keeps nothing beside it nor anything of the key', async () => {
		const { status, err } = await paint(['--count', '3', '--zip', 'painted.zip', '--out', 'painted']);
		expect(err).toMatch(/^3 pictures with a-model, about 0\.10 USD \(prices of 2026-11-21\)\n/);
		expect(err).toMatch(/3 of 3 pictures, 0\.10 USD\n$/);
		expect(err).not.toMatch(/canary/i);
		expect([status, fake.count(), fake.paidImages(apiKey)]).toEqual([0, 3, 3]);
		expect(fake.peakConcurrency()).toBeLessThanOrEqual(2);
		expect(listPaidFolders()).toEqual([]);
		expect(readFileSync(commandLine.path('painted.zip')).includes('Canary')).toBe(false);
		expect(await commandLine.run(['verify-collection', 'painted.zip'])).toMatchObject({ status: 0 });
	});

	it('rejects to pay without --yes where nobody can be asked, before it calls or writes', async () => {
		const args = ['generate', ...smallCollectionArgs, '--engine', 'gemini', '--zip', 'unasked.zip'];
		const env = { GEMINI_API_KEY: apiKey, GEMINI_BASE_URL: fake.origin };
		const { status, err } = await commandLine.run(args, { env });
		expect([status, fake.count(), existsSync(commandLine.path('unasked.zip'))]).toEqual([2, 0, false]);
		expect(err).toMatch(/^1 picture with [^\n]+\nThis costs money: add --yes to pay without being asked\.\n$/);
	});

	it('stops after one call with a key that is refused', async () => {
		fake.script({ answer: { kind: 'bad_key' } });
		const { status, err } = await paint(['--count', '5', '--zip', 'refused.zip']);
		expect([status, fake.count(), existsSync(commandLine.path('refused.zip'))]).toEqual([2, 1, false]);
		expect(err.trimEnd().split('\n').at(-1)).toMatch(/^Gemini refused the API key.*aistudio\.google\.com\/apikey/);
		expect(listPaidFolders()).toEqual([]);
	});

	it('keeps what is paid for when the quota ends, and goes on from there without paying again', async () => {
		fake.script({ call: (call) => call > 2, answer: { kind: 'quota', quota: 'day', retryAfterS: 0.01 } });
		// It is still being painted when the other call of the two hears of the quota.
		fake.script({ call: 2, answer: { kind: 'image' }, delayMs: 500 });
		const args = ['--count', '4', '--zip', 'resumed.zip'];
		const { status, err } = await paint(args);
		expect([status, fake.paidImages(), listPaidFolders().length]).toEqual([2, 2, 1]);
		expect(err).toMatch(/What is painted is kept in \S+\. The same command with --seed one goes on\./);
		fake.reset();
		expect((await paint(args)).status).toBe(0);
		expect([fake.count(), listPaidFolders()]).toEqual([2, []]);
		expect(await commandLine.run(['verify-collection', 'resumed.zip'])).toMatchObject({ status: 0 });
	});

	it('tries again as the table of failures says and moves to the next model when the first is gone', async () => {
		fake.script({ model: 'a-model', answer: { kind: 'not_found' } });
		fake.script({ model: 'b-model', call: 1, answer: { kind: 'finish', reason: 'NO_IMAGE' } });
		fake.script({ model: 'b-model', call: 3, answer: { kind: 'quota', quota: 'minute', retryAfterS: 0.01 } });
		const { status, err } = await paint(['--count', '2', '--zip', 'moved.zip']);
		expect([status, fake.count(), fake.paidImages()]).toEqual([0, 5, 2]);
		expect(err).toMatch(/2 of 2 pictures/);
	});

	it('writes the others and names what Gemini would not paint, asked once more in tamer words', async () => {
		fake.script({ call: (call) => call > 1, answer: { kind: 'blocked_prompt' } });
		const { status, err } = await paint(['--count', '2', '--zip', 'part.zip']);
		expect([status, fake.count(), fake.paidImages()]).toEqual([1, 3, 1]);
		expect(err).toMatch(/not painted: 2: Gemini refused the prompt\.\n/);
		expect(new Set(fake.requests.map(({ prompt }) => prompt)).size).toBe(3);
		expect(await commandLine.run(['verify-collection', 'part.zip'])).toMatchObject({ status: 0 });
	});

	it('rejects a missing key, one of no known prefix and a model that is not configured with one line each', async () => {
		const refused = await Promise.all([
			paint(['--zip', 'x.zip'], { GEMINI_API_KEY: '' }),
			paint(['--zip', 'x.zip'], { GEMINI_API_KEY: 'sk-canary' }),
			paint(['--zip', 'x.zip', '--model', 'z-model']),
			paint(['--zip', 'x.zip'], { GEMINI_BASE_URL: 'nowhere' }),
		]);
		expect(refused.map(({ status, err }) => [status, err])).toEqual([
			[2, expect.stringMatching(/^GEMINI_API_KEY: set this variable [^\n]+\n$/)],
			[2, expect.stringMatching(/^GEMINI_API_KEY: is not an API key; one starts with AIza or AQ\.\n$/)],
			[2, expect.stringMatching(/^--model: one of a-model, b-model [^\n]+\n$/)],
			[2, expect.stringMatching(/^GEMINI_BASE_URL must be an origin[^\n]+\n$/)],
		]);
		expect(fake.count()).toBe(0);
	});

	it('reads the key from .env as well', async () => {
		writeFileSync(commandLine.path('.env'), `GEMINI_API_KEY=${apiKey}\nGEMINI_BASE_URL=${fake.origin}\n`);
		const args = ['generate', ...smallCollectionArgs, '--engine', 'gemini', '--yes', '--zip', 'env.zip'];
		expect(await commandLine.run(args)).toMatchObject({ status: 0 });
		expect(fake.requests).toMatchObject([{ key: apiKey, model: 'gemini-nano-banana-2.1' }]);
	});
});
