import { hasAnvil, testAccounts, testKeys } from '@adx/contracts/evm/anvil-testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { updateSale } from '../creator/update-sale.ts';
import { createEvmSaleChain } from './evm-sale-chain.ts';
import { evmSaleConfirmations, type SellingEvmSale, useEvmSaleChain } from './evm-sale-testing.ts';
import { voucherLifetimeMs } from './offer-evm-items.ts';
import { watchEvmSales } from './watch/watch-evm-sales.ts';

const voucherSeconds = voucherLifetimeMs / 1_000;
const failures = {
	'breaks connections': 'break',
	'answers 503': { status: 503, body: 'away' },
	'answers nonsense': { status: 200, body: '<html>' },
} as const;

describe.skipIf(!hasAnvil)('the node of a sale on an EVM chain', () => {
	const test = useEvmSaleChain();
	let drop: SellingEvmSale;
	beforeEach(async () => {
		await test.clear();
		drop = await test.addDrop();
	});
	afterEach(() => test.node.respondWith(null));

	it.each(Object.entries(failures))(
		'that %s sets nothing aside, and its creator can pause meanwhile',
		async (_, answer) => {
			test.node.respondWith(() => answer);
			await expect(test.reserve(drop)).rejects.toMatchObject({
				reason: 'chain_unavailable',
				message: expect.stringMatching(/\.$/),
			});
			expect(await test.saleOf(drop)).toMatchObject({ state: 'selling', reservedCount: 0, availableCount: 2 });
			const { jobId } = drop.sale;
			expect(await updateSale(drop.ctx, { jobId, paused: true })).toMatchObject({ state: 'paused' });
			await updateSale(drop.ctx, { jobId, paused: false });
			test.node.respondWith(null);
			expect((await test.reserve(drop)).call).not.toBeNull();
		},
	);

	it('sets nothing aside where it goes away between reading the chain and asking the contract', async () => {
		test.node.respondWith((calls) => (calls.some(({ method }) => method === 'eth_estimateGas') ? 'break' : null));
		await expect(test.reserve(drop)).rejects.toMatchObject({ reason: 'chain_unavailable' });
		expect(await test.saleOf(drop)).toMatchObject({ reservedCount: 0, availableCount: 2 });
	});

	it('lets nothing go while it is away, however late, and counts what was bought once it is back', async () => {
		const bought = await test.reserve(drop);
		const waiting = await test.reserve(drop, { walletAddress: testAccounts.stranger.address });
		const hash = await test.send(bought);
		test.node.respondWith(() => 'break');
		expect(await test.submit(bought, hash)).toMatchObject({ status: 'sent' });
		await test.client.mine({ blocks: 1 });
		await test.client.increaseTime({ seconds: voucherSeconds + 30 });
		await expect(test.lookAfter(evmSaleConfirmations)).rejects.toThrow();
		expect(await test.purchaseOf(bought)).toMatchObject({ status: 'sent' });
		expect(await test.purchaseOf(waiting)).toMatchObject({ status: 'reserved' });
		expect(await test.saleOf(drop)).toMatchObject({ mintedCount: 0, reservedCount: 2, availableCount: 0 });
		test.node.respondWith(null);
		await test.lookAfter(0);
		expect(await test.purchaseOf(bought)).toMatchObject({ status: 'confirmed' });
		expect(await test.purchaseOf(waiting)).toMatchObject({ status: 'expired' });
		expect(await test.saleOf(drop)).toMatchObject({ mintedCount: 1, reservedCount: 0, availableCount: 1 });
	});

	it('rejects one of another chain before it believes anything', async () => {
		const bought = await test.reserve(drop);
		await test.submit(bought, await test.send(bought));
		await test.client.mine({ blocks: evmSaleConfirmations });
		const other = createEvmSaleChain({ ...test.chain.settings, chainId: 80_002 }, testKeys.signer);
		await expect(watchEvmSales(test.services, other, new AbortController().signal)).rejects.toThrow(
			'The node belongs to chain 137, not to 80002.',
		);
		expect(await test.purchaseOf(bought)).toMatchObject({ status: 'sent' });
	});

	it('takes nothing back that a node far behind does not know', async () => {
		const bought = await test.reserve(drop);
		const start = await test.client.snapshot();
		await test.submit(bought, await test.send(bought));
		await test.lookAfter(200);
		const second = await test.reserve(drop, { walletAddress: testAccounts.stranger.address });
		await test.client.revert({ id: start });
		await expect(test.lookAfter(0)).rejects.toThrow(/^The node is only at block \d+\.$/);
		expect(await test.purchaseOf(bought)).toMatchObject({ status: 'confirmed' });
		expect(await test.purchaseOf(second)).toMatchObject({ status: 'reserved' });
		expect(await test.saleOf(drop)).toMatchObject({ mintedCount: 1, reservedCount: 1 });
	});
});
