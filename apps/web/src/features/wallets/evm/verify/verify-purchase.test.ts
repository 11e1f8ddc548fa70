import { adxDropAbi } from '@adx/contracts/evm/abi';
import { encodeFunctionData, type Hex } from 'viem';
import { describe, expect, test } from 'vitest';
import { RefusedTransactionError } from '../../signing-errors.ts';
import type { EvmCall } from '../calls/send-call.ts';
import { type ExpectedPurchase, verifyPurchase } from './verify-purchase.ts';

const contract = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const buyer = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const other = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const expected: ExpectedPurchase = { chainId: 137, contract, buyer, priceWei: 500n, count: 2 };
const asked = { buyer, price: 1_000n, reservation: 1n, deadline: 1_900_000_000n, items: [3, 7] } as const;
const half: Hex = `0x${'11'.repeat(32)}`;

const toData = (voucher: Partial<Record<keyof typeof asked, unknown>> = {}): Hex =>
	encodeFunctionData({
		abi: adxDropAbi,
		functionName: 'redeem',
		args: [{ ...asked, ...voucher } as typeof asked, half, half],
	});
const call = (changes: Partial<EvmCall> = {}): EvmCall => ({
	chainId: 137,
	to: contract,
	data: toData(),
	valueWei: '1000',
	...changes,
});

describe('a purchase on an EVM chain', () => {
	test('is told by its data: buyer, items and price, which may be lower than the page says', () => {
		expect(verifyPurchase(call(), expected)).toMatchObject(asked);
		const cheaper = call({ data: toData({ price: 10n }), valueWei: '10' });
		expect(verifyPurchase(cheaper, { ...expected, count: null })).toMatchObject({ price: 10n, items: [3, 7] });
	});

	test.each([
		['for another network', { chainId: 1 }, /another network/],
		['to another contract', { to: other }, /does not go to the contract/],
		['that cannot be read', { data: '0x1234' }, /not a purchase/],
		['with bytes behind its end cut off', { data: toData().slice(0, -64) }, /not a purchase/],
		[
			'that is another call of the contract',
			{ data: encodeFunctionData({ abi: adxDropAbi, functionName: 'transferOwnership', args: [other] }) },
			/not a purchase/,
		],
		[
			'that hands over the buyer’s items',
			{ data: encodeFunctionData({ abi: adxDropAbi, functionName: 'setApprovalForAll', args: [other, true] }) },
			/not a purchase/,
		],
		['for another wallet', { data: toData({ buyer: other }) }, /another wallet/],
		['of fewer items', { data: toData({ items: [3] }) }, /another number of items/],
		['at a higher price', { data: toData({ price: 1_001n }), valueWei: '1001' }, /another price/],
		['that sends more than its price', { valueWei: '1001' }, /another price/],
		['that sends less than its price', { valueWei: '999' }, /another price/],
	])('rejects one %s', (_name, changes, reason) => {
		const read = () => verifyPurchase(call(changes), expected);
		expect(read).toThrow(RefusedTransactionError);
		expect(read).toThrow(reason);
	});
});
