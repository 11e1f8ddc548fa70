import { addCosts, type CallCost, getPicturesCost, getTokensCost } from '../call-cost.ts';
import type { OpenAiUsage } from './classify-response.ts';
import { type OpenAiPrices, openAiInputImageTokens } from './openai-settings.ts';

export interface Charged {
	readonly model: string;
	/** Null where the answer does not say. */
	readonly usage: OpenAiUsage | null;
	/** How many there were; those that did not arrive may be charged as well. */
	readonly pictures: number;
	/** How many went with the call; none unless given. */
	readonly inputImages?: number;
}

/**
 * What a call cost: by the tokens it took where its model is billed by them, else by the picture. Estimated where the
 * answer does not say what it took, or the price table does not know the model.
 */
export function getCallCost(prices: OpenAiPrices, { model, usage, pictures, inputImages = 0 }: Charged): CallCost {
	const tokens = ownOf(prices.usdPerMillionTokens, model);
	if (tokens !== undefined && usage !== null) {
		const input = usage.textInput * tokens.input + usage.imageInput * (tokens.imageInput ?? tokens.input);
		return getTokensCost(input + usage.output * tokens.output);
	}
	const isKnown = tokens === undefined && ownOf(prices.usdPerImage, model) !== undefined;
	const cost = getPicturesCost(prices, model, { pictures, isEstimated: !isKnown });
	if (tokens === undefined || inputImages === 0) return cost;
	return {
		...addCosts(cost, getTokensCost(inputImages * openAiInputImageTokens * (tokens.imageInput ?? tokens.input))),
		isEstimated: true,
	};
}

/** What a call without a picture cost; null when it was refused unpaid. */
export function getOpenAiFailureCost(
	prices: OpenAiPrices,
	model: string,
	{ usage, mayBeCharged, inputImages = 0 }: Pick<Charged, 'usage' | 'inputImages'> & { readonly mayBeCharged: boolean },
): CallCost | null {
	if (usage === null && !mayBeCharged) return null;
	const cost = getCallCost(prices, { model, usage, pictures: 1, inputImages });
	return usage === null ? { ...cost, isEstimated: true } : cost;
}

const ownOf = <Value>(table: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined =>
	table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
