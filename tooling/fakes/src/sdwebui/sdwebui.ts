import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FakeCall, type FakeReply, json, listenAsFake } from '../http-server.ts';
import { type CallBook, createCallBook } from '../painting/call-book.ts';
import { corruptPicture, createPicture } from '../painting/pictures.ts';
import { parseJson } from '../painting/read-json.ts';
import { createScripts, type FakeRule } from '../painting/scripts.ts';

/** What one call gets. */
export type FakeSdWebUiAnswer =
	/** A PNG that is different for every prompt and seed; `as` an address of data, as some versions answer. */
	| { readonly kind: 'image'; readonly as?: 'base64' | 'data_url' }
	| { readonly kind: 'no_image' }
	| { readonly kind: 'empty_picture' }
	| { readonly kind: 'corrupt_image' }
	/** 200 MB of Base64. */
	| { readonly kind: 'huge_answer' }
	| { readonly kind: 'wrong_json' }
	| { readonly kind: 'unauthorized' }
	| { readonly kind: 'model_not_found' }
	/** Started without `--api`. */
	| { readonly kind: 'no_api' }
	| { readonly kind: 'unprocessable' }
	| { readonly kind: 'out_of_memory' }
	| { readonly kind: 'server_error' }
	/** What a tunnel or a proxy answers while the web UI is away. */
	| { readonly kind: 'bad_gateway_html' }
	| { readonly kind: 'html' }
	| { readonly kind: 'redirect' }
	| { readonly kind: 'hang' }
	| { readonly kind: 'reset' }
	| { readonly kind: 'truncated' };

export interface FakeSdWebUiOptions {
	/** 0, the default, lets the system choose. */
	readonly port?: number;
	/** `name:password`, as after `--api-auth`; none unless given. */
	readonly login?: string;
	/** The checkpoints there are; every name is one unless given. */
	readonly models?: readonly string[];
	/** Side of its pictures; what is asked for unless given. */
	readonly sizePx?: number;
	/** How long a picture takes; 0 unless given. */
	readonly paintsForMs?: number;
}

/** One call for a picture, in order of arrival. */
export interface FakeSdWebUiRequest {
	/** The login; '' where there was none. */
	readonly key: string;
	/** '' for the checkpoint that is loaded. */
	readonly model: string;
	readonly prompt: string;
	readonly seed: number;
	/** The picture that is to be painted over; null for `txt2img`. */
	readonly picture: Buffer | null;
	/** All fields. */
	readonly fields: Readonly<Record<string, unknown>>;
	readonly answer: FakeSdWebUiAnswer['kind'];
}

/**
 * A web UI of Stable Diffusion on loopback that answers `/sdapi/v1/txt2img` and `img2img` as AUTOMATIC1111's does and does as it
 * is told:
 * https://github.com/AUTOMATIC1111/stable-diffusion-webui/wiki/API and its `modules/api/api.py`.
 */
export interface FakeSdWebUi {
	/** The address that a user enters. */
	readonly origin: string;
	/** What calls get from now on; of several rules the last one made that matches answers. */
	script(rule: FakeRule<FakeSdWebUiAnswer>): void;
	/** The next calls get these answers, one each. */
	answerNext(...answers: readonly FakeSdWebUiAnswer[]): void;
	readonly requests: readonly FakeSdWebUiRequest[];
	/** Calls for a picture. */
	count(): number;
	/** The most calls for a picture that were under way at once. */
	peakConcurrency(): number;
	/** What no client of ours may do. Such a call gets 422. */
	readonly mistakes: readonly string[];
	/** Forgets rules, counts and mistakes. */
	reset(): void;
	/** Rejects when there were mistakes, so that the test that made them fails. Cuts what still hangs. */
	close(): Promise<void>;
}

type Book = CallBook<FakeSdWebUiRequest, never>;

/** Starts the fake on a port of its own. */
export async function startFakeSdWebUi(options: FakeSdWebUiOptions = {}): Promise<FakeSdWebUi> {
	const book: Book = createCallBook();
	const scripts = createScripts<FakeSdWebUiAnswer>([], { kind: 'image' });
	const server = await listenAsFake(options.port ?? 0, async (call) => {
		if (call.method !== 'POST' || !/^\/sdapi\/v1\/(?:txt|img)2img$/.test(call.url.pathname)) {
			book.mistakes.push(`nobody calls ${call.method} ${call.url.pathname}`);
			return notFound('Not Found');
		}
		const request = readCall(call);
		const mistakes = findMistakes(call, request);
		book.mistakes.push(...mistakes);
		if (mistakes.length > 0) return json(422, { detail: mistakes });
		void call.ended.then(book.enter(request.key));
		const { answer, delayMs } = pick(options, scripts.take(request), request);
		book.requests.push({ ...request, answer: answer.kind });
		const waitMs = delayMs ?? (answer.kind === 'image' ? (options.paintsForMs ?? 0) : 0);
		if (waitMs > 0) await sleep(waitMs);
		return createReply(answer, request, options.sizePx);
	});
	return {
		origin: server.origin,
		script: scripts.add,
		answerNext: scripts.addNext,
		requests: book.requests,
		count: book.count,
		peakConcurrency: book.peak,
		mistakes: book.mistakes,
		reset: () => {
			book.clear();
			scripts.clear();
		},
		close: async () => {
			await server.close();
			if (book.mistakes.length > 0) throw new Error(`calls to the fake web UI: ${book.mistakes.join(', ')}`);
		},
	};
}

type PictureCall = Omit<FakeSdWebUiRequest, 'answer'>;

function readCall({ headers, body, url }: FakeCall): PictureCall {
	const parsed = parseJson(body);
	const fields = (typeof parsed === 'object' && parsed !== null ? parsed : {}) as Readonly<Record<string, unknown>>;
	const login = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
	const settings = (fields.override_settings ?? {}) as Readonly<Record<string, unknown>>;
	return {
		key: Buffer.from(login, 'base64').toString('latin1'),
		model: String(settings.sd_model_checkpoint ?? ''),
		prompt: String(fields.prompt ?? ''),
		seed: Number(fields.seed ?? -1),
		picture: url.pathname.endsWith('/img2img') ? Buffer.from(listInitImages(fields)[0] ?? '', 'base64') : null,
		fields,
	};
}

const listInitImages = ({ init_images: images }: Readonly<Record<string, unknown>>): readonly string[] =>
	Array.isArray(images) ? images.map(String) : [];

function findMistakes({ headers }: FakeCall, { prompt, seed, picture, fields }: PictureCall): string[] {
	const mistakes: string[] = [];
	if (picture === null && 'init_images' in fields) mistakes.push('txt2img takes no picture');
	if (picture !== null && (picture.length === 0 || listInitImages(fields).length !== 1))
		mistakes.push('there is not one picture to paint over');
	const strength = fields.denoising_strength;
	if (picture !== null && !(typeof strength === 'number' && strength >= 0 && strength <= 1))
		mistakes.push('the strength of the painting over is not from 0 to 1');
	if (headers['content-type'] !== 'application/json') mistakes.push('the body is not declared as JSON');
	if (prompt === '') mistakes.push('the call has no prompt');
	if (!Number.isInteger(seed) || seed < 0 || seed >= 2 ** 32) mistakes.push('the call has no seed');
	if (fields.batch_size !== 1 || fields.n_iter !== 1) mistakes.push('the call does not ask for one picture');
	if (fields.width !== fields.height || Number(fields.width) % 8 !== 0) mistakes.push('the picture is not a square');
	if (fields.save_images !== false) mistakes.push('the picture would be stored there, too');
	return mistakes;
}

function pick(
	{ login, models }: FakeSdWebUiOptions,
	scripted: { readonly answer: FakeSdWebUiAnswer; readonly delayMs: number | undefined },
	{ key, model }: PictureCall,
) {
	if (login !== undefined && key !== login) return { answer: { kind: 'unauthorized' } as const, delayMs: undefined };
	if (models !== undefined && model !== '' && !models.includes(model)) {
		return { answer: { kind: 'model_not_found' } as const, delayMs: undefined };
	}
	return scripted;
}

async function createReply(
	answer: FakeSdWebUiAnswer,
	{ prompt, seed, picture, fields }: PictureCall,
	sizePx: number | undefined,
): Promise<FakeReply> {
	const side = sizePx ?? Number(fields.width);
	const motif = `${prompt} ${seed}${picture === null ? '' : ` ${toHash(picture)}`}`;
	const paint = async () => (await createPicture(motif, 'png', side)).toString('base64');
	const painted = (image: string) =>
		json(200, { images: [image], parameters: fields, info: JSON.stringify({ seed, prompt }) });
	switch (answer.kind) {
		case 'image': {
			const base64 = await paint();
			return painted(answer.as === 'data_url' ? `data:image/png;base64,${base64}` : base64);
		}
		case 'no_image':
			return json(200, { images: [], parameters: fields, info: '{}' });
		case 'empty_picture':
			return painted('');
		case 'corrupt_image':
			return painted((await corruptPicture(prompt, side)).toString('base64'));
		case 'huge_answer':
			return {
				status: 200,
				headers: { 'content-type': 'application/json' },
				body: 'A'.repeat(1_048_576),
				repeats: 200,
			};
		case 'wrong_json':
			return json(200, 'painted');
		case 'unauthorized':
			return json(401, { error: 'HTTPException', detail: 'Incorrect username or password', body: '', errors: '' });
		case 'model_not_found':
			return notFound('Model not found');
		case 'no_api':
			return notFound('Not Found');
		case 'unprocessable':
			return json(422, {
				detail: [{ loc: ['body', 'steps'], msg: 'value is not a valid integer', type: 'type_error' }],
			});
		case 'out_of_memory':
			return json(500, {
				error: 'OutOfMemoryError',
				detail: '',
				body: '',
				errors: 'CUDA out of memory. Tried to allocate 20 MiB',
			});
		case 'server_error':
			return json(500, {
				error: 'RuntimeError',
				detail: '',
				body: '',
				errors: 'Expected all tensors to be on the same device',
			});
		case 'bad_gateway_html':
			return { status: 502, headers: { 'content-type': 'text/html' }, body: '<html><h1>502 Bad Gateway</h1></html>' };
		case 'html':
			return { status: 200, headers: { 'content-type': 'text/html' }, body: '<!DOCTYPE html><title>Sign in</title>' };
		case 'redirect':
			return { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data/' } };
		case 'hang':
		case 'reset':
			return answer.kind;
		case 'truncated': {
			const reply = painted(await paint());
			if (typeof reply === 'string') throw new Error('a picture is never a broken line');
			return { ...reply, breaksOff: true };
		}
	}
}

const toHash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const notFound = (detail: string) => json(404, { error: 'HTTPException', detail, body: '', errors: '' });
