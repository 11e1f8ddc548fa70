import { type FakeSdWebUi, type FakeSdWebUiAnswer, startFakeSdWebUi } from '@adx/fakes/sdwebui';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AddressGuardOptions, createAddressGuard } from '../addresses/address-guard.ts';
import { parsePlainAddress } from '../addresses/engine-address.ts';
import { createReference, rowTraits, textOf } from '../engine-testing.ts';
import { toNumberSeed } from '../number-seed.ts';
import { buildPrompt } from '../prompt/build-prompt.ts';
import { negativePrompt } from '../prompt/negative-prompt.ts';
import { EngineError, type EngineRequest, type RemoteRequest } from '../types.ts';
import { createSdWebUiEngine } from './sdwebui-engine.ts';
import { sdWebUiVariables } from './sdwebui-settings.ts';

let fake: FakeSdWebUi;
beforeAll(async () => {
	fake = await startFakeSdWebUi({ sizePx: 64 });
});
afterAll(() => fake.close());
afterEach(() => {
	expect(fake.mistakes).toEqual([]);
	fake.reset();
});

interface Changes extends Partial<EngineRequest & RemoteRequest> {
	readonly timeoutMs?: number;
	readonly options?: string;
	readonly resolve?: AddressGuardOptions['resolve'];
}

function createEngine({ address = fake.origin, timeoutMs = 20_000, options, resolve }: Changes = {}) {
	const allowed = [parsePlainAddress(address) ?? { origin: '', path: '' }];
	const environment = options === undefined ? {} : { SDWEBUI_OPTIONS: options };
	const { SDWEBUI_OPTIONS: paint } = sdWebUiVariables.parse(environment);
	const guard = createAddressGuard(resolve === undefined ? { allowed } : { allowed, resolve });
	return createSdWebUiEngine({ guard, paint, timeoutMs });
}

function draw(changes: Changes = {}) {
	const { apiKey = null, model = 'loaded', isSoftened = false, address = fake.origin, ...others } = changes;
	const { references = [], sketch, timeoutMs: _, options: __, resolve: ___, ...rest } = others;
	const { received, started, ...request } = rest;
	const calls = { ...(received && { received }), ...(started && { started }) };
	return createEngine(changes).draw({
		traits: rowTraits,
		imageSeed: 'seed',
		sizePx: 128,
		previews: true,
		remote: { apiKey, model, isSoftened, address, references, sketch, ...calls },
		signal: new AbortController().signal,
		...request,
	});
}

async function failureOf(answer: FakeSdWebUiAnswer | null, changes: Changes = {}): Promise<EngineError> {
	if (answer !== null) fake.answerNext(answer);
	const error = await draw(changes).catch((reason: unknown) => reason);
	if (!(error instanceof EngineError)) throw error;
	return error;
}

describe('a web UI of Stable Diffusion as an engine', () => {
	it('paints for nothing with what is loaded, and keeps a square PNG and two previews', async () => {
		const seen: string[] = [];
		const { full, previews, call } = await draw({
			started: async ({ costMicroUsd }) => void seen.push(`started ${costMicroUsd}`),
			received: async (bytes) => void seen.push(`received ${(await sharp(bytes).metadata()).width}`),
		});
		expect(await sharp(full.bytes).metadata()).toMatchObject({ format: 'png', width: 128, height: 128 });
		expect([previews?.px512.width, previews?.px200.width]).toEqual([512, 200]);
		const { text, hash } = buildPrompt(rowTraits, { isSoftened: false });
		const free = { finishReason: null, costMicroUsd: 0, costRestNanoUsd: 0, isEstimated: false };
		expect(call).toEqual({ model: 'loaded', prompt: text, promptHash: hash, ...free });
		expect(seen).toEqual(['started 0', 'received 64']);
		expect(fake.requests[0]).toMatchObject({ key: '', model: '', prompt: text, seed: toNumberSeed('seed') });
		expect(fake.requests[0]?.fields).toEqual({
			prompt: text,
			negative_prompt: negativePrompt,
			seed: toNumberSeed('seed'),
			steps: 30,
			cfg_scale: 7,
			width: 1_024,
			height: 1_024,
			batch_size: 1,
			n_iter: 1,
			send_images: true,
			save_images: false,
		});
	});

	it('paints the same picture for the same seed, and another for another', async () => {
		const [first, again, other] = [await draw(), await draw(), await draw({ imageSeed: 'seed~v2' })];
		expect(Buffer.from(again.full.bytes).equals(first.full.bytes)).toBe(true);
		expect(Buffer.from(other.full.bytes).equals(first.full.bytes)).toBe(false);
	});

	it('paints with another checkpoint, as the operator has set it, and with a login', async () => {
		const home = await startFakeSdWebUi({ login: 'me:se:cret', sizePx: 64 });
		const options = '{"steps":8,"cfgScale":1.5,"sampler":"Euler a","scheduler":"Karras","sizePx":768}';
		const model = 'sd_xl_base_1.0.safetensors [31e35c80fc]';
		await draw({ address: home.origin, apiKey: 'me:se:cret', model, options });
		expect(home.requests[0]).toMatchObject({
			model,
			prompt: buildPrompt(rowTraits, { isSoftened: false }).text,
			fields: {
				steps: 8,
				cfg_scale: 1.5,
				sampler_name: 'Euler a',
				scheduler: 'Karras',
				width: 768,
				override_settings_restore_afterwards: false,
			},
		});
		for (const apiKey of [null, 'me:wrong']) {
			expect(await failureOf(null, { address: home.origin, apiKey })).toMatchObject({ kind: 'key', call: null });
		}
		await home.close();
	});

	it('paints over the sketch, or else over the first reference, as much as the operator has set', async () => {
		const [sketch, red, blue] = await Promise.all(['green', 'red', 'blue'].map(createReference));
		const plain = await draw();
		const sketched = await draw({ sketch, references: [red!] });
		const alike = await draw({ references: [red!, blue!], options: '{"denoisingStrength":0.4}' });
		expect(fake.requests.map(({ picture }) => picture)).toEqual([null, sketch!.bytes, red!.bytes]);
		expect(fake.requests.map(({ fields }) => [fields.denoising_strength, fields.resize_mode])).toEqual([
			[undefined, undefined],
			[0.75, 1],
			[0.4, 1],
		]);
		const hashes = [plain, sketched, alike].map(({ full }) => Buffer.from(full.bytes).toString('base64'));
		expect(new Set(hashes).size).toBe(3);
		// It reads words for a picture, and no sentences about others.
		const { text } = buildPrompt(rowTraits, { isSoftened: false });
		expect(fake.requests.map(({ prompt }) => prompt)).toEqual([text, text, text]);
	});

	it('takes a picture as an address of data', async () => {
		fake.answerNext({ kind: 'image', as: 'data_url' });
		expect((await draw()).full.width).toBe(128);
	});

	it.each<[FakeSdWebUiAnswer, string]>([
		[{ kind: 'no_image' }, 'no_image'],
		[{ kind: 'empty_picture' }, 'no_image'],
		[{ kind: 'corrupt_image' }, 'bad_image'],
		[{ kind: 'huge_answer' }, 'bad_image'],
		[{ kind: 'wrong_json' }, 'transient'],
		[{ kind: 'html' }, 'transient'],
		[{ kind: 'out_of_memory' }, 'transient'],
		[{ kind: 'server_error' }, 'transient'],
		[{ kind: 'bad_gateway_html' }, 'transient'],
		[{ kind: 'reset' }, 'transient'],
		[{ kind: 'truncated' }, 'transient'],
		[{ kind: 'model_not_found' }, 'model'],
		[{ kind: 'no_api' }, 'model'],
		[{ kind: 'unprocessable' }, 'request'],
		[{ kind: 'redirect' }, 'address'],
	])('answers %o with %s after exactly one call, which costs nothing', async (answer, kind) => {
		const error = await failureOf(answer);
		expect(error.kind).toBe(kind);
		expect(error.call?.costMicroUsd ?? 0).toBe(0);
		expect(error.message).toMatch(/^[A-Z].*\.$/);
		expect(fake.count()).toBe(1);
	});

	it('gives up after its time, and ends with the reason of its signal', async () => {
		expect((await failureOf({ kind: 'hang' }, { timeoutMs: 500 })).kind).toBe('transient');
		const controller = new AbortController();
		const reason = new Error('the process ends');
		fake.answerNext({ kind: 'hang' });
		const hanging = draw({
			signal: controller.signal,
			started: async () => void setTimeout(() => controller.abort(reason), 50),
		});
		await expect(hanging).rejects.toBe(reason);
	});

	it.each(['canary', ':canary', 'canary:', 'can ary:x', 'canary:x\ny: z', 'cаnary:x', `canary:${'x'.repeat(201)}`])(
		'rejects the login %j before any call',
		async (apiKey) => {
			const error = await failureOf(null, { apiKey });
			expect(error.kind).toBe('key');
			expect(textOf(error)).not.toContain(apiKey);
			expect(fake.count()).toBe(0);
		},
	);

	it('rejects names that are none of a checkpoint, and addresses that are not allowed, before any call', async () => {
		for (const model of ['', '../x\n', '<lora>']) expect((await failureOf(null, { model })).kind).toBe('model');
		const remote = { apiKey: null, model: 'loaded', isSoftened: false, address: 'http://169.254.169.254' };
		const request = {
			traits: rowTraits,
			imageSeed: 's',
			sizePx: 64,
			previews: false,
			signal: new AbortController().signal,
		};
		await expect(createEngine().draw({ ...request, remote })).rejects.toMatchObject({ kind: 'address' });
		expect(fake.count()).toBe(0);
	});

	it('rejects an address whose name leads inside before any call', async () => {
		const address = fake.origin.replace('127.0.0.1', 'images.example.com');
		const error = await failureOf(null, { address, resolve: async () => ['127.0.0.1'] });
		expect(error).toMatchObject({
			kind: 'address',
			message: 'The address leads into the network of this server, which its operator has not allowed.',
		});
		expect(fake.count()).toBe(0);
	});

	it('makes an image again of the bytes that were received', async () => {
		const bytes = (await createReference('blue')).bytes;
		const image = await createEngine().readReceived?.(bytes, { sizePx: 64, previews: false });
		expect(image?.full).toMatchObject({ mime: 'image/png', width: 64 });
	});
});

describe('its settings', () => {
	it('have defaults, which the operator changes in part', () => {
		expect(sdWebUiVariables.parse({})).toEqual({
			SDWEBUI_MODELS: ['loaded'],
			SDWEBUI_OPTIONS: { steps: 30, cfgScale: 7, denoisingStrength: 0.75, sizePx: 1_024 },
		});
		expect(sdWebUiVariables.parse({ SDWEBUI_OPTIONS: '{"steps":4}' }).SDWEBUI_OPTIONS.steps).toBe(4);
	});

	it.each([
		'steps',
		'{"steps":0}',
		'{"sizePx":1001}',
		'{"sampler":"<x>"}',
		'{"denoisingStrength":1.1}',
		'{"model":"x"}',
	])('reject SDWEBUI_OPTIONS=%s', (text) => {
		expect(sdWebUiVariables.safeParse({ SDWEBUI_OPTIONS: text }).success).toBe(false);
	});
});
