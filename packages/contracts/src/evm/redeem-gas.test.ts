import { describe, expect, it } from 'vitest';
import { estimateRedeemGas } from './redeem-gas.ts';

describe('estimateRedeemGas', () => {
	it.each([
		[0, 20, 0, 0],
		[1, 20, 1, 101_500],
		[20, 20, 1, 1_200_000],
		[21, 20, 2, 1_301_500],
		[43, 20, 3, 2_622_500],
		[3, 1, 3, 304_500],
	])('of %d images, %d in a transaction, is that of %d transactions', (count, batchMax, transactions, gas) => {
		expect(estimateRedeemGas(count, batchMax)).toEqual({ transactions, gas });
	});
});
