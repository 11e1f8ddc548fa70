import { adxDropAbi } from '@adx/contracts/evm/abi';
import { encodeFunctionData, type Hex, keccak256 } from 'viem';
import { describe, expect, test } from 'vitest';
import { toControlCall, verifyControlCall } from './control-call.ts';

const contract = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const seed = `0x${'11'.repeat(32)}` as const;
const seedCommitment = keccak256(seed).slice(2);
const expected = { chainId: 137, contract, seedCommitment };
const revealCall = (told: Hex) => ({
	...toControlCall('end', 137, contract),
	data: encodeFunctionData({ abi: adxDropAbi, functionName: 'reveal', args: [told, 'ipfs://b/', seed, seed] }),
});

describe('a call that controls a sale', () => {
	test.each(['pause', 'resume', 'end', 'draw'] as const)('is read from its data: %s', (control) => {
		expect(verifyControlCall(toControlCall(control, 137, contract), expected)).toBe(control);
	});

	test('is read too where anybody ends the sale with the word of whoever reveals it', () => {
		const data = encodeFunctionData({ abi: adxDropAbi, functionName: 'endSaleBySignature', args: [seed, seed] });
		expect(verifyControlCall({ ...toControlCall('end', 137, contract), data }, expected)).toBe('end');
	});

	test('is read too where it reveals items with the seed that was committed to, and with no other', () => {
		expect(verifyControlCall(revealCall(seed), expected)).toBe('reveal');
		expect(() => verifyControlCall(revealCall(`0x${'12'.repeat(32)}`), expected)).toThrow(/another seed/);
		expect(() => verifyControlCall(revealCall(seed), { ...expected, seedCommitment: null })).toThrow(/another seed/);
	});

	test.each([
		['another network', { chainId: 1 }, /another network/],
		['another contract', { to: other }, /does not go to the contract/],
		['money with it', { valueWei: '1' }, /sends money/],
		['nothing that can be read', { data: '0x1234' }, /something else/],
		[
			'another function of the contract',
			{ data: encodeFunctionData({ abi: adxDropAbi, functionName: 'transferOwnership', args: [other] }) },
			/something else/,
		],
	])('rejects %s', (_name, change, reason) => {
		const call = { ...toControlCall('pause', 137, contract), ...change };
		expect(() => verifyControlCall(call, expected)).toThrow(reason);
	});
});
