import { setTimeout as sleep } from 'node:timers/promises';
import { type FakeCall, type FakeReply, json, listenAsFake } from '../http-server.ts';
import { type CallBook, createCallBook } from '../painting/call-book.ts';
import { createScripts, type FakeRule, type Scripts } from '../painting/scripts.ts';
import { createReply, type FakeGeminiAnswer, modelNotFound } from './gemini-answers.ts';
import { fakeGeminiKeys, keyRules } from './gemini-keys.ts';
import { findMistakes, type GeminiCall, readCall } from './gemini-requests.ts';

export type { FakeGeminiAnswer };
export { fakeGeminiKeys };
export type FakeGeminiRule = FakeRule<FakeGeminiAnswer>;

export interface FakeGeminiOptions {
	/** 0, the default, lets the system choose. */
	readonly port?: number;
	/** The models there are; every name is one unless given. */
	readonly models?: readonly string[];
	/** The keys that work besides `fakeGeminiKeys`; every other one unless given. */
	readonly keys?: readonly string[];
	/** Side of its pictures; 256 unless given. */
	readonly sizePx?: number;
	/** How long a picture takes; 0 unless given. */
	readonly paintsForMs?: number;
}

/** Millionths of a USD. */
export interface FakePrices {
	readonly picture: number;
	readonly inputToken: number;
	readonly textToken: number;
}

/** One call for a picture, in order of arrival. */
export interface FakeGeminiRequest {
	readonly key: string;
	readonly model: string;
	readonly prompt: string;
	/** The images that came with the prompt. */
	readonly references: readonly Buffer[];
	/** What it got. */
	readonly answer: FakeGeminiAnswer['kind'];
	/** Milliseconds since the epoch. */
	readonly arrivedAtMs: number;
}

/** A Gemini on loopback that speaks the wire format of generativelanguage.googleapis.com and does as it is told. */
export interface FakeGemini {
	/** For `GEMINI_BASE_URL`. */
	readonly origin: string;
	/**
	 * What calls for a picture get from now on. Of several rules the last one made that matches answers; calls without
	 * one get a PNG.
	 */
	script(rule: FakeGeminiRule): void;
	/** The next calls get these answers, one each. */
	answerNext(...answers: readonly FakeGeminiAnswer[]): void;
	readonly requests: readonly FakeGeminiRequest[];
	/** Calls for a picture, of one key or of all. */
	count(key?: string): number;
	/** Pictures that were painted, whether or not they arrived. */
	paidImages(key?: string): number;
	/** What Google would bill for them, in millionths of a USD: pictures, what came along, and the tokens of answers without one. */
	billedMicroUsd(prices: FakePrices, key?: string): number;
	/** The most calls for a picture that were under way at once with one key, or over all keys. */
	peakConcurrency(key?: string): number;
	/** What no client of ours may do, e.g. a key in an address. Such a call gets 400. */
	readonly mistakes: readonly string[];
	/** Forgets rules, counts and mistakes. */
	reset(): void;
	/** Rejects when there were mistakes, so that the test that made them fails. Cuts what still hangs. */
	close(): Promise<void>;
}

/** Starts the fake on a port of its own. */
export async function startFakeGemini(options: FakeGeminiOptions = {}): Promise<FakeGemini> {
	const book: Book = createCallBook();
	const scripts = createScripts<FakeGeminiAnswer>(keyRules, { kind: 'image' });
	const server = await listenAsFake(options.port ?? 0, (call) => {
		const request = readCall(call);
		const mistakes = findMistakes(call, request);
		book.mistakes.push(...mistakes);
		if (mistakes.length > 0 || request.key === null)
			return json(400, { error: { code: 400, message: mistakes.join(', ') } });
		if (request.kind === 'generate') return respond({ options, book, scripts }, call, { ...request, key: request.key });
		return json(200, { models: listedModels(options.models) });
	});
	return {
		origin: server.origin,
		script: scripts.add,
		answerNext: scripts.addNext,
		requests: book.requests,
		count: book.count,
		paidImages: (key) => book.total('image', key),
		billedMicroUsd: ({ picture, inputToken, textToken }, key) =>
			book.total('image', key) * picture + book.total('input', key) * inputToken + book.total('text', key) * textToken,
		peakConcurrency: book.peak,
		mistakes: book.mistakes,
		reset: () => {
			book.clear();
			scripts.clear();
		},
		close: async () => {
			await server.close();
			if (book.mistakes.length > 0) throw new Error(`calls to the fake Gemini: ${book.mistakes.join(', ')}`);
		},
	};
}

type Book = CallBook<FakeGeminiRequest, 'image' | 'input' | 'text'>;

interface Parts {
	readonly options: FakeGeminiOptions;
	readonly book: Book;
	readonly scripts: Scripts<FakeGeminiAnswer>;
}

type GenerateCall = Extract<GeminiCall, { readonly kind: 'generate' }> & { readonly key: string };

async function respond({ options, book, scripts }: Parts, call: FakeCall, request: GenerateCall): Promise<FakeReply> {
	const { key, model, prompt, references } = request;
	const leave = book.enter(key);
	void call.ended.then(leave);
	const { answer, delayMs } = pick(options, scripts, request);
	book.requests.push({ key, model, prompt, references, answer: answer.kind, arrivedAtMs: Date.now() });
	if (answer.kind === 'not_found') return modelNotFound(model);
	const sizePx = options.sizePx ?? 256;
	const result = await createReply(answer, { key, model, prompt, sizePx, references: references.length });
	const waitMs = delayMs ?? (result.paidImages > 0 ? (options.paintsForMs ?? 0) : 0);
	book.bill(key, { image: result.paidImages, ...result.paidTokens });
	if (waitMs > 0) await sleep(waitMs);
	return result.reply;
}

function pick({ keys, models }: FakeGeminiOptions, scripts: Parts['scripts'], request: GenerateCall) {
	const isKnown = keys === undefined || keys.includes(request.key) || builtInKeys.has(request.key);
	if (!isKnown) return { answer: { kind: 'bad_key' } as const, delayMs: undefined };
	if (models !== undefined && !models.includes(request.model)) {
		return { answer: { kind: 'not_found' } as const, delayMs: undefined };
	}
	return scripts.take(request);
}

const builtInKeys = new Set<string>(Object.values(fakeGeminiKeys));
const documentedModels = ['gemini-nano-banana-2.1', 'gemini-3.1-flash-image', 'gemini-3-pro-image'];

const listedModels = (models: readonly string[] = documentedModels) =>
	models.map((name) => ({
		name: `models/${name}`,
		version: '001',
		displayName: name,
		supportedGenerationMethods: ['generateContent', 'countTokens'],
	}));
