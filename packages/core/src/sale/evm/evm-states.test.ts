import { hasAnvil } from '@adx/contracts/evm/anvil-testing';
import { adxDropAbi } from '@adx/contracts/evm/drop/drop-voucher';
import { updateSaleInput } from '@adx/validators/sale/sales';
import { encodeFunctionData } from 'viem';
import { beforeEach, describe, expect, it } from 'vitest';
import { getCreatorSale } from '../creator/get-creator-sale.ts';
import { reserveOwnItems } from '../creator/reserve-own-items.ts';
import { updateSale } from '../creator/update-sale.ts';
import { evmSaleConfirmations, type SellingEvmSale, useEvmSaleChain } from './evm-sale-testing.ts';
import { watchEvmSales } from './watch/watch-evm-sales.ts';

const control = {
	pause: encodeFunctionData({ abi: adxDropAbi, functionName: 'setPaused', args: [true] }),
	resume: encodeFunctionData({ abi: adxDropAbi, functionName: 'setPaused', args: [false] }),
	end: encodeFunctionData({ abi: adxDropAbi, functionName: 'endSale' }),
};

describe.skipIf(!hasAnvil)('what the contract of a sale says', () => {
	const test = useEvmSaleChain();
	beforeEach(() => test.clear());

	const send = ({ contract: to }: SellingEvmSale, what: keyof typeof control) =>
		test.send({ call: { chainId: 137, to, data: control[what], valueWei: '0' } }, 'admin');
	let aheadMs = 0;
	/** Looks once so many blocks were made, later than anything was asked. */
	async function lookLater(blocks: number) {
		if (blocks > 0) await test.client.mine({ blocks });
		aheadMs += 61_000;
		const clock = () => new Date(Date.now() + aheadMs);
		await watchEvmSales({ ...test.services, clock }, test.chain, new AbortController().signal);
	}

	it('is what buyers see: a pause counts from its block, and what is bought then is refused', async () => {
		const drop = await test.addDrop();
		await lookLater(0);
		expect(await test.saleOf(drop)).toMatchObject({ state: 'selling', isCapFixed: true });
		expect(await getCreatorSale(drop.ctx, drop.sale)).toMatchObject({ chainState: 'open', pausedAt: null });
		await send(drop, 'pause');
		await lookLater(1);
		expect(await test.saleOf(drop)).toMatchObject({ state: 'paused' });
		expect(await getCreatorSale(drop.ctx, drop.sale)).toMatchObject({
			state: 'paused',
			chainState: 'paused',
			pausedAt: null,
		});
		await expect(test.reserve(drop)).rejects.toMatchObject({ reason: 'sale_paused' });
		await send(drop, 'resume');
		await lookLater(1);
		expect(await test.saleOf(drop)).toMatchObject({ state: 'selling' });
		expect((await test.reserve(drop)).call).not.toBeNull();
	});

	it('ends at the time that its creator set, also where the chain’s clock alone has come to it', async () => {
		const drop = await test.addDrop();
		const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
		const times = { jobId: drop.sale.jobId, endsAt: inMs(3_600_000) };
		await updateSale(drop.ctx, updateSaleInput.parse(times));
		expect((await test.reserve(drop)).call).not.toBeNull();
		const id = await test.client.snapshot();
		await test.client.increaseTime({ seconds: 3_700 });
		await test.client.mine({ blocks: 1 });
		await expect(test.reserve(drop)).rejects.toMatchObject({ reason: 'sale_ended' });
		await test.client.revert({ id });
	});

	it('closes the sale for good once its end can no longer be taken back', async () => {
		const drop = await test.addDrop();
		const reservation = await test.reserve(drop);
		const id = await test.client.snapshot();
		await send(drop, 'end');
		await lookLater(1);
		expect(await test.saleOf(drop)).toMatchObject({ state: 'ended' });
		await expect(test.reserve(drop, { count: 1 })).rejects.toMatchObject({ reason: 'sale_ended' });
		await test.client.revert({ id });
		await lookLater(1);
		expect(await test.saleOf(drop)).toMatchObject({ state: 'selling' });
		await send(drop, 'end');
		await lookLater(evmSaleConfirmations);
		const { closedAt } = await test.services.db.selectFrom('sales').select('closedAt').executeTakeFirstOrThrow();
		expect(closedAt).not.toBeNull();
		const merge = await test.services.db.selectFrom('mergeJobs').select('isMinting').executeTakeFirstOrThrow();
		expect(merge.isMinting).toBe(false);
		expect(await getCreatorSale(drop.ctx, drop.sale)).toMatchObject({ state: 'ended', chainState: 'ended' });
		// Not even the creator mints what is left.
		const { jobId } = drop.sale;
		await expect(reserveOwnItems(drop.ctx, { jobId, count: 1 })).rejects.toMatchObject({ reason: 'sale_ended' });
		const hash = await test.send(reservation);
		await test.lookAfter(1);
		expect((await test.client.getTransactionReceipt({ hash })).status).toBe('reverted');
	});

	it('is not asked again and again, and never once the sale is over there for good', async () => {
		const drop = await test.addDrop();
		await test.lookAfter(0);
		const refuse = async () => {
			throw new Error('It was asked.');
		};
		const asked = { ...test.chain, with: () => ({ ...test.chain, checkChainId: refuse }) };
		const look = (clock = test.services.clock) =>
			watchEvmSales({ ...test.services, clock }, asked, new AbortController().signal);
		await look();
		const later = () => new Date(Date.now() + aheadMs + 11_000);
		await expect(look(later)).rejects.toThrow('It was asked.');
		await send(drop, 'end');
		await lookLater(evmSaleConfirmations);
		await look(() => new Date(Date.now() + aheadMs + 3_600_000));
	});
});
