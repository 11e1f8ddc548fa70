import type { PriceTable } from '../platform/context.ts';

/** What a call cost. */
export interface CallCost {
	/** Millionths of a USD; 0 where the price table does not know the model. */
	readonly costMicroUsd: number;
	/** The service did not say what it charged: the amount is the price of a picture, which is the most it can be. */
	readonly isEstimated: boolean;
}

const microUsd = 1_000_000;

/** The price of so many pictures. */
export function getPicturesCost(
	{ usdPerImage }: Pick<PriceTable, 'usdPerImage'>,
	model: string,
	pictures: number,
): number {
	const usd = Object.hasOwn(usdPerImage, model) ? (usdPerImage[model] ?? 0) : 0;
	return Math.round(usd * microUsd) * pictures;
}
