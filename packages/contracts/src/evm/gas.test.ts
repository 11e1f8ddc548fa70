import { parseEther } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasAnvil, testAccounts } from './anvil-testing.ts';
import { type CollectionOnAnvil, collectionOnAnvil } from './collection-testing.ts';
import { estimateRedeemGas, redeemGasMax } from './redeem-gas.ts';

const redeemToOwnerMaxGas = 84_500n;
const deploymentMaxGas = 2_600_000n;

describe.skipIf(!hasAnvil)('gas', () => {
	let chain: CollectionOnAnvil;

	beforeAll(async () => {
		chain = await collectionOnAnvil();
	});
	afterAll(() => chain.anvil.stop());

	it('stays within what minting and deploying may cost', async () => {
		const { stranger } = testAccounts;
		// The contract's first income, and call data with as many bytes other than zero as a voucher can sensibly have.
		const price = parseEther('0.123456789012345678');
		const first = await chain.mint({ price });
		const second = await chain.mint({ price });
		const free = await chain.mint({ to: stranger.address });
		const two = (await chain.mintMany(2, { to: '0x00000000000000000000000000000000000adb02' })).gasUsed;
		const many = (await chain.mintMany(20, { to: '0x00000000000000000000000000000000000adb01' })).gasUsed;
		const measured = {
			'redeem to a new owner, with a price': first.receipt.gasUsed,
			'redeem to a new owner, free': free.receipt.gasUsed,
			'redeem to an owner of another': second.receipt.gasUsed,
			'redeem two at once to a new owner': two,
			'redeem twenty at once to a new owner': many,
			deployment: chain.deploymentGas,
		};
		console.log(
			`gas: ${JSON.stringify(measured, (_key, value) => (typeof value === 'bigint' ? Number(value) : value))}`,
		);
		expect(Number(first.receipt.gasUsed)).toBeLessThanOrEqual(redeemGasMax.toNewOwner);
		expect(Number(free.receipt.gasUsed)).toBeLessThanOrEqual(redeemGasMax.toNewOwner);
		expect(second.receipt.gasUsed).toBeLessThanOrEqual(redeemToOwnerMaxGas);
		expect(Number(two)).toBeLessThanOrEqual(estimateRedeemGas(2, 20).gas);
		expect(Number(many)).toBeLessThanOrEqual(estimateRedeemGas(20, 20).gas);
		expect(chain.deploymentGas).toBeLessThanOrEqual(deploymentMaxGas);
	});
});
