import { describe, expect, it } from 'vitest';
import { getCallCost, getOpenAiFailureCost } from './openai-cost.ts';
import { openAiVariables } from './openai-settings.ts';

const prices = {
	pricedAt: '2026-11-05',
	usdPerImage: { tokens: 0.05, picture: 0.004 },
	usdPerMillionTokens: { tokens: { input: 5, output: 30 } },
};
const usage = { textInput: 100, imageInput: 200, output: 1_000 };

describe('what a call to a service cost', () => {
	it('is counted from tokens where its model is billed by them, images as text unless they have a price', () => {
		const cost = getCallCost(prices, { model: 'tokens', usage, pictures: 1 });
		expect(cost).toEqual({ costMicroUsd: 300 * 5 + 30_000, costRestNanoUsd: 0, isEstimated: false });
		const dearer = { ...prices, usdPerMillionTokens: { tokens: { input: 5, imageInput: 8, output: 30 } } };
		expect(getCallCost(dearer, { model: 'tokens', usage, pictures: 1 }).costMicroUsd).toBe(500 + 1_600 + 30_000);
		expect(getCallCost(prices, { model: 'tokens', usage: null, pictures: 2 })).toEqual({
			costMicroUsd: 100_000,
			costRestNanoUsd: 0,
			isEstimated: true,
		});
	});

	it('is the price of the pictures elsewhere, and unknown without one', () => {
		const picture = { costMicroUsd: 8_000, costRestNanoUsd: 0, isEstimated: false };
		expect(getCallCost(prices, { model: 'picture', usage, pictures: 2 })).toEqual(picture);
		for (const model of ['other', 'constructor', '__proto__']) {
			expect(getCallCost(prices, { model, usage, pictures: 1 })).toEqual({
				costMicroUsd: 0,
				costRestNanoUsd: 0,
				isEstimated: true,
			});
		}
	});

	it('is nothing for a refusal, what the answer says for one without a picture, and else estimated', () => {
		expect(getOpenAiFailureCost(prices, 'tokens', { usage: null, mayBeCharged: false })).toBeNull();
		const told = { costMicroUsd: 31_500, costRestNanoUsd: 0, isEstimated: false };
		expect(getOpenAiFailureCost(prices, 'tokens', { usage, mayBeCharged: false })).toEqual(told);
		const guessed = { costMicroUsd: 4_000, costRestNanoUsd: 0, isEstimated: true };
		expect(getOpenAiFailureCost(prices, 'picture', { usage: null, mayBeCharged: true })).toEqual(guessed);
	});
});

describe('the settings of such services', () => {
	it('have defaults, in which every model has a price', () => {
		const { OPENAI_MODELS: models, OPENAI_PRICES: table, ...others } = openAiVariables.parse({});
		expect(others).toEqual({ OPENAI_RATE_PER_MINUTE: 5, OPENAI_QUALITY: 'medium' });
		for (const model of models) {
			expect(table.usdPerImage[model]).toBeGreaterThan(0);
			expect(table.usdPerMillionTokens?.[model]?.output).toBeGreaterThan(0);
		}
	});

	it('take names as hosts have them, and prices with or without those of images', () => {
		const parsed = openAiVariables.parse({
			OPENAI_MODELS: 'black-forest-labs/FLUX.1-schnell, openai/gpt-image-2:free',
			OPENAI_PRICES: JSON.stringify(prices),
			OPENAI_QUALITY: 'low',
			OPENAI_RATE_PER_MINUTE: '50',
		});
		expect(parsed).toEqual({
			OPENAI_MODELS: ['black-forest-labs/FLUX.1-schnell', 'openai/gpt-image-2:free'],
			OPENAI_PRICES: prices,
			OPENAI_QUALITY: 'low',
			OPENAI_RATE_PER_MINUTE: 50,
		});
	});

	it.each([
		['OPENAI_MODELS', ''],
		['OPENAI_MODELS', 'a model'],
		['OPENAI_QUALITY', 'best'],
		['OPENAI_RATE_PER_MINUTE', '0'],
		['OPENAI_PRICES', 'nothing'],
		['OPENAI_PRICES', '{"pricedAt":"2026-11-05","usdPerImage":{"m":-1}}'],
		['OPENAI_PRICES', '{"pricedAt":"2026-11-05","usdPerImage":{},"usdPerMillionTokens":{"m":{"input":1}}}'],
	])('reject %s=%s', (name, value) => {
		expect(openAiVariables.safeParse({ [name]: value }).success).toBe(false);
	});
});
