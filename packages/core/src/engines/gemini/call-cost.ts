import type { PriceTable } from '../../platform/context.ts';
import type { GeminiFailure } from './classify-response.ts';

/** What a call cost. */
export interface CallCost {
	/** Millionths of a USD; 0 where the price table does not know the model. */
	readonly costMicroUsd: number;
	/** Google did not say what it charged: the amount is the price of a picture, which is the most it can be. */
	readonly isEstimated: boolean;
}

const microUsd = 1_000_000;

/** The price of so many pictures. */
export function getPicturesCost({ usdPerImage }: PriceTable, model: string, pictures: number): number {
	return Math.round((usdPerImage[model] ?? 0) * microUsd) * pictures;
}

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
