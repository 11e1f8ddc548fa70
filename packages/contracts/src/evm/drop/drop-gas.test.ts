import { parseEther } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasAnvil, testAccounts } from '../anvil-testing.ts';
import { dropOnAnvil } from './drop-testing.ts';

const firstMaxGas = 105_000n;
const singleMaxGas = 101_500n;
const furtherMaxGas = 35_000n;
const deploymentMaxGas = 2_700_000n;

describe.skipIf(!hasAnvil)('gas of a drop', () => {
	let drop: Awaited<ReturnType<typeof dropOnAnvil>>;
	beforeAll(async () => {
		drop = await dropOnAnvil();
	});
	afterAll(() => drop.anvil.stop());

	it('stays within what buying and deploying may cost', async () => {
		// Call data with as many bytes other than zero as a voucher can sensibly have.
		const price = parseEther('0.123456789012345678');
		const { buyer, stranger } = testAccounts;
		const reservation = 2n ** 63n + 12_345_678_901_234_567n;
		const veryFirst = await drop.sell([1], { price, reservation });
		const single = await drop.sell([99], { price, reservation, buyer: stranger.address });
		const again = await drop.sell([98], { price, reservation, buyer: buyer.address });
		const two = await drop.sell([10, 11], { price, reservation });
		const twenty = await drop.sell(
			Array.from({ length: 20 }, (_, index) => 20 + index),
			{ price, reservation },
		);
		const further = (twenty.gasUsed - two.gasUsed) / 18n;
		const measured = {
			'the very first item': veryFirst.gasUsed,
			'one item, new owner': single.gasUsed,
			'one item, owner of another': again.gasUsed,
			'twenty items': twenty.gasUsed,
			'each further item': further,
			deployment: drop.deploymentGas,
		};
		console.log(
			`gas: ${JSON.stringify(measured, (_key, value) => (typeof value === 'bigint' ? Number(value) : value))}`,
		);
		for (const { gasUsed } of [veryFirst, single]) expect(gasUsed).toBeLessThanOrEqual(singleMaxGas);
		expect(twenty.gasUsed - further * 19n).toBeLessThanOrEqual(firstMaxGas);
		expect(further).toBeLessThanOrEqual(furtherMaxGas);
		expect(drop.deploymentGas).toBeLessThanOrEqual(deploymentMaxGas);
	});
});
