import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FakeGemini, type FakeGeminiAnswer, fakeGeminiKeys, startFakeGemini } from './gemini.ts';

let fake: FakeGemini;
beforeAll(async () => {
	fake = await startFakeGemini({ sizePx: 64 });
});
afterAll(() => fake.close());
afterEach(() => fake.reset());

const body = (prompt: string, changes: object = {}) => ({
	contents: [{ role: 'user', parts: [{ text: prompt }] }],
	generationConfig: { responseModalities: ['TEXT', 'IMAGE'], imageConfig: { aspectRatio: '1:1' } },
	...changes,
});

function call(prompt = 'a figure', { key = 'AIza-any', model = 'any-model', changes = {}, query = '' } = {}) {
	return fetch(`${fake.origin}/v1beta/models/${model}:generateContent${query}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'x-goog-api-key': key },
		body: JSON.stringify(body(prompt, changes)),
	});
}

interface Reply {
	readonly candidates: readonly {
		readonly finishReason: string;
		readonly content?: {
			readonly parts: readonly { text?: string; thought?: boolean; inlineData?: { mimeType: string; data: string } }[];
		};
	}[];
}

async function readPictures(answer: Response) {
	const { candidates } = (await answer.json()) as Reply;
	return (candidates[0]?.content?.parts ?? []).flatMap(({ inlineData, thought }) =>
		inlineData === undefined || thought === true
			? []
			: [{ mimeType: inlineData.mimeType, bytes: Buffer.from(inlineData.data, 'base64') }],
	);
}

describe('the fake Gemini', () => {
	it('paints a real picture, the same for the same prompt and another for another', async () => {
		const [first, again, other] = await Promise.all(
			['a', 'a', 'b'].map(async (text) => readPictures(await call(text))),
		);
		expect(await sharp(first?.[0]?.bytes).metadata()).toMatchObject({ format: 'png', width: 64, height: 64 });
		expect(again).toEqual(first);
		expect(other?.[0]?.bytes.equals(first?.[0]?.bytes ?? Buffer.alloc(0))).toBe(false);
		expect([fake.count(), fake.paidImages(), fake.paidImages('AIza-other')]).toEqual([3, 3, 0]);
	});

	it('paints in every format, two at once, drafts beside the picture, and says another type when told', async () => {
		for (const format of ['png', 'jpeg', 'webp'] as const) {
			fake.answerNext({ kind: 'image', format });
			const [picture] = await readPictures(await call());
			expect(picture?.mimeType).toBe(`image/${format}`);
			expect((await sharp(picture?.bytes).metadata()).format).toBe(format);
		}
		fake.answerNext({ kind: 'image', count: 2, thoughts: true });
		expect(await readPictures(await call())).toHaveLength(2);
		fake.answerNext({ kind: 'image', format: 'png', mimeType: 'image/jpeg' });
		const [mislabelled] = await readPictures(await call());
		expect([mislabelled?.mimeType, (await sharp(mislabelled?.bytes).metadata()).format]).toEqual(['image/jpeg', 'png']);
	});

	it.each<[FakeGeminiAnswer, number, string]>([
		[{ kind: 'bad_key' }, 400, 'API_KEY_INVALID'],
		[{ kind: 'unauthorized' }, 401, 'UNAUTHENTICATED'],
		[{ kind: 'forbidden' }, 403, 'PERMISSION_DENIED'],
		[{ kind: 'failed_precondition' }, 400, 'FAILED_PRECONDITION'],
		[{ kind: 'bad_request' }, 400, 'INVALID_ARGUMENT'],
		[{ kind: 'not_found' }, 404, 'NOT_FOUND'],
		[{ kind: 'quota', quota: 'minute', retryAfterS: 7 }, 429, '"retryDelay":"7s"'],
		[{ kind: 'quota', quota: 'day' }, 429, 'GenerateRequestsPerDay'],
		[{ kind: 'quota', quota: 'limit_zero' }, 429, 'limit: 0'],
		[{ kind: 'quota', quota: 'bare' }, 429, 'RESOURCE_EXHAUSTED'],
		[{ kind: 'server_error', status: 500 }, 500, 'INTERNAL'],
		[{ kind: 'server_error' }, 503, 'UNAVAILABLE'],
		[{ kind: 'bad_gateway_html' }, 502, '<!DOCTYPE html>'],
		[{ kind: 'not_json' }, 200, '<!DOCTYPE html>'],
		[{ kind: 'empty_object' }, 200, '{}'],
		[{ kind: 'text_only' }, 200, '"text"'],
		[{ kind: 'finish', reason: 'NO_IMAGE' }, 200, '"finishReason":"NO_IMAGE"'],
		[{ kind: 'blocked_prompt' }, 200, '"blockReason":"PROHIBITED_CONTENT"'],
		[{ kind: 'echo_key', status: 429 }, 429, 'AIza-any'],
	])('answers %o as Google does', async (answer, status, piece) => {
		fake.answerNext(answer);
		const answered = await call();
		expect(answered.status).toBe(status);
		expect(await answered.text()).toContain(piece);
		expect(fake.paidImages()).toBe(0);
	});

	it('breaks lines: reset, cut in the middle, hanging, dripping', async () => {
		fake.answerNext({ kind: 'reset' }, { kind: 'truncated' }, { kind: 'hang' }, { kind: 'slow_drip', everyMs: 2 });
		await expect(call()).rejects.toThrow();
		const cut = await call();
		expect(cut.status).toBe(200);
		await expect(cut.text()).rejects.toThrow();
		const hanging = call();
		expect(await Promise.race([hanging, new Promise((resolve) => setTimeout(resolve, 50, 'nothing'))])).toBe('nothing');
		expect(await readPictures(await call())).toHaveLength(1);
		expect(fake.requests.map(({ answer }) => answer)).toEqual(['reset', 'truncated', 'hang', 'slow_drip']);
		await Promise.all([fake.close(), expect(hanging).rejects.toThrow()]);
		fake = await startFakeGemini({ sizePx: 64 });
	});

	it('paints what no program should take: corrupt, 256 megapixels, 40 MB', async () => {
		fake.answerNext({ kind: 'corrupt_image' }, { kind: 'pixel_bomb' }, { kind: 'oversized_image' });
		const [corrupt] = await readPictures(await call());
		await expect(sharp(corrupt?.bytes, { failOn: 'truncated' }).raw().toBuffer()).rejects.toThrow();
		const [bomb] = await readPictures(await call());
		expect(bomb?.bytes.byteLength).toBeLessThan(60_000);
		expect(await sharp(bomb?.bytes, { limitInputPixels: false }).metadata()).toMatchObject({ width: 16_000 });
		const [large] = await readPictures(await call());
		expect(large?.bytes.byteLength).toBeGreaterThan(40_000_000);
		expect(await sharp(large?.bytes).metadata()).toMatchObject({ format: 'png', width: 3_700 });
	});

	it('follows rules by key, by model, by prompt and by the number of the call; the last one made goes before', async () => {
		fake.script({ model: 'old-model', answer: { kind: 'not_found' } });
		fake.script({ key: 'AIza-a', call: 2, answer: { kind: 'server_error' } });
		fake.script({ prompt: 'dragon', answer: { kind: 'blocked_prompt' } });
		const status = async (...parameters: Parameters<typeof call>) => (await call(...parameters)).status;
		expect(await status('x', { model: 'old-model' })).toBe(404);
		expect(await status('x', { key: 'AIza-a' })).toBe(200);
		expect(await status('x', { key: 'AIza-b' })).toBe(200);
		expect(await status('x', { key: 'AIza-a' })).toBe(503);
		expect(await status('x', { key: 'AIza-a' })).toBe(200);
		expect(await (await call('a dragon')).text()).toContain('blockReason');
	});

	it('counts how many calls are under way at once, by key', async () => {
		// Long enough for the third to arrive on a busy machine.
		fake.script({ answer: { kind: 'image' }, delayMs: 1_000 });
		await Promise.all([call('1', { key: 'AIza-a' }), call('2', { key: 'AIza-a' }), call('3', { key: 'AIza-b' })]);
		await call('4', { key: 'AIza-a' });
		expect([fake.peakConcurrency('AIza-a'), fake.peakConcurrency('AIza-b'), fake.peakConcurrency()]).toEqual([2, 1, 3]);
	});

	it('has keys that tell their own story', async () => {
		const statuses = async (key: string, calls: number) => {
			const seen: number[] = [];
			for (let count = 0; count < calls; count++) seen.push((await call('x', { key })).status);
			return seen;
		};
		expect(await statuses(fakeGeminiKeys.works, 2)).toEqual([200, 200]);
		expect(await statuses(fakeGeminiKeys.refused, 2)).toEqual([400, 400]);
		expect(await statuses(fakeGeminiKeys.dayQuota, 6)).toEqual([200, 200, 200, 429, 429, 200]);
		expect(await statuses(fakeGeminiKeys.throttled, 6)).toEqual([200, 200, 200, 200, 429, 200]);
	});

	it('refuses keys and models that it was not given, and lists the models', async () => {
		const strict = await startFakeGemini({ keys: ['AIza-only'], models: ['only-model'] });
		const status = async (key: string, model: string) => {
			const url = `${strict.origin}/v1beta/models/${model}:generateContent`;
			const headers = { 'content-type': 'application/json', 'x-goog-api-key': key };
			return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body('x')) })).status;
		};
		expect(await status('AIza-only', 'only-model')).toBe(200);
		expect(await status('AIza-only', 'other-model')).toBe(404);
		expect(await status('AIza-other', 'only-model')).toBe(400);
		const models = await fetch(`${strict.origin}/v1beta/models`, { headers: { 'x-goog-api-key': 'AIza-only' } });
		expect(await models.json()).toMatchObject({ models: [{ name: 'models/only-model' }] });
		await strict.close();
	});

	it('remembers mistakes, answers them with 400 and does not close without telling', async () => {
		const careless = await startFakeGemini();
		const url = `${careless.origin}/v1beta/models/m:generateContent`;
		const headers = { 'content-type': 'application/json', 'x-goog-api-key': 'AIza-canary' };
		const post = async (query: string, content: object) =>
			(await fetch(url + query, { method: 'POST', headers, body: JSON.stringify(content) })).status;
		expect(await post('?key=AIza-canary', body('x'))).toBe(400);
		expect(await post('', body('x', { generationConfig: { imageConfig: { aspectRatio: '1:1' } } }))).toBe(400);
		expect(await post('', body('x', { generationConfig: { responseModalities: ['IMAGE'] } }))).toBe(400);
		expect(await post('', body('my key is AIza-canary'))).toBe(400);
		expect(await post('', body('x', { contents: [] }))).toBe(400);
		expect((await fetch(`${careless.origin}/v1beta/files`)).status).toBe(400);
		expect(careless.mistakes).toEqual([
			'the key is in the address',
			'responseModalities does not ask for an image',
			'imageConfig does not ask for a square',
			'the key is in the body',
			'the contents are not images and one part of text after them',
			'the call has no x-goog-api-key header',
			'nobody calls /v1beta/files',
		]);
		expect(careless.count()).toBe(0);
		await expect(careless.close()).rejects.toThrow('the key is in the address');
	});
});
