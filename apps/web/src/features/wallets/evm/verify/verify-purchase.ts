import { adxDropAbi } from '@adx/contracts/evm/abi';
import { type Address, type ContractFunctionArgs, decodeFunctionData, type Hex, isAddressEqual } from 'viem';
import { RefusedTransactionError } from '../../signing-errors.ts';
import { callTexts } from '../calls/call-texts.ts';
import type { EvmCall } from '../calls/send-call.ts';

const texts = callTexts.refused;

/** A permission to buy items, as the contract takes it. */
type Voucher = ContractFunctionArgs<typeof adxDropAbi, 'payable', 'redeem'>[0];

/** What a purchase has to be. */
export interface ExpectedPurchase {
	readonly chainId: number;
	readonly contract: string;
	readonly buyer: Address;
	/** The most that is paid for each item, in wei. */
	readonly priceWei: bigint;
	/** Items; null for any number. */
	readonly count: number | null;
}

/**
 * The voucher that a call redeems, once it is seen to be what is expected: network, contract, buyer, number of items and
 * price. Throws a `RefusedTransactionError` where it is anything else.
 */
export function verifyPurchase(call: EvmCall, expected: ExpectedPurchase): Voucher {
	const refuse = (reason: string): never => {
		throw new RefusedTransactionError(reason);
	};
	if (call.chainId !== expected.chainId) refuse(texts.network);
	if (!isAddressEqual(call.to as Address, expected.contract as Address)) refuse(texts.contract);
	const voucher = decodeRedeem(call.data as Hex) ?? refuse(texts.kind);
	const { buyer, price, items } = voucher;
	if (!isAddressEqual(buyer, expected.buyer)) refuse(texts.buyer);
	if (expected.count !== null && items.length !== expected.count) refuse(texts.count);
	if (price !== BigInt(call.valueWei) || price > expected.priceWei * BigInt(items.length)) refuse(texts.price);
	return voucher;
}

function decodeRedeem(data: Hex): Voucher | null {
	try {
		const { functionName, args } = decodeFunctionData({ abi: adxDropAbi, data });
		return functionName === 'redeem' ? args[0] : null;
	} catch {
		return null;
	}
}
