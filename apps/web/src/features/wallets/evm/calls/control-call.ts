import { adxDropAbi } from '@adx/contracts/evm/abi';
import { type Address, decodeFunctionData, encodeFunctionData, type Hex, isAddressEqual } from 'viem';
import { RefusedTransactionError } from '../../solana/transactions/signing-errors.ts';
import { callTexts } from './call-texts.ts';
import type { EvmCall } from './send-call.ts';

const texts = callTexts.refused;

/** What the owner of a collection's contract does to its sale. */
export type SaleControl = 'pause' | 'resume' | 'end';

const dataOf: Readonly<Record<SaleControl, Hex>> = {
	pause: encodeFunctionData({ abi: adxDropAbi, functionName: 'setPaused', args: [true] }),
	resume: encodeFunctionData({ abi: adxDropAbi, functionName: 'setPaused', args: [false] }),
	end: encodeFunctionData({ abi: adxDropAbi, functionName: 'endSale' }),
};

/** The call that pauses, resumes or ends the sale of a contract. */
export const toControlCall = (control: SaleControl, chainId: number, contract: string): EvmCall => ({
	chainId,
	to: contract,
	data: dataOf[control],
	valueWei: '0',
});

/** Reads what a call does from its data; throws a `RefusedTransactionError` where it is none of these on that contract. */
export function readControl(
	call: EvmCall,
	expected: { readonly chainId: number; readonly contract: string },
): SaleControl {
	const refuse = (reason: string): never => {
		throw new RefusedTransactionError(reason);
	};
	if (call.chainId !== expected.chainId) refuse(texts.network);
	if (!isAddressEqual(call.to as Address, expected.contract as Address)) refuse(texts.contract);
	if (call.valueWei !== '0') refuse(texts.value);
	return decode(call.data as Hex) ?? refuse(texts.control);
}

function decode(data: Hex): SaleControl | null {
	try {
		const call = decodeFunctionData({ abi: adxDropAbi, data });
		if (call.functionName === 'endSale') return 'end';
		if (call.functionName !== 'setPaused') return null;
		return call.args[0] ? 'pause' : 'resume';
	} catch {
		return null;
	}
}
