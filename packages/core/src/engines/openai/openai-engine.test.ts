import { type FakeOpenAi, type FakeOpenAiAnswer, startFakeOpenAi } from '@adx/fakes/openai';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAddressGuard } from '../addresses/address-guard.ts';
import { type EngineAddress, parsePlainAddress } from '../addresses/engine-address.ts';
import { createReference, rowTraits, textOf } from '../engine-testing.ts';
import { buildPrompt } from '../prompt/build-prompt.ts';
import { EngineError, type EngineRequest, type RemoteCall, type RemoteRequest } from '../types.ts';
import { createOpenAiEngine } from './openai-engine.ts';

const apiKey = 'sk-Canary0123456789canary0123456789';
const gpt = 'gpt-image-9';
const flux = 'black-forest-labs/FLUX.1-schnell';
const prices = {
	pricedAt: '2026-11-05',
	usdPerImage: { [gpt]: 0.055, [flux]: 0.003 },
	usdPerMillionTokens: { [gpt]: { input: 5, imageInput: 8, output: 30 } },
};
const billing = { picture: 3_000, textInput: 5, imageInput: 8, output: 30 };
/** 310 tokens of text, 1,056 of a picture. */
const gptPicture = 310 * 5 + 1_056 * 30;
let fake: FakeOpenAi;
beforeAll(async () => {
	fake = await startFakeOpenAi({ sizePx: 128 });
});
afterAll(() => fake.close());
afterEach(() => {
	expect(fake.mistakes).toEqual([]);
	fake.reset();
});

interface Changes extends Partial<EngineRequest & RemoteRequest> {
	readonly timeoutMs?: number;
	readonly allowed?: readonly string[];
}

const addressesOf = (texts: readonly string[]) =>
	texts.map(parsePlainAddress).filter((entry): entry is EngineAddress => entry !== null);

function createEngine({ allowed = [fake.address], timeoutMs = 20_000 }: Changes = {}) {
	return createOpenAiEngine({ guard: createAddressGuard({ allowed: addressesOf(allowed) }), prices, timeoutMs });
}

function draw(changes: Changes = {}) {
	const { apiKey: key = apiKey, model = gpt, isSoftened = false, address = fake.address, ...others } = changes;
	const { references = [], received, started, timeoutMs: _, allowed: __, ...request } = others;
	const calls = { ...(received && { received }), ...(started && { started }) };
	return createEngine(changes).draw({
		traits: rowTraits,
		imageSeed: 'seed',
		sizePx: 256,
		previews: true,
		remote: { apiKey: key, model, isSoftened, address, references, ...calls },
		signal: new AbortController().signal,
		...request,
	});
}

async function failureOf(answer: FakeOpenAiAnswer | null, changes: Changes = {}): Promise<EngineError> {
	if (answer !== null) fake.answerNext(answer);
	const error = await draw(changes).catch((reason: unknown) => reason);
	if (!(error instanceof EngineError)) throw error;
	return error;
}

describe('a service with the wire of OpenAI as an engine', () => {
	it('keeps a square PNG and two WebP previews, with prompt, model and what its tokens cost', async () => {
		const seen: string[] = [];
		const { full, previews, call } = await draw({
			started: async (started: RemoteCall) => void seen.push(`started ${started.costMicroUsd} ${started.isEstimated}`),
			received: async (bytes) => void seen.push(`received ${(await sharp(bytes).metadata()).width}`),
		});
		for (const [image, format, px] of [
			[full, 'png', 256],
			[previews?.px512, 'webp', 512],
			[previews?.px200, 'webp', 200],
		] as const) {
			expect(image).toMatchObject({ mime: `image/${format}`, width: px, height: px });
			expect(await sharp(image?.bytes).metadata()).toMatchObject({ format, width: px, height: px, channels: 3 });
		}
		const { text, hash } = buildPrompt(rowTraits, { isSoftened: false });
		expect(call).toEqual({
			model: gpt,
			prompt: text,
			promptHash: hash,
			finishReason: null,
			costMicroUsd: gptPicture,
			costRestNanoUsd: 0,
			isEstimated: false,
		});
		expect(seen).toEqual(['started 55000 true', 'received 128']);
		expect(fake.requests).toMatchObject([{ kind: 'generate', key: apiKey, model: gpt, prompt: text }]);
		expect(fake.requests[0]?.fields).toEqual({ n: 1, size: '1024x1024', quality: 'medium', output_format: 'png' });
		expect(fake.billedMicroUsd(billing)).toBe(gptPicture);
	});

	it('asks other models for Base64 and pays them by the picture, or not knowingly where they have no price', async () => {
		expect((await draw({ model: flux })).call).toMatchObject({ costMicroUsd: 3_000, isEstimated: false });
		expect(fake.requests[0]?.fields).toEqual({ n: 1, size: '1024x1024', response_format: 'b64_json' });
		expect((await draw({ model: 'unpriced' })).call).toMatchObject({ costMicroUsd: 0, isEstimated: true });
	});

	it('asks in tamer words when told, and makes no previews unless asked', async () => {
		const { previews, call } = await draw({ isSoftened: true, previews: false });
		expect(previews).toBeNull();
		expect(call?.promptHash).toBe(buildPrompt(rowTraits, { isSoftened: true }).hash);
	});

	it('calls a service at home without a key', async () => {
		const home = await startFakeOpenAi({ sizePx: 64, needsKey: false });
		await draw({ apiKey: null, model: 'sdxl', address: home.address, allowed: [home.address] });
		expect(home.requests).toMatchObject([{ key: '', model: 'sdxl' }]);
		await home.close();
	});

	it.each([1, 3])('sends %i images that the picture should look alike, and pays for them', async (count) => {
		const references = await Promise.all(['red', 'green', 'blue'].slice(0, count).map(createReference));
		const { call } = await draw({ references });
		const { text } = buildPrompt(rowTraits, { isSoftened: false, hasReferences: true });
		expect(fake.requests).toMatchObject([{ kind: 'edit', model: gpt, prompt: text }]);
		expect(fake.requests[0]?.fields).toEqual({ n: '1', size: '1024x1024', quality: 'medium', output_format: 'png' });
		expect(fake.requests[0]?.references).toEqual(references.map(({ bytes }) => bytes));
		expect(call).toMatchObject({ prompt: text, costMicroUsd: gptPicture + count * 780 * 8, isEstimated: false });
		expect(fake.billedMicroUsd(billing)).toBe(call?.costMicroUsd);
	});

	it.each<[FakeOpenAiAnswer, number]>([
		[{ kind: 'image', format: 'jpeg' }, gptPicture],
		[{ kind: 'image', format: 'webp' }, gptPicture],
		[{ kind: 'image', count: 2 }, gptPicture + 1_056 * 30],
		[{ kind: 'image', as: 'data_url' }, gptPicture],
		[{ kind: 'image', as: 'url' }, gptPicture],
		[{ kind: 'lost_picture', times: 1 }, gptPicture],
		[{ kind: 'slow_drip', everyMs: 1 }, gptPicture],
	])('takes %o', async (answer, costMicroUsd) => {
		fake.answerNext(answer);
		const { full, call } = await draw();
		expect(await sharp(full.bytes).metadata()).toMatchObject({ format: 'png', width: 256, height: 256 });
		expect(call).toMatchObject({ costMicroUsd, isEstimated: false });
		expect(fake.billedMicroUsd(billing)).toBe(costMicroUsd);
		expect(fake.count()).toBe(1);
	});

	it('takes the price of a picture for an estimate where the answer does not say what it took', async () => {
		fake.answerNext({ kind: 'image', usage: false });
		expect((await draw()).call).toMatchObject({ costMicroUsd: 55_000, isEstimated: true });
	});

	const tokens = { costMicroUsd: gptPicture, isEstimated: false };
	const charged = { costMicroUsd: 55_000, isEstimated: true };
	it.each<[FakeOpenAiAnswer, string, typeof tokens | null]>([
		[{ kind: 'invalid_key' }, 'key', null],
		[{ kind: 'unverified' }, 'key', null],
		[{ kind: 'unsupported_country' }, 'key', null],
		[{ kind: 'payment_required' }, 'day_quota', null],
		[{ kind: 'insufficient_quota' }, 'day_quota', null],
		[{ kind: 'billing_hard_limit' }, 'day_quota', null],
		[{ kind: 'rate_limit', limit: 'day' }, 'day_quota', null],
		[{ kind: 'rate_limit', limit: 'zero' }, 'day_quota', null],
		[{ kind: 'rate_limit' }, 'throttle', null],
		[{ kind: 'rate_limit', tells: 'nothing' }, 'throttle', null],
		[{ kind: 'model_not_found' }, 'model', null],
		[{ kind: 'wrong_model' }, 'model', null],
		[{ kind: 'bad_request' }, 'request', null],
		[{ kind: 'unprocessable' }, 'request', null],
		[{ kind: 'redirect' }, 'address', null],
		[{ kind: 'moderation', stage: 'input' }, 'blocked', null],
		[{ kind: 'moderation', stage: 'output' }, 'blocked', charged],
		[{ kind: 'content_policy' }, 'blocked', null],
		[{ kind: 'server_error', status: 408 }, 'transient', null],
		[{ kind: 'server_error', status: 500 }, 'transient', null],
		[{ kind: 'server_error', status: 503 }, 'transient', null],
		[{ kind: 'bad_gateway_html' }, 'transient', null],
		[{ kind: 'error_in_answer' }, 'transient', null],
		[{ kind: 'truncated' }, 'transient', charged],
		[{ kind: 'html' }, 'transient', charged],
		[{ kind: 'wrong_json', body: null }, 'transient', null],
		[{ kind: 'wrong_json', body: [1] }, 'transient', null],
		[{ kind: 'wrong_json' }, 'no_image', charged],
		[{ kind: 'wrong_json', body: { data: [null, 7, { b64_json: 5, url: {} }] } }, 'no_image', charged],
		[{ kind: 'no_data' }, 'no_image', tokens],
		[{ kind: 'empty_picture' }, 'no_image', tokens],
		[{ kind: 'corrupt_image' }, 'bad_image', tokens],
		[{ kind: 'pixel_bomb' }, 'bad_image', tokens],
		[{ kind: 'oversized_image' }, 'bad_image', tokens],
		[{ kind: 'huge_answer' }, 'bad_image', charged],
	])('answers %o with %s after exactly one call', async (answer, kind, cost) => {
		const error = await failureOf(answer);
		expect(error.kind).toBe(kind);
		if (cost === null) expect(error.call).toBeNull();
		else expect(error.call).toMatchObject(cost);
		if (cost?.isEstimated !== true) expect(fake.billedMicroUsd(billing)).toBe(cost?.costMicroUsd ?? 0);
		expect(error.message).toMatch(/^[A-Z].*\.$/);
		expect(fake.count()).toBe(1);
	});

	it('tells how long the service asked to wait, however it says so', async () => {
		for (const tells of ['retry-after-ms', 'retry-after', 'reset'] as const) {
			expect((await failureOf({ kind: 'rate_limit', tells, retryAfterS: 3_725 })).retryAfterMs).toBe(3_725_000);
		}
		const { retryAfterMs } = await failureOf({ kind: 'rate_limit', tells: 'date', retryAfterS: 3_725 });
		expect(Math.abs((retryAfterMs ?? 0) - 3_725_000)).toBeLessThan(60_000);
		expect((await failureOf({ kind: 'rate_limit', tells: 'nothing' })).retryAfterMs).toBeNull();
	});

	it('gives up after its time, while it waits and while it reads', async () => {
		for (const answer of [{ kind: 'hang' }, { kind: 'slow_drip', everyMs: 1_000 }] as const) {
			expect(await failureOf(answer, { timeoutMs: 2_000 })).toMatchObject({ kind: 'transient', call: charged });
		}
	});

	it('ends with the reason of its signal, before and during a call', async () => {
		const controller = new AbortController();
		const { signal } = controller;
		const reason = new Error('the process ends');
		fake.answerNext({ kind: 'hang' });
		const hanging = draw({ signal, started: async () => void setTimeout(() => controller.abort(reason), 50) });
		await expect(hanging).rejects.toBe(reason);
		const calls = fake.count();
		await expect(draw({ signal })).rejects.toBe(reason);
		expect(fake.count()).toBe(calls);
	});

	it.each([
		['a newline', 'sk-canary\nx: y'],
		['a space', 'sk canary'],
		['letters that only look alike', 'ѕk-canary0123456789'],
		['nothing', ''],
		['5,000 characters', 'c'.repeat(5_000)],
	])('rejects a key with %s before any call', async (_, key) => {
		const error = await failureOf(null, { apiKey: key });
		expect(error).toMatchObject({ kind: 'key', call: null });
		expect(textOf(error)).not.toMatch(/canary/i);
		expect(fake.count()).toBe(0);
	});

	it.each(['', 'a model', '../x', 'a\nmodel', 'm'.repeat(129), '__proto__'])(
		'rejects the model %j before any call',
		async (model) => {
			await expect(draw({ model })).rejects.toMatchObject({ kind: 'model', call: null });
			expect(fake.count()).toBe(0);
		},
	);

	it('rejects addresses that the operator does not allow, and one that leads inside, before any call', async () => {
		const { port } = new URL(fake.origin);
		for (const address of [
			undefined,
			'',
			'no address',
			fake.origin,
			`http://localhost:${port}/v1`,
			'http://169.254.169.254/v1',
		]) {
			const remote = { apiKey, model: gpt, isSoftened: false, ...(address === undefined ? {} : { address }) };
			const request = {
				traits: rowTraits,
				imageSeed: 'seed',
				sizePx: 256,
				previews: false,
				signal: new AbortController().signal,
			};
			await expect(createEngine().draw({ ...request, remote })).rejects.toMatchObject({ kind: 'address', call: null });
		}
		const inside = `http://images.example.com:${port}/v1`;
		const guard = createAddressGuard({ allowed: addressesOf([inside]), resolve: async () => ['127.0.0.1'] });
		const engine = createOpenAiEngine({ guard, prices });
		const remote = { apiKey, model: gpt, isSoftened: false, address: inside };
		const request = {
			traits: rowTraits,
			imageSeed: 'seed',
			sizePx: 256,
			previews: false,
			signal: new AbortController().signal,
		};
		await expect(engine.draw({ ...request, remote })).rejects.toMatchObject({
			kind: 'address',
			call: null,
			message: 'The address leads into the network of this server, which its operator has not allowed.',
		});
		expect(fake.count()).toBe(0);
	});

	it('fetches pictures with the key from the service itself only, and from nowhere that is not allowed', async () => {
		fake.answerNext({ kind: 'image', as: 'url' });
		await draw();
		expect(fake.fetches).toEqual([{ withKey: true }]);
		const other = await startFakeOpenAi({ sizePx: 64 });
		other.answerNext({ kind: 'image', as: 'url' });
		await draw({ address: other.address, allowed: [other.address] });
		const [path] = ['/generated-images/b641.png'];
		fake.answerNext({ kind: 'picture_elsewhere', url: `${other.origin}${path}` });
		await draw({ allowed: [fake.address, other.origin] });
		expect(other.fetches).toEqual([{ withKey: true }, { withKey: false }]);
		for (const url of [`${other.origin}${path}`, 'http://169.254.169.254/x.png', 'file:///etc/passwd', 'nowhere']) {
			const error = await failureOf({ kind: 'picture_elsewhere', url });
			expect(error).toMatchObject({ kind: 'address', call: tokens });
			expect(error.message).toContain('has not allowed');
		}
		expect(other.fetches).toHaveLength(2);
		await other.close();
	});

	it('gives a picture up that cannot be fetched three times, which is paid for', async () => {
		expect(await failureOf({ kind: 'lost_picture', times: 9 })).toMatchObject({ kind: 'transient', call: tokens });
		expect([fake.fetches.length, fake.count()]).toEqual([3, 1]);
	});

	it('makes an image again of the bytes that were received', async () => {
		let bytes = new Uint8Array();
		const { full } = await draw({
			received: async (received) => {
				bytes = new Uint8Array(received);
			},
		});
		const again = await createEngine().readReceived?.(bytes, { sizePx: 256, previews: false });
		expect(Buffer.from(again?.full.bytes ?? []).equals(full.bytes)).toBe(true);
		await expect(
			createEngine().readReceived?.(new Uint8Array(9), { sizePx: 256, previews: false }),
		).rejects.toMatchObject({
			kind: 'bad_image',
			message: "The service's picture cannot be used: it is not a PNG, JPEG or WebP.",
		});
	});

	it('lets nothing of the key out, though the service repeats it', async () => {
		for (const status of [400, 403, 429, 500] as const) {
			const error = await failureOf({ kind: 'echo_key', status });
			expect(textOf(error)).not.toMatch(/canary/i);
			expect(JSON.stringify(error.call)).not.toMatch(/canary/i);
		}
		expect(textOf(await failureOf({ kind: 'invalid_key' }))).not.toMatch(/canary/i);
		expect(textOf(await failureOf({ kind: 'reset' }))).not.toMatch(/canary/i);
	});

	it('says that the connection broke, and that it is unpaid where nobody listens', async () => {
		const gone = await startFakeOpenAi();
		await gone.close();
		const error = await failureOf(null, { address: gone.address, allowed: [gone.address] });
		const broken = { kind: 'transient', message: 'The connection to the service broke.' };
		expect(error).toMatchObject({ ...broken, call: null });
		expect(await failureOf({ kind: 'reset' })).toMatchObject(broken);
	});
});
