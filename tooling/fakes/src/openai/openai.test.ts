import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FakeOpenAi, type FakeOpenAiAnswer, fakeOpenAiKeys, startFakeOpenAi } from './openai.ts';

let fake: FakeOpenAi;
beforeAll(async () => {
	fake = await startFakeOpenAi({ sizePx: 64 });
});
afterAll(() => fake.close());
afterEach(() => fake.reset());

const gpt = { model: 'gpt-image-9', prompt: 'a figure', n: 1, size: '1024x1024' };
const flux = { model: 'flux', prompt: 'a figure', n: 1, size: '1024x1024', response_format: 'b64_json' };
const prices = { picture: 4_000, textInput: 5, imageInput: 8, output: 30 };

const follow: RequestInit['redirect'] = 'follow';
function generate(body: object = gpt, { key = 'sk-any', address = fake.address, query = '', redirect = follow } = {}) {
	return fetch(`${address}/images/generations${query}`, {
		method: 'POST',
		redirect,
		headers: { 'content-type': 'application/json', ...(key === '' ? {} : { authorization: `Bearer ${key}` }) },
		body: JSON.stringify(body),
	});
}

function edit(files: readonly Uint8Array<ArrayBuffer>[], fields: object = gpt) {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
	for (const file of files) form.append('image[]', new Blob([file], { type: 'image/png' }), 'reference.png');
	const headers = { authorization: 'Bearer sk-any' };
	return fetch(`${fake.address}/images/edits`, { method: 'POST', headers, body: form });
}

interface Reply {
	readonly data: readonly { readonly b64_json?: string; readonly url?: string }[];
	readonly usage?: { readonly input_tokens: number; readonly output_tokens: number };
}
const replyOf = async (answer: Response) => (await answer.json()) as Reply;
const picturesOf = ({ data }: Reply) => data.map(({ b64_json }) => Buffer.from(b64_json ?? '', 'base64'));

describe('the fake of OpenAI', () => {
	it('paints a real picture, the same for the same prompt and another for another, and says what it took', async () => {
		const replies = await Promise.all(
			['a', 'a', 'b'].map(async (prompt) => replyOf(await generate({ ...gpt, prompt }))),
		);
		const [first, again, other] = replies.map((reply) => picturesOf(reply)[0]);
		expect(await sharp(first).metadata()).toMatchObject({ format: 'png', width: 64, height: 64 });
		expect(again).toEqual(first);
		expect(other?.equals(first ?? Buffer.alloc(0))).toBe(false);
		expect(replies[0]?.usage).toMatchObject({ input_tokens: 310, output_tokens: 1_056 });
		expect([fake.count(), fake.paintedImages(), fake.paintedImages('sk-other')]).toEqual([3, 3, 0]);
		expect(fake.billedMicroUsd(prices)).toBe(3 * (310 * 5 + 1_056 * 30));
	});

	it('bills other models by the picture and says nothing of tokens', async () => {
		fake.answerNext({ kind: 'image', count: 2 });
		const reply = await replyOf(await generate(flux));
		expect([picturesOf(reply).length, reply.usage]).toEqual([2, undefined]);
		expect(fake.billedMicroUsd(prices)).toBe(8_000);
	});

	it('takes the images of a form and bills them', async () => {
		const png = new Uint8Array(
			await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
				.png()
				.toBuffer(),
		);
		const reply = await replyOf(await edit([png, png]));
		expect(picturesOf(reply)).toHaveLength(1);
		expect(fake.requests).toMatchObject([{ kind: 'edit', model: 'gpt-image-9', prompt: 'a figure' }]);
		expect(fake.requests[0]?.references.map((bytes) => bytes.equals(png))).toEqual([true, true]);
		expect(fake.billedMicroUsd(prices)).toBe(310 * 5 + 2 * 780 * 8 + 1_056 * 30);
	});

	it('gives addresses of pictures that can be fetched, after so many failures, and pictures as addresses', async () => {
		fake.answerNext({ kind: 'image', as: 'url', format: 'webp' }, { kind: 'lost_picture', times: 1 });
		const [webp, lost] = [await replyOf(await generate()), await replyOf(await generate())].map(
			({ data }) => data[0]?.url ?? '',
		);
		const picture = await fetch(webp ?? '');
		expect((await sharp(await picture.arrayBuffer()).metadata()).format).toBe('webp');
		expect((await fetch(lost ?? '')).status).toBe(503);
		expect((await fetch(lost ?? '', { headers: { authorization: 'Bearer sk-any' } })).status).toBe(200);
		expect((await fetch(`${fake.origin}/generated-images/none.png`)).status).toBe(404);
		expect(fake.fetches).toEqual([false, false, true, false].map((withKey) => ({ withKey })));
		fake.answerNext({ kind: 'image', as: 'data_url' });
		expect((await replyOf(await generate())).data[0]?.url).toMatch(/^data:image\/png;base64,/);
	});

	it.each<[FakeOpenAiAnswer, number, string]>([
		[{ kind: 'invalid_key' }, 401, '"code":"invalid_api_key"'],
		[{ kind: 'unverified' }, 403, 'must be verified'],
		[{ kind: 'unsupported_country' }, 403, 'unsupported_country_region_territory'],
		[{ kind: 'payment_required' }, 402, 'credit_limit'],
		[{ kind: 'insufficient_quota' }, 429, '"code":"insufficient_quota"'],
		[{ kind: 'billing_hard_limit' }, 400, 'billing_hard_limit_reached'],
		[{ kind: 'rate_limit' }, 429, 'rate_limit_exceeded'],
		[{ kind: 'rate_limit', limit: 'day' }, 429, '(RPD)'],
		[{ kind: 'rate_limit', limit: 'zero' }, 429, 'Limit: 0/1min'],
		[{ kind: 'model_not_found' }, 404, 'model_not_found'],
		[{ kind: 'wrong_model' }, 400, '"param":"model"'],
		[{ kind: 'bad_request' }, 400, '"param":"size"'],
		[{ kind: 'unprocessable' }, 422, '"detail"'],
		[{ kind: 'moderation', stage: 'input' }, 400, '"moderation_stage":"input"'],
		[{ kind: 'content_policy' }, 400, 'content_policy_violation'],
		[{ kind: 'server_error' }, 500, 'server_error'],
		[{ kind: 'server_error', status: 503 }, 503, 'server_error'],
		[{ kind: 'bad_gateway_html' }, 502, '<html>'],
		[{ kind: 'error_in_answer' }, 200, '"code":503'],
		[{ kind: 'html' }, 200, '<!DOCTYPE html>'],
		[{ kind: 'wrong_json' }, 200, '{"data":"soon"}'],
		[{ kind: 'wrong_json', body: null }, 200, 'null'],
		[{ kind: 'echo_key', status: 429 }, 429, 'sk-any'],
	])('answers %o as services do, unpaid', async (answer, status, piece) => {
		fake.answerNext(answer);
		const answered = await generate();
		expect(answered.status).toBe(status);
		expect(await answered.text()).toContain(piece);
		expect([fake.paintedImages(), fake.billedMicroUsd(prices)]).toEqual([0, 0]);
	});

	it('bills pictures that do not arrive: withheld, empty, cut', async () => {
		const answers = [{ kind: 'moderation', stage: 'output' }, { kind: 'empty_picture' }, { kind: 'no_data' }] as const;
		fake.answerNext(...answers);
		for (const _ of answers) await (await generate(flux)).text();
		fake.answerNext({ kind: 'truncated' });
		await expect((await generate(flux)).text()).rejects.toThrow();
		expect([fake.paintedImages(), fake.billedMicroUsd(prices)]).toEqual([4, 16_000]);
	});

	it('says in every way how long to wait', async () => {
		const headersOf = async (tells: 'retry-after-ms' | 'retry-after' | 'date' | 'reset' | 'nothing') => {
			fake.answerNext({ kind: 'rate_limit', tells, retryAfterS: 3_725 });
			return (await generate()).headers;
		};
		expect((await headersOf('retry-after-ms')).get('retry-after-ms')).toBe('3725000');
		expect((await headersOf('retry-after')).get('retry-after')).toBe('3725');
		expect((await headersOf('date')).get('retry-after')).toMatch(/ GMT$/);
		expect((await headersOf('reset')).get('x-ratelimit-reset-requests')).toBe('1h2m5s');
		expect([...(await headersOf('nothing')).keys()]).not.toContain('retry-after');
	});

	it('redirects, resets, hangs, drips and answers 200 MB', async () => {
		fake.answerNext({ kind: 'redirect' }, { kind: 'reset' }, { kind: 'slow_drip', everyMs: 1 });
		expect((await generate(gpt, { redirect: 'manual' })).status).toBe(307);
		await expect(generate()).rejects.toThrow();
		expect(picturesOf(await replyOf(await generate()))).toHaveLength(1);
		fake.answerNext({ kind: 'huge_answer' }, { kind: 'hang' });
		let sizeBytes = 0;
		for await (const chunk of (await generate()).body ?? []) sizeBytes += chunk.byteLength;
		expect(sizeBytes).toBe(200 * 1_048_576);
		const hanging = generate();
		expect(await Promise.race([hanging, new Promise((resolve) => setTimeout(resolve, 50, 'nothing'))])).toBe('nothing');
		await Promise.all([fake.close(), expect(hanging).rejects.toThrow()]);
		fake = await startFakeOpenAi({ sizePx: 64 });
	});

	it('paints what no program should take: corrupt, 256 megapixels, 40 MB', async () => {
		fake.answerNext({ kind: 'corrupt_image' }, { kind: 'pixel_bomb' }, { kind: 'oversized_image' });
		const [corrupt] = picturesOf(await replyOf(await generate()));
		await expect(sharp(corrupt, { failOn: 'truncated' }).raw().toBuffer()).rejects.toThrow();
		const [bomb] = picturesOf(await replyOf(await generate()));
		expect(await sharp(bomb, { limitInputPixels: false }).metadata()).toMatchObject({ width: 16_000 });
		const [large] = picturesOf(await replyOf(await generate()));
		expect(large?.byteLength).toBeGreaterThan(40_000_000);
	});

	it('has keys that tell their own story', async () => {
		const statuses = async (key: string, calls: number) => {
			const seen: number[] = [];
			for (let count = 0; count < calls; count++) seen.push((await generate(gpt, { key })).status);
			return seen;
		};
		expect(await statuses(fakeOpenAiKeys.works, 2)).toEqual([200, 200]);
		expect(await statuses(fakeOpenAiKeys.refused, 2)).toEqual([401, 401]);
		expect(await statuses(fakeOpenAiKeys.noCredit, 6)).toEqual([200, 200, 200, 429, 429, 200]);
		expect(await statuses(fakeOpenAiKeys.throttled, 6)).toEqual([200, 200, 200, 200, 429, 200]);
		expect(await statuses(fakeOpenAiKeys.moody, 4)).toEqual([200, 200, 200, 400]);
	});

	it('refuses keys and models that it was not given, and asks for no key when told', async () => {
		const strict = await startFakeOpenAi({ keys: ['sk-only'], models: [gpt.model] });
		const { address } = strict;
		expect((await generate(gpt, { key: 'sk-only', address })).status).toBe(200);
		expect((await generate({ ...gpt, model: 'gpt-image-0' }, { key: 'sk-only', address })).status).toBe(404);
		expect((await generate(gpt, { key: 'sk-other', address })).status).toBe(401);
		const models = await fetch(`${address}/models`, { headers: { authorization: 'Bearer sk-only' } });
		expect(await models.json()).toMatchObject({ data: [{ id: gpt.model }] });
		await strict.close();
		const open = await startFakeOpenAi({ needsKey: false });
		expect((await generate(flux, { key: '', address: open.address })).status).toBe(200);
		await open.close();
	});

	it('remembers mistakes, answers them with 400 and does not close without telling', async () => {
		const careless = await startFakeOpenAi();
		const { address } = careless;
		expect((await generate(gpt, { key: '', address })).status).toBe(400);
		await generate(gpt, { address, query: '?key=sk-any' });
		await generate({ ...gpt, prompt: 'my key is sk-any' }, { address });
		await generate({ ...gpt, prompt: '' }, { address });
		await generate({ ...gpt, n: 2 }, { address });
		await generate({ ...gpt, response_format: 'b64_json' }, { address });
		await generate({ ...flux, output_format: 'png' }, { address });
		await generate({ ...flux, response_format: 'url' }, { address });
		await fetch(`${address}/files`, { headers: { authorization: 'Bearer sk-any' } });
		expect(careless.mistakes).toEqual([
			'the call has no key in its authorization',
			'the key is in the address',
			'the key is in the body',
			'the call names no model or has no prompt',
			'the call does not ask for one square picture',
			'GPT models know no response_format',
			'only GPT models know output_format as it was sent',
			'the call does not ask for the picture in Base64',
			'nobody calls /v1/files',
		]);
		expect(careless.count()).toBe(0);
		await expect(careless.close()).rejects.toThrow('the key is in the address');
		await edit([new Uint8Array(Buffer.from('no picture'))]);
		await edit([]);
		expect(fake.mistakes).toEqual([
			'the files are not one to sixteen pictures',
			'the files are not one to sixteen pictures',
		]);
	});
});
