import { setTimeout as sleep } from 'node:timers/promises';
import { type FakeCall, type FakeReply, json, listenAsFake } from '../http-server.ts';
import { type CallBook, createCallBook } from '../painting/call-book.ts';
import type { PictureFormat } from '../painting/pictures.ts';
import { createScripts, type FakeRule, type Scripts } from '../painting/scripts.ts';
import { type BilledItem, createReply, type FakeOpenAiAnswer } from './openai-answers.ts';
import { fakeOpenAiKeys, keyRules } from './openai-keys.ts';
import { createRefusal } from './openai-refusals.ts';
import { findMistakes, type OpenAiCall, picturesPath, readCall } from './openai-requests.ts';

export type { FakeOpenAiAnswer };
export { fakeOpenAiKeys };

export interface FakeOpenAiOptions {
	/** 0, the default, lets the system choose. */
	readonly port?: number;
	/** The models there are; every name is one unless given. */
	readonly models?: readonly string[];
	/** The keys that work besides `fakeOpenAiKeys`; every other one unless given. */
	readonly keys?: readonly string[];
	/** False for a service that asks for no key, as one at home. */
	readonly needsKey?: boolean;
	/** Side of its pictures; 256 unless given. */
	readonly sizePx?: number;
	/** How long a picture takes; 0 unless given. */
	readonly paintsForMs?: number;
}

/** Millionths of a USD: a picture of a model that is billed by the picture, and the tokens of the others. */
export interface FakeOpenAiPrices {
	readonly picture: number;
	readonly textInput: number;
	readonly imageInput: number;
	readonly output: number;
}

/** One call for a picture, in order of arrival. */
export interface FakeOpenAiRequest {
	readonly kind: 'generate' | 'edit';
	/** '' where there was none. */
	readonly key: string;
	readonly model: string;
	readonly prompt: string;
	readonly references: readonly Buffer[];
	readonly fields: Readonly<Record<string, unknown>>;
	/** What it got. */
	readonly answer: FakeOpenAiAnswer['kind'];
	/** Milliseconds since the epoch. */
	readonly arrivedAtMs: number;
}

/**
 * A service on loopback that paints pictures by the wire of OpenAI's Images API and does as it is told. As documented at
 * https://developers.openai.com/api/reference/resources/images (`/images/generations`, `/images/edits`, `usage`),
 * https://developers.openai.com/docs/guides/error-codes and https://developers.openai.com/docs/guides/rate-limits; how
 * others that speak it differ, by https://docs.together.ai/docs/error-codes (402) and
 * https://localai.io/features/image-generation/ (pictures by an address beside the endpoints).
 */
export interface FakeOpenAi {
	readonly origin: string;
	/** The address that a user enters, with `/v1`. */
	readonly address: string;
	/**
	 * What calls for a picture get from now on. Of several rules the last one made that matches answers; calls without
	 * one get a PNG.
	 */
	script(rule: FakeRule<FakeOpenAiAnswer>): void;
	/** The next calls get these answers, one each. */
	answerNext(...answers: readonly FakeOpenAiAnswer[]): void;
	readonly requests: readonly FakeOpenAiRequest[];
	/** Calls for a picture, of one key or of all. */
	count(key?: string): number;
	/** Pictures that were painted, whether or not they arrived. */
	paintedImages(key?: string): number;
	/** What the service would bill, in millionths of a USD. */
	billedMicroUsd(prices: FakeOpenAiPrices, key?: string): number;
	/** Whether pictures that it gave addresses of were fetched with a key, in order of arrival. */
	readonly fetches: readonly { readonly withKey: boolean }[];
	/** The most calls for a picture that were under way at once with one key, or over all keys. */
	peakConcurrency(key?: string): number;
	/** What no client of ours may do, e.g. a key in an address. Such a call gets 400. */
	readonly mistakes: readonly string[];
	/** Forgets rules, counts and mistakes. */
	reset(): void;
	/** Rejects when there were mistakes, so that the test that made them fails. Cuts what still hangs. */
	close(): Promise<void>;
}

type Book = CallBook<FakeOpenAiRequest, BilledItem>;

interface Parts {
	readonly options: FakeOpenAiOptions;
	readonly book: Book;
	readonly scripts: Scripts<FakeOpenAiAnswer>;
	readonly gallery: Gallery;
}

/** Starts the fake on a port of its own. */
export async function startFakeOpenAi(options: FakeOpenAiOptions = {}): Promise<FakeOpenAi> {
	const { needsKey = true } = options;
	const book: Book = createCallBook();
	const scripts = createScripts<FakeOpenAiAnswer>(keyRules, { kind: 'image' });
	const gallery = createGallery();
	const server = await listenAsFake(options.port ?? 0, async (call) => {
		const request = await readCall(call);
		const mistakes = findMistakes(call, request, needsKey);
		book.mistakes.push(...mistakes);
		if (mistakes.length > 0)
			return json(400, { error: { message: mistakes.join(', '), type: 'invalid_request_error' } });
		if (request.kind === 'picture') return gallery.show(request.path, request.key !== null);
		if (request.kind === 'generate' || request.kind === 'edit') {
			return respond({ options, book, scripts, gallery }, call, request);
		}
		return json(200, { object: 'list', data: (options.models ?? []).map((id) => ({ id, object: 'model' })) });
	});
	gallery.origin = server.origin;
	return {
		origin: server.origin,
		address: `${server.origin}/v1`,
		script: scripts.add,
		answerNext: scripts.addNext,
		requests: book.requests,
		count: book.count,
		paintedImages: (key) => book.total('painted', key),
		billedMicroUsd: ({ picture, textInput, imageInput, output }, key) =>
			book.total('picture', key) * picture +
			book.total('textInput', key) * textInput +
			book.total('imageInput', key) * imageInput +
			book.total('output', key) * output,
		fetches: gallery.fetches,
		peakConcurrency: book.peak,
		mistakes: book.mistakes,
		reset: () => {
			book.clear();
			scripts.clear();
			gallery.clear();
		},
		close: async () => {
			await server.close();
			if (book.mistakes.length > 0) throw new Error(`calls to the fake of OpenAI: ${book.mistakes.join(', ')}`);
		},
	};
}

type PaintCall = Extract<OpenAiCall, { readonly kind: 'generate' | 'edit' }>;

async function respond(
	{ options, book, scripts, gallery }: Parts,
	call: FakeCall,
	{ kind, key: sentKey, model, prompt, references, fields }: PaintCall,
): Promise<FakeReply> {
	const key = sentKey ?? '';
	void call.ended.then(book.enter(key));
	const { answer, delayMs } = pick(options, scripts, { key, model, prompt });
	book.requests.push({ kind, key, model, prompt, references, fields, answer: answer.kind, arrivedAtMs: Date.now() });
	const { sizePx = 256, paintsForMs = 0 } = options;
	const context = { model, prompt, key, references: references.length, sizePx, keep: gallery.keep };
	const { reply, billed } = await createReply(answer, context);
	book.bill(key, billed);
	const waitMs = delayMs ?? (billed.painted === undefined ? 0 : paintsForMs);
	if (waitMs > 0) await sleep(waitMs);
	return reply;
}

function pick(
	{ keys, models, needsKey = true }: FakeOpenAiOptions,
	scripts: Parts['scripts'],
	call: Pick<PaintCall, 'model' | 'prompt'> & { readonly key: string },
) {
	const isKnown = !needsKey || keys === undefined || keys.includes(call.key) || builtInKeys.has(call.key);
	if (!isKnown) return { answer: { kind: 'invalid_key' } as const, delayMs: undefined };
	if (models !== undefined && !models.includes(call.model)) {
		return { answer: { kind: 'model_not_found' } as const, delayMs: undefined };
	}
	return scripts.take(call);
}

const builtInKeys = new Set<string>(Object.values(fakeOpenAiKeys));

type Gallery = ReturnType<typeof createGallery>;

/** Pictures that answers gave the addresses of. */
function createGallery() {
	const pictures = new Map<string, { readonly bytes: Buffer; readonly format: PictureFormat; failures: number }>();
	const fetches: { readonly withKey: boolean }[] = [];
	const gallery = {
		origin: '',
		fetches,
		keep: (bytes: Buffer, format: PictureFormat, failures: number) => {
			const path = `${picturesPath}b64${pictures.size + 1}.${format}`;
			pictures.set(path, { bytes, format, failures });
			return `${gallery.origin}${path}`;
		},
		show: (path: string, withKey: boolean): FakeReply => {
			fetches.push({ withKey });
			const picture = pictures.get(path);
			if (picture === undefined) return createRefusal({ kind: 'model_not_found' }, { model: path, key: '' });
			picture.failures -= 1;
			if (picture.failures >= 0) return createRefusal({ kind: 'server_error', status: 503 }, { model: '', key: '' });
			return { status: 200, headers: { 'content-type': `image/${picture.format}` }, body: picture.bytes };
		},
		clear: () => {
			pictures.clear();
			fetches.length = 0;
		},
	};
	return gallery;
}
