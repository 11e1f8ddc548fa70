import { type FakeGemini, type FakeGeminiAnswer, startFakeGemini } from '@adx/fakes/gemini';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createReference, rowTraits, textOf } from '../engine-testing.ts';
import { buildPrompt } from '../prompt/build-prompt.ts';
import { EngineError, type EngineRequest, type RemoteRequest } from '../types.ts';
import { createGeminiEngine } from './gemini-engine.ts';

const apiKey = 'AIzaCanary0123456789canary0123456789can';
const prices = {
	pricedAt: '2026-11-21',
	usdPerImage: { 'a-model': 0.0336 },
	usdPerMillionTokens: { 'a-model': { input: 0.5, text: 3 } },
};
const billing = { picture: 33_600, inputToken: 0.5, textToken: 3 };
let fake: FakeGemini;
beforeAll(async () => {
	fake = await startFakeGemini({ sizePx: 128 });
});
afterAll(() => fake.close());
afterEach(() => {
	expect(fake.mistakes).toEqual([]);
	fake.reset();
});

function draw(changes: Partial<EngineRequest & RemoteRequest & { timeoutMs: number }> = {}) {
	const { apiKey: key = apiKey, model = 'a-model', isSoftened = false, timeoutMs = 20_000, ...others } = changes;
	const { references = [], ...request } = others;
	const engine = createGeminiEngine({ baseUrl: fake.origin, prices, timeoutMs });
	return engine.draw({
		traits: rowTraits,
		imageSeed: 'seed',
		sizePx: 256,
		previews: true,
		remote: { apiKey: key, model, isSoftened, references },
		signal: new AbortController().signal,
		...request,
	});
}

async function failureOf(answer: FakeGeminiAnswer, changes: Parameters<typeof draw>[0] = {}): Promise<EngineError> {
	fake.answerNext(answer);
	const error = await draw(changes).catch((reason: unknown) => reason);
	if (!(error instanceof EngineError)) throw error;
	return error;
}

describe('Gemini as an engine', () => {
	it('keeps a square PNG and two WebP previews, with prompt, model, reason and price', async () => {
		const { full, previews, call } = await draw();
		for (const [image, format, px] of [
			[full, 'png', 256],
			[previews?.px512, 'webp', 512],
			[previews?.px200, 'webp', 200],
		] as const) {
			expect(image).toMatchObject({ mime: `image/${format}`, width: px, height: px });
			expect(await sharp(image?.bytes).metadata()).toMatchObject({ format, width: px, height: px, channels: 3 });
		}
		const { text, hash } = buildPrompt(rowTraits, { isSoftened: false });
		const remote = {
			model: 'a-model',
			prompt: text,
			promptHash: hash,
			finishReason: 'STOP',
			costMicroUsd: 33_600,
			costRestNanoUsd: 0,
			isEstimated: false,
		};
		expect(call).toEqual(remote);
		expect(fake.requests).toMatchObject([{ key: apiKey, model: 'a-model', prompt: text, answer: 'image' }]);
	});

	it('asks in tamer words when told, makes no previews unless asked, and knows no price of another model', async () => {
		const { previews, call } = await draw({ isSoftened: true, previews: false, model: 'unpriced-model' });
		expect(previews).toBeNull();
		expect(call).toMatchObject({ promptHash: buildPrompt(rowTraits, { isSoftened: true }).hash, costMicroUsd: 0 });
	});

	it('sends the images that the picture should look alike before a prompt that speaks of them', async () => {
		const reference = await createReference('red');
		const { call } = await draw({ references: [reference, reference] });
		const { text } = buildPrompt(rowTraits, { isSoftened: false, hasReferences: true });
		expect(fake.requests).toMatchObject([{ prompt: text, references: [reference.bytes, reference.bytes] }]);
		// 1,120 tokens of the input each, which the answer does not tell apart.
		expect(call).toMatchObject({ prompt: text, costMicroUsd: 33_600 + 2 * 560, isEstimated: true });
		expect(fake.billedMicroUsd(billing)).toBe(call?.costMicroUsd);
	});

	it.each<[FakeGeminiAnswer, number]>([
		[{ kind: 'image', format: 'jpeg' }, 33_600],
		[{ kind: 'image', format: 'webp' }, 33_600],
		[{ kind: 'image', format: 'png', mimeType: 'image/jpeg' }, 33_600],
		[{ kind: 'image', format: 'jpeg', mimeType: 'text/plain' }, 33_600],
		[{ kind: 'image', count: 2 }, 67_200],
		[{ kind: 'image', thoughts: true }, 33_600],
		[{ kind: 'slow_drip', everyMs: 1 }, 33_600],
	])('takes %o', async (answer, costMicroUsd) => {
		fake.answerNext(answer);
		const { full, call } = await draw();
		expect(await sharp(full.bytes).metadata()).toMatchObject({ format: 'png', width: 256, height: 256 });
		expect(call).toMatchObject({ costMicroUsd, isEstimated: false });
		expect(fake.billedMicroUsd(billing)).toBe(costMicroUsd);
	});

	const picture = { costMicroUsd: 33_600, isEstimated: false };
	const prompt = { costMicroUsd: 150, isEstimated: false };
	const charged = { costMicroUsd: 33_600, isEstimated: true };
	it.each<[FakeGeminiAnswer, string, typeof picture | null]>([
		[{ kind: 'bad_key' }, 'key', null],
		[{ kind: 'unauthorized' }, 'key', null],
		[{ kind: 'forbidden' }, 'key', null],
		[{ kind: 'failed_precondition' }, 'key', null],
		[{ kind: 'not_found' }, 'model', null],
		[{ kind: 'bad_request' }, 'request', null],
		[{ kind: 'quota', quota: 'day' }, 'day_quota', null],
		[{ kind: 'quota', quota: 'limit_zero' }, 'day_quota', null],
		[{ kind: 'quota', quota: 'minute' }, 'throttle', null],
		[{ kind: 'quota', quota: 'bare' }, 'throttle', null],
		[{ kind: 'server_error', status: 408 }, 'transient', null],
		[{ kind: 'server_error', status: 500 }, 'transient', null],
		[{ kind: 'server_error', status: 503 }, 'transient', null],
		[{ kind: 'bad_gateway_html' }, 'transient', null],
		[{ kind: 'reset' }, 'transient', null],
		[{ kind: 'truncated' }, 'transient', charged],
		[{ kind: 'not_json' }, 'transient', charged],
		[{ kind: 'text_only' }, 'no_image', { ...prompt, costMicroUsd: 150 + 105 }],
		[{ kind: 'empty_object' }, 'no_image', charged],
		[{ kind: 'finish', reason: 'NO_IMAGE' }, 'no_image', prompt],
		[{ kind: 'finish', reason: 'A_REASON_OF_TOMORROW' }, 'no_image', prompt],
		[{ kind: 'finish', reason: 'IMAGE_SAFETY' }, 'blocked', prompt],
		[{ kind: 'blocked_prompt' }, 'blocked', prompt],
		[{ kind: 'corrupt_image' }, 'bad_image', picture],
		[{ kind: 'pixel_bomb' }, 'bad_image', picture],
		[{ kind: 'oversized_image' }, 'bad_image', picture],
	])('answers %o with %s after exactly one call', async (answer, kind, cost) => {
		const error = await failureOf(answer);
		expect(error.kind).toBe(kind);
		if (cost === null) expect(error.call).toBeNull();
		else expect(error.call).toMatchObject(cost);
		if (cost?.isEstimated !== true) expect(fake.billedMicroUsd(billing)).toBe(cost?.costMicroUsd ?? 0);
		expect(error.message).toMatch(/^[A-Z].*\.$/);
		expect(fake.count()).toBe(1);
	});

	it('tells how long the service asked to wait', async () => {
		const minute = await failureOf({ kind: 'quota', quota: 'minute', retryAfterS: 7.5 });
		expect(minute.retryAfterMs).toBe(7_500);
		expect((await failureOf({ kind: 'quota', quota: 'bare' })).retryAfterMs).toBeNull();
	});

	it('gives up after its time, while it waits and while it reads', async () => {
		for (const answer of [{ kind: 'hang' }, { kind: 'slow_drip', everyMs: 1_000 }] as const) {
			const startedAt = performance.now();
			const error = await failureOf(answer, { timeoutMs: 150 });
			expect(error).toMatchObject({ kind: 'transient', call: charged });
			expect(performance.now() - startedAt).toBeLessThan(10_000);
		}
	});

	it('ends with the reason of its signal, before and during a call, and leaves no listener on it', async () => {
		const controller = new AbortController();
		const { signal } = controller;
		let listening = 0;
		const counted = new Proxy(signal, {
			get: (target, name) => {
				if (name === 'addEventListener') listening += 1;
				if (name === 'removeEventListener') listening -= 1;
				const value: unknown = Reflect.get(target, name);
				return typeof value === 'function' ? value.bind(target) : value;
			},
		});
		await draw({ signal: counted });
		expect((await failureOf({ kind: 'server_error' }, { signal: counted })).kind).toBe('transient');
		expect(listening).toBe(0);
		fake.answerNext({ kind: 'hang' });
		const hanging = draw({ signal: counted });
		const reason = new Error('the process ends');
		setTimeout(() => controller.abort(reason), 50);
		await expect(hanging).rejects.toBe(reason);
		expect(listening).toBe(0);
		const calls = fake.count();
		await expect(draw({ signal })).rejects.toBe(reason);
		expect(fake.count()).toBe(calls);
	});

	it.each<[string, string | null]>([
		['a newline', 'AIzaCanary\nx: y'],
		['a space', 'AIza Canary'],
		['letters that only look alike', 'АIzaCanary0123456789'],
		['nothing', ''],
		['300 characters', `AIza${'c'.repeat(300)}`],
		['no text at all', null],
	])('rejects a key with %s before any call', async (_, key) => {
		await expect(draw({ apiKey: key })).rejects.toMatchObject({ kind: 'key', call: null });
		expect(fake.count()).toBe(0);
	});

	it.each(['../../x', 'a/b', 'a-model:countTokens', 'A-MODEL', 'ab', 'm'.repeat(65), 'a-model?x'])(
		'rejects the model %s before any call',
		async (model) => {
			await expect(draw({ model })).rejects.toMatchObject({ kind: 'model', call: null });
			expect(fake.count()).toBe(0);
		},
	);

	it('lets nothing of the key out, though the service repeats it', async () => {
		for (const status of [400, 403, 429, 500] as const) {
			const error = await failureOf({ kind: 'echo_key', status });
			expect(textOf(error)).not.toMatch(/canary/i);
		}
		const broken = await failureOf({ kind: 'reset' });
		expect(textOf(broken)).not.toMatch(/canary/i);
		await fake.close();
		const error = await draw().catch((reason: unknown) => reason);
		fake = await startFakeGemini({ sizePx: 128 });
		expect(error).toMatchObject({ kind: 'transient', call: null });
		expect(textOf(error)).not.toMatch(/canary/i);
	});
});
