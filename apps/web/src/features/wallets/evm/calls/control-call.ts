import { adxDropAbi } from '@adx/contracts/evm/abi';
import { type Address, decodeFunctionData, encodeFunctionData, type Hex, isAddressEqual, keccak256 } from 'viem';
import { RefusedTransactionError } from '../../signing-errors.ts';
import { callTexts } from './call-texts.ts';
import type { EvmCall } from './send-call.ts';

const texts = callTexts.refused;

/** What the owner of a collection's contract does to its sale, or with the last three anybody. */
export type SaleControl = 'pause' | 'resume' | 'end' | 'draw' | 'reveal';

/** What is the same whenever it is done; the data of a reveal are the server's. */
type FixedControl = Exclude<SaleControl, 'reveal'>;

const dataOf: Readonly<Record<FixedControl, Hex>> = {
	pause: encodeFunctionData({ abi: adxDropAbi, functionName: 'setPaused', args: [true] }),
	resume: encodeFunctionData({ abi: adxDropAbi, functionName: 'setPaused', args: [false] }),
	end: encodeFunctionData({ abi: adxDropAbi, functionName: 'endSale' }),
	draw: encodeFunctionData({ abi: adxDropAbi, functionName: 'draw' }),
};

/** The call that pauses, resumes or ends the sale of a contract, or draws its block. */
export const toControlCall = (control: FixedControl, chainId: number, contract: string): EvmCall => ({
	chainId,
	to: contract,
	data: dataOf[control],
	valueWei: '0',
});

/** Reads what a call does from its data; throws a `RefusedTransactionError` where it is none of these on that contract. */
export function verifyControlCall(
	call: EvmCall,
	expected: {
		readonly chainId: number;
		readonly contract: string;
		/** Of the seed that a reveal tells, hex without 0x; null where there is none to be told. */
		readonly seedCommitment: string | null;
	},
): SaleControl {
	const refuse = (reason: string): never => {
		throw new RefusedTransactionError(reason);
	};
	if (call.chainId !== expected.chainId) refuse(texts.network);
	if (!isAddressEqual(call.to as Address, expected.contract as Address)) refuse(texts.contract);
	if (call.valueWei !== '0') refuse(texts.value);
	const { control, seed } = decode(call.data as Hex) ?? refuse(texts.control);
	if (seed !== null && keccak256(seed) !== `0x${expected.seedCommitment}`) refuse(texts.seed);
	return control;
}

interface DecodedControl {
	readonly control: SaleControl;
	/** That a reveal tells. */
	readonly seed: Hex | null;
}

function decode(data: Hex): DecodedControl | null {
	try {
		const call = decodeFunctionData({ abi: adxDropAbi, data });
		if (call.functionName === 'endSale' || call.functionName === 'endSaleBySignature') {
			return { control: 'end', seed: null };
		}
		if (call.functionName === 'draw') return { control: 'draw', seed: null };
		if (call.functionName === 'reveal') return { control: 'reveal', seed: call.args[0] };
		if (call.functionName !== 'setPaused') return null;
		return { control: call.args[0] ? 'pause' : 'resume', seed: null };
	} catch {
		return null;
	}
}
