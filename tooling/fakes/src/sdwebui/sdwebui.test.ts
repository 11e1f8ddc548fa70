import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FakeSdWebUi, type FakeSdWebUiAnswer, startFakeSdWebUi } from './sdwebui.ts';

let fake: FakeSdWebUi;
beforeAll(async () => {
	fake = await startFakeSdWebUi({ sizePx: 64 });
});
afterAll(() => fake.close());
afterEach(() => fake.reset());

const usual = { prompt: 'a figure', seed: 5, batch_size: 1, n_iter: 1, width: 512, height: 512, save_images: false };

function paint(fields: object = {}, { origin = fake.origin, login = '', path = 'txt2img' } = {}) {
	const authorization = login === '' ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` };
	return fetch(`${origin}/sdapi/v1/${path}`, {
		method: 'POST',
		redirect: 'manual',
		headers: { 'content-type': 'application/json', ...authorization },
		body: JSON.stringify({ ...usual, ...fields }),
	});
}
const pictureOf = async (answer: Response) => {
	const { images } = (await answer.json()) as { readonly images: readonly string[] };
	return Buffer.from(images[0] ?? '', 'base64');
};

describe('the fake web UI of Stable Diffusion', () => {
	it('paints the same picture for the same prompt and seed, and another for another seed', async () => {
		const [first, again, other] = [await paint(), await paint(), await paint({ seed: 6 })];
		const picture = await pictureOf(first);
		expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 64 });
		expect((await pictureOf(again)).equals(picture)).toBe(true);
		expect((await pictureOf(other)).equals(picture)).toBe(false);
		expect(fake.requests.map(({ seed }) => seed)).toEqual([5, 5, 6]);
	});

	it.each<[FakeSdWebUiAnswer, number, string]>([
		[{ kind: 'no_image' }, 200, '"images":[]'],
		[{ kind: 'empty_picture' }, 200, '"images":[""]'],
		[{ kind: 'wrong_json' }, 200, '"painted"'],
		[{ kind: 'html' }, 200, '<!DOCTYPE html>'],
		[{ kind: 'model_not_found' }, 404, 'Model not found'],
		[{ kind: 'no_api' }, 404, 'Not Found'],
		[{ kind: 'unprocessable' }, 422, 'type_error'],
		[{ kind: 'out_of_memory' }, 500, 'OutOfMemoryError'],
		[{ kind: 'server_error' }, 500, 'RuntimeError'],
		[{ kind: 'bad_gateway_html' }, 502, '<html>'],
		[{ kind: 'redirect' }, 302, ''],
		[{ kind: 'image', as: 'data_url' }, 200, '"data:image/png;base64,'],
	])('answers %o as the web UI does', async (answer, status, piece) => {
		fake.answerNext(answer);
		const answered = await paint();
		expect(answered.status).toBe(status);
		expect(await answered.text()).toContain(piece);
	});

	it('breaks lines and pictures', async () => {
		fake.answerNext({ kind: 'reset' }, { kind: 'truncated' }, { kind: 'corrupt_image' });
		await expect(paint()).rejects.toThrow();
		await expect((await paint()).text()).rejects.toThrow();
		await expect(
			sharp(await pictureOf(await paint()), { failOn: 'truncated' })
				.raw()
				.toBuffer(),
		).rejects.toThrow();
	});

	it('asks for its login, and knows its checkpoints', async () => {
		const closed = await startFakeSdWebUi({ login: 'me:secret', models: ['sdxl'], sizePx: 16 });
		const { origin } = closed;
		expect((await paint({}, { origin })).status).toBe(401);
		expect((await paint({}, { origin, login: 'me:wrong' })).status).toBe(401);
		expect((await paint({}, { origin, login: 'me:secret' })).status).toBe(200);
		const other = { override_settings: { sd_model_checkpoint: 'other' } };
		expect((await paint(other, { origin, login: 'me:secret' })).status).toBe(404);
		await closed.close();
	});

	it('paints over a picture, another one for another picture', async () => {
		const over = (text: string) => ({ init_images: [Buffer.from(text).toString('base64')], denoising_strength: 0.5 });
		const path = 'img2img';
		const answers = [await paint(over('red'), { path }), await paint(over('blue'), { path }), await paint()];
		const pictures = await Promise.all(answers.map(pictureOf));
		expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(3);
		expect(fake.requests.map(({ picture }) => picture?.toString())).toEqual(['red', 'blue', undefined]);
		for (const fields of [
			{},
			{ ...over('x'), denoising_strength: 2 },
			{ ...over('x'), init_images: ['eA==', 'eA=='] },
		]) {
			expect((await paint(fields, { path })).status).toBe(422);
		}
		expect((await paint(over('x'))).status).toBe(422);
		fake.reset();
	});

	it('remembers mistakes and does not close without telling', async () => {
		const careless = await startFakeSdWebUi();
		const { origin } = careless;
		for (const fields of [{ prompt: '' }, { seed: -1 }, { n_iter: 2 }, { width: 8 }, { save_images: true }]) {
			expect((await paint(fields, { origin })).status).toBe(422);
		}
		await fetch(`${origin}/sdapi/v1/options`);
		expect(careless.mistakes).toEqual([
			'the call has no prompt',
			'the call has no seed',
			'the call does not ask for one picture',
			'the picture is not a square',
			'the picture would be stored there, too',
			'nobody calls GET /sdapi/v1/options',
		]);
		await expect(careless.close()).rejects.toThrow('the call has no seed');
	});
});
