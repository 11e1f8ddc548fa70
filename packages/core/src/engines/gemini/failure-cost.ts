import type { PriceTable } from '../../platform/context.ts';
import { type CallCost, getPicturesCost, getTokensCost } from '../call-cost.ts';
import type { GeminiFailure } from './classify-response.ts';

/** What a call without a picture cost by its answer; null when it was refused unpaid. */
export function getFailureCost(
	prices: PriceTable,
	model: string,
	{ usage, mayBeCharged }: Pick<GeminiFailure, 'usage' | 'mayBeCharged'>,
): CallCost | null {
	const onePicture = (isEstimated: boolean) => getPicturesCost(prices, model, { pictures: 1, isEstimated });
	const tokenPrices = prices.usdPerMillionTokens?.[model];
	// It was painted and withheld.
	if (usage !== null && usage.image > 0) return onePicture(false);
	if (usage !== null && tokenPrices !== undefined) {
		return getTokensCost(usage.input * tokenPrices.input + usage.text * tokenPrices.text);
	}
	return mayBeCharged ? onePicture(true) : null;
}
