import { z } from 'zod';
import type { ServiceSettings } from '../../platform/context.ts';
import { defineSettings, open } from '../../platform/settings.ts';
import type { EngineAddress } from '../addresses/engine-address.ts';
import { modelList, price, priceTable, ratePerMinute } from '../setting-schemas.ts';

/** Names as services have them: `gpt-image-2.6-flare`, `black-forest-labs/FLUX.1-schnell`, `openai/gpt-image-2:free`. */
export const openAiModelPattern = /^[A-Za-z0-9][\w.:/@+-]{0,127}$/;

/** The most concurrent calls with one key. */
export const openAiCallsAtOnce = 2;

/** What OpenAI's models are asked for, and are priced by. */
export const qualities = ['low', 'medium', 'high'] as const;
export type Quality = (typeof qualities)[number];

/** What a service charges, as it was on one day. */
export interface OpenAiPrices {
	/** `2026-11-05`. */
	readonly pricedAt: string;
	/** USD per image of 1,024 px by model. */
	readonly usdPerImage: Readonly<Record<string, number>>;
	/** Of models that are billed by tokens: what they charge is counted from these, and the price of an image is about that. */
	readonly usdPerMillionTokens?: Readonly<Record<string, OpenAiTokenPrices>> | undefined;
}

export interface OpenAiTokenPrices {
	/** Of the prompt. */
	readonly input: number;
	/** Of images that go with it; as the prompt unless given. */
	readonly imageInput?: number | undefined;
	readonly output: number;
}

const gptImage2 = { input: 5, imageInput: 8, output: 30 };

/**
 * By OpenAI's pages of its models (https://developers.openai.com/api/docs/models), and for a picture of 1,024 px at medium
 * quality with our prompt.
 */
const defaultPrices: OpenAiPrices = {
	pricedAt: '2026-11-05',
	usdPerImage: {
		'gpt-image-2.6-flare': 0.055,
		'gpt-image-2.6-sunburst': 0.055,
		'gpt-image-2.5-flare': 0.055,
		'gpt-image-2.5-sunburst': 0.055,
		'gpt-image-2': 0.055,
		'gpt-image-1-mini': 0.012,
	},
	usdPerMillionTokens: {
		'gpt-image-2.6-flare': gptImage2,
		'gpt-image-2.6-sunburst': gptImage2,
		'gpt-image-2.5-flare': gptImage2,
		'gpt-image-2.5-sunburst': gptImage2,
		'gpt-image-2': gptImage2,
		'gpt-image-1-mini': { input: 2, imageInput: 2.5, output: 8 },
	},
};

/** The environment's variables about services that speak OpenAI's wire; all have defaults. */
export const openAiVariables = defineSettings({
	OPENAI_MODELS: open(
		modelList(openAiModelPattern).default(['gpt-image-2.6-flare', 'gpt-image-2.6-sunburst', 'gpt-image-2']),
		'comma-separated; offered where a service with the wire of OpenAI paints, the first as the default',
	),
	OPENAI_RATE_PER_MINUTE: open(
		ratePerMinute.default(5),
		'calls a minute with one key at first; halved when the service throttles it, raised by a tenth per quiet minute',
	),
	OPENAI_QUALITY: open(
		z.enum(qualities).default('medium'),
		'`low`, `medium` or `high`: what models of OpenAI are asked for; `OPENAI_PRICES` has to be of that quality',
	),
	OPENAI_PRICES: open(
		priceTable(
			openAiModelPattern,
			z.strictObject({ input: price, imageInput: price.optional(), output: price }),
		).default(defaultPrices),
		'JSON from which the price shown before painting is computed, with the day it is from: `{"pricedAt": "2026-11-05", "usdPerImage": {"model": 0.055}, "usdPerMillionTokens": {"model": {"input": 5, "imageInput": 8, "output": 30}}}`; tokens only of models that are billed by them',
		'a table of 2026-11-05',
	),
});

/** What OpenAI counts for a square image of 1,024 px that goes with a prompt and is looked at closely, as all of these models do. */
export const openAiInputImageTokens = 65 + 129 + 4_160;

/** Seconds that a picture of 1,024 px at medium quality took in reports of autumn 2026. */
const callSeconds = 25;

/** What those variables come to, at the addresses that the operator allows. */
export const readOpenAiService = (
	environment: z.output<typeof openAiVariables>,
	addresses: readonly EngineAddress[],
): ServiceSettings => ({
	models: environment.OPENAI_MODELS,
	ratePerMinute: environment.OPENAI_RATE_PER_MINUTE,
	callsAtOnce: openAiCallsAtOnce,
	takesAnyModel: true,
	addresses,
	prices: environment.OPENAI_PRICES,
	keyPrefixes: [],
	getInputImageUsd: (model) => {
		const tokens = environment.OPENAI_PRICES.usdPerMillionTokens?.[model];
		return tokens === undefined ? null : ((tokens.imageInput ?? tokens.input) * openAiInputImageTokens) / 1e6;
	},
	getCallSeconds: () => callSeconds,
});
