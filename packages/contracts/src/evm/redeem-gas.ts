/** What redeeming vouchers takes at most, by measurement (gas.test.ts). */
export const redeemGasMax = {
	toNewOwner: 101_500,
	/** Of `redeemMany`: for its transaction once, and for each of its tokens. */
	many: { once: 50_000, each: 57_500 },
} as const;

/** How many transactions mint so many images, and the gas of all of them; `batchMax` is the most of one transaction. */
export function estimateRedeemGas(
	count: number,
	batchMax: number,
): { readonly transactions: number; readonly gas: number } {
	const full = Math.floor(count / batchMax);
	const rest = count % batchMax;
	const gasOf = (size: number) =>
		size === 1 ? redeemGasMax.toNewOwner : redeemGasMax.many.once + size * redeemGasMax.many.each;
	return {
		transactions: full + (rest === 0 ? 0 : 1),
		gas: full * gasOf(batchMax) + (rest === 0 ? 0 : gasOf(rest)),
	};
}
