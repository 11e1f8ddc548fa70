import { hasAnvil } from '@adx/contracts/evm/anvil-testing';
import type { SalePhasesInput } from '@adx/validators/sale/sales';
import { type Address, padHex, parseEther, toHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { reserveItem } from '../buyer/reserve-item.ts';
import { setSalePhases } from '../creator/set-phases.ts';
import { type SellingEvmSale, useEvmSaleChain } from './evm-sale-testing.ts';

const phase = {
	name: 'Open',
	price: 0.1,
	startsAt: null,
	endsAt: null,
	walletLimit: null,
	totalLimit: null,
	hasAllowlist: false,
} satisfies SalePhasesInput['phases'][number];

describe.skipIf(!hasAnvil)('the limits of a phase on an EVM chain', () => {
	const test = useEvmSaleChain();

	async function startRush(limits: Partial<typeof phase> | object): Promise<SellingEvmSale> {
		await test.clear();
		const drop = await test.addDrop({}, 6);
		await setSalePhases(drop.ctx, { jobId: drop.sale.jobId, phases: [{ ...phase, ...limits }] });
		return drop;
	}

	/** The items that each got, or the reason why none. */
	async function rush({ sale }: SellingEvmSale, wallets: readonly Address[], count: number) {
		const visitors = await Promise.all(wallets.map((_, place) => test.visitor(`203.0.${place}.1`)));
		const tried = await Promise.allSettled(
			wallets.map((walletAddress, place) =>
				reserveItem(visitors[place]!, { saleId: sale.saleId, walletAddress, count }),
			),
		);
		return tried.map((each) => {
			if (each.status === 'fulfilled') return BigInt(each.value.priceLamports) / 100_000_000n;
			if (each.reason instanceof AppError) return each.reason.reason;
			throw each.reason;
		});
	}

	const got = (outcomes: Awaited<ReturnType<typeof rush>>) => outcomes.filter((each) => typeof each === 'bigint');

	it('hold for 20 buyers at once, who ask for two items each', async () => {
		const drop = await startRush({ totalLimit: 4 });
		const wallets = Array.from({ length: 20 }, (_, place) => padHex(toHex(0xadd_0000 + place), { size: 20 }));
		for (const address of wallets) await test.client.setBalance({ address, value: parseEther('10') });
		const outcomes = await rush(drop, wallets, 2);
		expect(got(outcomes)).toEqual([2n, 2n]);
		expect(new Set(outcomes.filter((each) => typeof each === 'string'))).toEqual(new Set(['phase_sold_out']));
		expect(await test.saleOf(drop)).toMatchObject({ reservedCount: 4, availableCount: 2 });
	});

	it('hold for one wallet that asks from 20 addresses at once', async () => {
		const drop = await startRush({ walletLimit: 2 });
		const wallet = padHex(toHex(0xadd_1000), { size: 20 });
		await test.client.setBalance({ address: wallet, value: parseEther('10') });
		const outcomes = await rush(
			drop,
			Array.from({ length: 20 }, () => wallet),
			2,
		);
		// All of them are the same reservation.
		expect(got(outcomes).length).toBeGreaterThan(0);
		expect(await test.saleOf(drop)).toMatchObject({ reservedCount: 2, availableCount: 4 });
	});
});
