import { type FakeComfyUi, type FakeComfyUiAnswer, startFakeComfyUi } from '@adx/fakes/comfyui';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AddressGuardOptions, createAddressGuard } from '../addresses/address-guard.ts';
import { parsePlainAddress } from '../addresses/engine-address.ts';
import { createReference, rowTraits, textOf } from '../engine-testing.ts';
import { toNumberSeed } from '../number-seed.ts';
import { buildPrompt } from '../prompt/build-prompt.ts';
import { negativePrompt } from '../prompt/negative-prompt.ts';
import { EngineError, type EngineRequest, type RemoteRequest } from '../types.ts';
import { createComfyUiEngine } from './comfyui-engine.ts';

const workflow = JSON.stringify({
	'3': { class_type: 'KSampler', inputs: { seed: '{{seed}}', steps: 20, model: ['4', 0] } },
	'5': { class_type: 'EmptyLatentImage', inputs: { width: '{{width}}', height: '{{height}}', batch_size: 1 } },
	'6': { class_type: 'CLIPTextEncode', inputs: { text: 'fantasy art: {{prompt}}', clip: ['4', 1] } },
	'7': { class_type: 'CLIPTextEncode', inputs: { text: '{{negative}}', clip: ['4', 1] } },
	'9': { class_type: 'SaveImage', inputs: { filename_prefix: 'adx', images: ['8', 0] } },
});

/** The same with nodes that load pictures. */
const withLoaders = (...places: readonly string[]) =>
	JSON.stringify({
		...(JSON.parse(workflow) as object),
		...Object.fromEntries(
			places.map((image, index) => [String(20 + index), { class_type: 'LoadImage', inputs: { image } }]),
		),
	});

let fake: FakeComfyUi;
beforeAll(async () => {
	fake = await startFakeComfyUi();
});
afterAll(() => fake.close());
afterEach(() => {
	expect(fake.mistakes).toEqual([]);
	fake.reset();
});

interface Changes extends Partial<EngineRequest & RemoteRequest> {
	readonly timeoutMs?: number;
	readonly pollMs?: number;
	readonly resolve?: AddressGuardOptions['resolve'];
}

function createEngine({ address = fake.origin, timeoutMs = 20_000, pollMs = 20, resolve }: Changes = {}) {
	const allowed = [parsePlainAddress(address) ?? { origin: '', path: '' }];
	const guard = createAddressGuard(resolve === undefined ? { allowed } : { allowed, resolve });
	return createComfyUiEngine({ guard, paintPx: 1_024, timeoutMs, pollMs });
}

function draw(changes: Changes = {}) {
	const { apiKey = null, model = 'workflow', isSoftened = false, address = fake.origin, ...others } = changes;
	const { references = [], sketch, workflow: nodes = workflow, received, started, ...rest } = others;
	const { timeoutMs: _, pollMs: __, resolve: ___, ...request } = rest;
	const calls = { ...(received && { received }), ...(started && { started }) };
	return createEngine(changes).draw({
		traits: rowTraits,
		imageSeed: 'seed',
		sizePx: 128,
		previews: true,
		remote: { apiKey, model, isSoftened, address, references, sketch, workflow: nodes, ...calls },
		signal: new AbortController().signal,
		...request,
	});
}

async function failureOf(answer: FakeComfyUiAnswer | null, changes: Changes = {}): Promise<EngineError> {
	if (answer !== null) fake.answerNext(answer);
	const error = await draw(changes).catch((reason: unknown) => reason);
	if (!(error instanceof EngineError)) throw error;
	return error;
}

describe('a ComfyUI as an engine', () => {
	it('has its workflow carried out with values at its places, for nothing, and keeps a PNG and two previews', async () => {
		const seen: string[] = [];
		const { full, previews, call } = await draw({
			started: async ({ costMicroUsd }) => void seen.push(`started ${costMicroUsd}`),
			received: async (bytes) => void seen.push(`received ${(await sharp(bytes).metadata()).width}`),
		});
		expect(await sharp(full.bytes).metadata()).toMatchObject({ format: 'png', width: 128, height: 128 });
		expect([previews?.px512.width, previews?.px200.width]).toEqual([512, 200]);
		const { text, hash } = buildPrompt(rowTraits, { isSoftened: false });
		const free = { finishReason: null, costMicroUsd: 0, costRestNanoUsd: 0, isEstimated: false };
		expect(call).toEqual({ model: 'workflow', prompt: text, promptHash: hash, ...free });
		expect(seen).toEqual(['started 0', 'received 64']);
		expect(fake.requests).toMatchObject([
			{
				workflow: {
					'3': { inputs: { seed: toNumberSeed('seed'), steps: 20 } },
					'5': { inputs: { width: 1_024, height: 1_024 } },
					'6': { inputs: { text: `fantasy art: ${text}` } },
					'7': { inputs: { text: negativePrompt } },
				},
			},
		]);
	});

	it('hears from the websocket that it is done, and need not ask again and again', async () => {
		await draw({ pollMs: 600_000, imageSeed: 'heard' });
		expect(fake.historyCalls()).toBe(1);
	});

	it('asks the history where nothing is heard: a silent websocket, and none', async () => {
		fake.answerNext({ kind: 'silent' });
		expect((await draw()).full.width).toBe(128);
		const deaf = await startFakeComfyUi({ hasSocket: false, paintsForMs: 100 });
		expect((await draw({ address: deaf.origin })).full.width).toBe(128);
		expect(deaf.historyCalls()).toBeGreaterThan(1);
		await deaf.close();
	});

	it('paints the same picture for the same seed, and another for another', async () => {
		const [first, again, other] = [await draw(), await draw(), await draw({ imageSeed: 'seed~v2' })];
		expect(Buffer.from(again.full.bytes).equals(first.full.bytes)).toBe(true);
		expect(Buffer.from(other.full.bytes).equals(first.full.bytes)).toBe(false);
	});

	it('signs in with each of its calls where something asks for it', async () => {
		const closed = await startFakeComfyUi({ login: 'me:secret' });
		expect((await draw({ address: closed.origin, apiKey: 'me:secret' })).full.width).toBe(128);
		const error = await failureOf(null, { address: closed.origin, apiKey: 'me:canary' });
		expect(error.kind).toBe('key');
		expect(textOf(error)).not.toContain('canary');
		await closed.close();
	});

	it.each<[FakeComfyUiAnswer, string]>([
		[{ kind: 'unknown_node' }, 'request'],
		[{ kind: 'unknown_model' }, 'request'],
		[{ kind: 'redirect' }, 'address'],
		[{ kind: 'node_error' }, 'request'],
		[{ kind: 'wrong_json' }, 'transient'],
		[{ kind: 'html' }, 'transient'],
		[{ kind: 'server_error' }, 'transient'],
		[{ kind: 'reset' }, 'transient'],
		[{ kind: 'out_of_memory' }, 'transient'],
		[{ kind: 'interrupted' }, 'transient'],
		[{ kind: 'missing_picture' }, 'transient'],
		[{ kind: 'history_fails', times: 99 }, 'transient'],
		[{ kind: 'no_outputs' }, 'no_image'],
		[{ kind: 'empty_picture' }, 'bad_image'],
		[{ kind: 'corrupt_image' }, 'bad_image'],
		[{ kind: 'html_picture' }, 'bad_image'],
		[{ kind: 'huge_picture' }, 'bad_image'],
	])('answers %o with %s after one workflow, which costs nothing', async (answer, kind) => {
		const error = await failureOf(answer);
		expect(error.kind).toBe(kind);
		expect(error.call?.costMicroUsd ?? 0).toBe(0);
		expect(error.message).toMatch(/^[A-Z].*\.$/);
		expect(fake.count()).toBe(1);
	});

	it('bears a history that fails a few times', async () => {
		fake.answerNext({ kind: 'history_fails', times: 3 });
		expect((await draw()).full.width).toBe(128);
	});

	it('notices that a service has forgotten its picture', async () => {
		const deaf = await startFakeComfyUi({ hasSocket: false });
		deaf.answerNext({ kind: 'lost' });
		const error = await failureOf(null, { address: deaf.origin });
		expect(error).toMatchObject({
			kind: 'transient',
			message: 'The service has lost the picture that it was asked for.',
		});
		await deaf.close();
	});

	it('gives up after its time, and takes the picture out of the queue', async () => {
		const error = await failureOf({ kind: 'waits' }, { timeoutMs: 3_000 });
		expect(error).toMatchObject({ kind: 'transient', message: 'The service did not answer in time.' });
		expect(fake.deleted).toHaveLength(1);
		expect((await failureOf({ kind: 'hang' }, { timeoutMs: 500 })).kind).toBe('transient');
	});

	it('ends with the reason of its signal, and takes the picture out of the queue', async () => {
		const controller = new AbortController();
		const { signal } = controller;
		const reason = new Error('the process ends');
		fake.script({ answer: { kind: 'waits' } });
		const waiting = draw({ signal });
		while (fake.historyCalls() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
		controller.abort(reason);
		await expect(waiting).rejects.toBe(reason);
		expect(fake.deleted).toHaveLength(1);
		await expect(draw({ signal })).rejects.toBe(reason);
		expect(fake.count()).toBe(1);
	});

	it.each([
		['none', '', 'The workflow is not JSON.'],
		[
			'one without places',
			workflow.replaceAll(/\{\{\w+\}\}/g, 'x'),
			'The workflow has to name {{prompt}} and {{seed}} where',
		],
		['one of the editor', '{"nodes":[]}', "This is a workflow as ComfyUI's editor saves it."],
	])('rejects a workflow before any call: %s', async (_, text, message) => {
		const error = await failureOf(null, { workflow: text });
		expect(error).toMatchObject({ kind: 'request', call: null });
		expect(error.message).toContain(message);
		expect(fake.count()).toBe(0);
	});

	it('uploads sketch and references, and names them where the workflow has places for them', async () => {
		const [sketch, red, blue] = await Promise.all(['green', 'red', 'blue'].map(createReference));
		const nodes = withLoaders('{{sketch}}', '{{reference}}', '{{reference2}}', '{{reference3}}');
		await draw({ workflow: nodes, sketch, references: [red!, blue!] });
		// The place that nothing is left for gets the most important one.
		expect(fake.requests[0]?.pictures).toEqual([sketch, red, blue, red].map((image) => image!.bytes));
		expect(fake.uploads()).toBe(3);
		expect(fake.requests[0]?.workflow['20']?.inputs.image).toMatch(/^adx-realm\/[0-9a-f]{32}\.png \[temp\]$/);
		await draw({ workflow: withLoaders('{{sketch}}'), sketch });
		expect(fake.requests[1]?.pictures).toEqual([sketch!.bytes]);
	});

	it.each<[string, readonly string[], { sketch?: true; references?: number }, RegExp]>([
		['no place for the sketch', [], { sketch: true }, /has to name \{\{sketch\}\} where/],
		['a place for a sketch that is not there', ['{{sketch}}'], {}, /use the storyboard as the sketch/],
		['no place for references', [], { references: 1 }, /has to name \{\{reference\}\} where/],
		['too few places', ['{{reference}}'], { references: 2 }, /name \{\{reference\}\} and \{\{reference2\}\} where/],
		['places for references that are not there', ['{{reference2}}'], {}, /names \{\{reference2\}\}: add a reference/],
	])('rejects a workflow with %s before any call', async (_, places, { sketch, references = 0 }, message) => {
		const picture = await createReference('red');
		const error = await failureOf(null, {
			workflow: withLoaders(...places),
			references: Array.from({ length: references }, () => picture),
			...(sketch === undefined ? {} : { sketch: picture }),
		});
		expect(error).toMatchObject({ kind: 'request', call: null, message: expect.stringMatching(message) });
		expect([fake.uploads(), fake.count()]).toEqual([0, 0]);
	});

	it.each<[string, Parameters<FakeComfyUi['answerUploads']>[0], string]>([
		['a failure', { status: 500, body: 'Internal Server Error' }, 'transient'],
		['a refusal', { status: 400 }, 'request'],
		['HTML', { status: 200, body: '<!DOCTYPE html>' }, 'transient'],
		['a redirect', { status: 302, headers: { location: 'http://169.254.169.254/' } }, 'address'],
		['a name that climbs', { status: 200, body: '{"name":"../x.png","subfolder":"","type":"input"}' }, 'transient'],
		['200 MB', { status: 200, body: 'A'.repeat(1_048_576), repeats: 200 }, 'bad_image'],
		['a broken line', 'reset', 'transient'],
	])('answers %s to an upload with a sentence, and sends no workflow', async (_, reply, kind) => {
		fake.answerUploads(reply);
		const sketch = await createReference('red');
		const error = await failureOf(null, { workflow: withLoaders('{{sketch}}'), sketch });
		expect(error.kind).toBe(kind);
		expect(error.message).toMatch(/^[A-Z].*\.$/);
		expect([fake.uploads(), fake.count()]).toEqual([1, 0]);
	});

	it.each(['canary', 'canary:', 'can ary:x', 'canary:x\ny: z', 'cаnary:x'])(
		'rejects the login %j before any call',
		async (apiKey) => {
			const error = await failureOf(null, { apiKey });
			expect(error.kind).toBe('key');
			expect(textOf(error)).not.toContain(apiKey);
			expect(fake.count()).toBe(0);
		},
	);

	it('rejects addresses that are not allowed or lead inside, for its websocket as for its calls', async () => {
		const remote = { apiKey: null, model: 'workflow', isSoftened: false, workflow, address: 'http://169.254.169.254' };
		const request = {
			traits: rowTraits,
			imageSeed: 's',
			sizePx: 64,
			previews: false,
			signal: new AbortController().signal,
		};
		await expect(createEngine().draw({ ...request, remote })).rejects.toMatchObject({ kind: 'address' });
		const address = fake.origin.replace('127.0.0.1', 'images.example.com');
		const error = await failureOf(null, { address, resolve: async () => ['127.0.0.1'] });
		expect(error).toMatchObject({ kind: 'address' });
		expect(fake.count()).toBe(0);
	});

	it('connects its websocket to the address that was judged', async () => {
		const address = fake.origin.replace('127.0.0.1', 'gpu.lan');
		await draw({ address, resolve: async () => ['127.0.0.1'], pollMs: 600_000 });
		expect(fake.historyCalls()).toBe(1);
	});

	it('makes an image again of the bytes that were received', async () => {
		const { bytes } = await createReference('blue');
		const image = await createEngine().readReceived?.(bytes, { sizePx: 64, previews: false });
		expect(image?.full).toMatchObject({ mime: 'image/png', width: 64 });
	});
});
