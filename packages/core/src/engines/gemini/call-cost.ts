import type { PriceTable } from '../../platform/context.ts';
import type { PaidCall } from '../types.ts';
import type { GeminiFailure } from './classify-response.ts';

export type CallCost = Pick<PaidCall, 'costMicroUsd' | 'costRestNanoUsd' | 'isEstimated'>;

const nanoPerUsd = 1_000_000_000;
const nanoPerMicro = 1_000;

/** A cost, or the sum of several, in USD. */
export const getCostUsd = ({ costMicroUsd, costRestNanoUsd }: Omit<CallCost, 'isEstimated'>): number =>
	(costMicroUsd * nanoPerMicro + costRestNanoUsd) / nanoPerUsd;

const toCost = (nanoUsd: number, isEstimated: boolean): CallCost => ({
	costMicroUsd: Math.floor(nanoUsd / nanoPerMicro),
	costRestNanoUsd: nanoUsd % nanoPerMicro,
	isEstimated,
});

/** The price of so many pictures. */
export const getPicturesCost = (
	{ usdPerImage }: PriceTable,
	model: string,
	{ pictures, isEstimated }: { readonly pictures: number; readonly isEstimated: boolean },
): CallCost => toCost(Math.round((usdPerImage[model] ?? 0) * nanoPerUsd) * pictures, isEstimated);

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
		// USD per million tokens are millionths of a USD per token.
		const microUsd = usage.input * tokenPrices.input + usage.text * tokenPrices.text;
		return toCost(Math.round(microUsd * nanoPerMicro), false);
	}
	return mayBeCharged ? onePicture(true) : null;
}
