import type { PriceTable } from '../platform/context.ts';
import type { RemoteCall } from './types.ts';

/** What a call cost. */
export type CallCost = Pick<RemoteCall, 'costMicroUsd' | 'costRestNanoUsd' | 'isEstimated'>;

/** Of a service that bills nothing. */
export const freeCall: CallCost = { costMicroUsd: 0, costRestNanoUsd: 0, isEstimated: false };

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

/** The price of so many pictures; 0 where the table does not know the model. */
export function getPicturesCost(
	{ usdPerImage }: Pick<PriceTable, 'usdPerImage'>,
	model: string,
	{ pictures, isEstimated }: { readonly pictures: number; readonly isEstimated: boolean },
): CallCost {
	const usd = Object.hasOwn(usdPerImage, model) ? (usdPerImage[model] ?? 0) : 0;
	return toCost(Math.round(usd * nanoPerUsd) * pictures, isEstimated);
}

/** The sum of two costs; estimated where one of them is. */
export const addCosts = (one: CallCost, other: CallCost): CallCost => {
	const restNanoUsd = one.costRestNanoUsd + other.costRestNanoUsd;
	return {
		costMicroUsd: one.costMicroUsd + other.costMicroUsd + Math.floor(restNanoUsd / nanoPerMicro),
		costRestNanoUsd: restNanoUsd % nanoPerMicro,
		isEstimated: one.isEstimated || other.isEstimated,
	};
};

/**
 * The price of tokens, which the service told.
 *
 * @param microUsd in millionths of a USD: USD per million tokens are that per token
 */
export const getTokensCost = (microUsd: number): CallCost => toCost(Math.round(microUsd * nanoPerMicro), false);
