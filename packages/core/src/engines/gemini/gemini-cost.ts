import type { PriceTable } from '../../platform/context.ts';
import { addCosts, type CallCost, getPicturesCost, getTokensCost } from '../call-cost.ts';
import type { GeminiFailure } from './classify-response.ts';
import { geminiInputImageTokens } from './gemini-settings.ts';

/**
 * What a call that painted cost: its pictures, and those that went with it, which Google bills as tokens of the input. The
 * latter are estimated, since their number of tokens is the usual one.
 */
export function getPaintedCost(
	prices: PriceTable,
	model: string,
	{
		pictures,
		inputImages,
		isEstimated,
	}: { readonly pictures: number; readonly inputImages: number; readonly isEstimated: boolean },
): CallCost {
	const cost = getPicturesCost(prices, model, { pictures, isEstimated });
	if (inputImages === 0) return cost;
	const input = prices.usdPerMillionTokens?.[model]?.input ?? 0;
	return { ...addCosts(cost, getTokensCost(inputImages * geminiInputImageTokens * input)), isEstimated: true };
}

/** What a call without a picture cost by its answer; null when it was refused unpaid. */
export function getGeminiFailureCost(
	prices: PriceTable,
	model: string,
	{
		usage,
		mayBeCharged,
		inputImages,
	}: Pick<GeminiFailure, 'usage' | 'mayBeCharged'> & { readonly inputImages: number },
): CallCost | null {
	const onePicture = (isEstimated: boolean) => getPaintedCost(prices, model, { pictures: 1, inputImages, isEstimated });
	const tokenPrices = prices.usdPerMillionTokens?.[model];
	// It was painted and withheld.
	if (usage !== null && usage.image > 0) return onePicture(false);
	if (usage !== null && tokenPrices !== undefined) {
		return getTokensCost(usage.input * tokenPrices.input + usage.text * tokenPrices.text);
	}
	return mayBeCharged ? onePicture(true) : null;
}
