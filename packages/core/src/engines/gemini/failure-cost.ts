import type { PriceTable } from '../../platform/context.ts';
import { type CallCost, getPicturesCost } from '../call-cost.ts';
import type { GeminiFailure } from './classify-response.ts';

/** What a call without a picture cost by its answer; null when it was refused unpaid. */
export function getFailureCost(
	prices: PriceTable,
	model: string,
	{ usage, mayBeCharged }: Pick<GeminiFailure, 'usage' | 'mayBeCharged'>,
): CallCost | null {
	const onePicture = getPicturesCost(prices, model, 1);
	const tokenPrices = prices.usdPerMillionTokens?.[model];
	// It was painted and withheld.
	if (usage !== null && usage.image > 0) return { costMicroUsd: onePicture, isEstimated: false };
	if (usage !== null && tokenPrices !== undefined) {
		// USD per million tokens are millionths of a USD per token.
		const costMicroUsd = Math.round(usage.input * tokenPrices.input + usage.text * tokenPrices.text);
		return { costMicroUsd, isEstimated: false };
	}
	return mayBeCharged ? { costMicroUsd: onePicture, isEstimated: true } : null;
}
