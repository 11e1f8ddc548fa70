import { adxDropAbi } from '@adx/contracts/evm/abi';
import { encodeFunctionData } from 'viem';
import { describe, expect, test } from 'vitest';
import { readControl, toControlCall } from './control-call.ts';

const contract = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const expected = { chainId: 137, contract };

describe('a call that controls a sale', () => {
	test.each(['pause', 'resume', 'end'] as const)('is read from its data: %s', (control) => {
		expect(readControl(toControlCall(control, 137, contract), expected)).toBe(control);
	});

	test.each([
		['another network', { chainId: 1 }, /another network/],
		['another contract', { to: other }, /does not go to the contract/],
		['money with it', { valueWei: '1' }, /sends money/],
		['nothing that can be read', { data: '0x1234' }, /neither pauses/],
		[
			'another function of the contract',
			{ data: encodeFunctionData({ abi: adxDropAbi, functionName: 'transferOwnership', args: [other] }) },
			/neither pauses/,
		],
	])('rejects %s', (_name, change, reason) => {
		const call = { ...toControlCall('pause', 137, contract), ...change };
		expect(() => readControl(call, expected)).toThrow(reason);
	});
});
