import { z } from 'zod';
import type { ServiceSettings } from '../../platform/context.ts';
import { defineSettings, open } from '../../platform/settings.ts';
import { modelList, price, priceTable, ratePerMinute, splitList } from '../setting-schemas.ts';

/** Names change often; these stood in Google's documentation when the prices below were looked up. */
const defaultModels = ['gemini-nano-banana-2.1', 'gemini-3.1-flash-image', 'gemini-3-pro-image'];

/** USD per image of 1,024 px, and per million tokens. */
const defaultPrices = {
	pricedAt: '2026-11-21',
	usdPerImage: {
		'gemini-nano-banana-2.1': 0.0336,
		'gemini-3.1-flash-image': 0.067,
		'gemini-3-pro-image': 0.134,
		'gemini-2.5-flash-image': 0.039,
	},
	usdPerMillionTokens: {
		'gemini-nano-banana-2.1': { input: 1.5, text: 7.5 },
		'gemini-3.1-flash-image': { input: 0.5, text: 3 },
		'gemini-3-pro-image': { input: 2, text: 12 },
		'gemini-2.5-flash-image': { input: 0.3, text: 2.5 },
	},
};

/** The most concurrent calls with one key. */
export const geminiCallsAtOnce = 2;

/**
 * Seconds that one call for an image of 1,024 px took in reports of autumn 2026. They vary a lot: whoever has finished a
 * collection is told what that took.
 */
const callSeconds: Readonly<Record<string, number>> = {
	'gemini-3.1-flash-image': 12,
	'gemini-3-pro-image': 20,
	'gemini-2.5-flash-image': 8,
};
const callSecondsOfOthers = 12;

const getCallSeconds = (model: string): number => callSeconds[model] ?? callSecondsOfOthers;

/** What Google counts for an image that goes with a prompt, whatever its size. */
export const geminiInputImageTokens = 1_120;

const geminiModelPattern = /^[a-z0-9.-]{3,64}$/;

const isOrigin = (text: string) =>
	URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;

/** The environment's variables about Gemini, for the server and the command line; all have defaults. */
export const geminiVariables = defineSettings({
	GEMINI_BASE_URL: open(
		z
			.string()
			.refine(isOrigin, 'must be an origin such as https://adx.example.org, without a path')
			.default('https://generativelanguage.googleapis.com'),
		'where Gemini is',
	),
	/** In the order in which they are tried. */
	GEMINI_MODELS: open(
		modelList(geminiModelPattern).default(defaultModels),
		'comma-separated; the first is the default, and a job moves to the next one when its model is gone. `GET /api/config` tells those of a server',
	),
	GEMINI_RATE_PER_MINUTE: open(
		ratePerMinute.default(10),
		'calls a minute with one key at first; halved when Google throttles it, raised by a tenth per quiet minute',
	),
	GEMINI_PRICES: open(
		priceTable(geminiModelPattern, z.strictObject({ input: price, text: price })).default(defaultPrices),
		'JSON from which the price shown before painting is computed, with the day it is from: [Painting with Gemini](operations.md#painting-with-gemini)',
		'a table of 2026-11-21',
	),
	GEMINI_KEY_PREFIXES: open(
		z
			.string()
			.transform(splitList)
			.refine((prefixes) => prefixes.length > 0, 'must name at least one prefix')
			.default(['AIza', 'AQ.']),
		'what a Gemini API key must begin with',
		'AIza,AQ.',
	),
});

/** What those variables come to. */
export const readGeminiService = (environment: z.output<typeof geminiVariables>): ServiceSettings => ({
	models: environment.GEMINI_MODELS,
	ratePerMinute: environment.GEMINI_RATE_PER_MINUTE,
	callsAtOnce: geminiCallsAtOnce,
	takesAnyModel: false,
	addresses: null,
	prices: environment.GEMINI_PRICES,
	keyPrefixes: environment.GEMINI_KEY_PREFIXES,
	getInputImageUsd: (model) => {
		const tokens = environment.GEMINI_PRICES.usdPerMillionTokens?.[model];
		return tokens === undefined ? null : (tokens.input * geminiInputImageTokens) / 1e6;
	},
	getCallSeconds,
});
