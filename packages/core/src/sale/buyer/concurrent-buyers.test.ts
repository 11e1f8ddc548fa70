import { readGroup } from '@adx/contracts/solana/read-chain-testing';
import type { TestWallet } from '@adx/contracts/solana/wallet-testing';
import type { Purchase } from '@adx/validators/sale/sales';
import { expect, it } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { getTotalCost, hasSaleChain, type SellingSale, signAndSubmit, sol, useSaleChain } from '../sale-testing.ts';
import { startSolanaSaleWatcher } from '../solana/watch/watch-solana-sales.ts';
import { getPurchase } from './get-purchase.ts';
import { getSale } from './get-sale.ts';
import { reserveItem } from './reserve-item.ts';

const test = useSaleChain({ blockMs: 25 });

interface Tried {
	readonly wallet: TestWallet;
	readonly chargedLamports: bigint;
	/** What it should have cost; null for who was told that there is nothing. */
	readonly costLamports: bigint | null;
	readonly refusal: string | null;
}

async function buy({ sale }: SellingSale, wallet: TestWallet, address: string): Promise<Tried> {
	const ctx = await test.visitor(address);
	const before = test.chain.balance(wallet.address);
	const charged = () => before - test.chain.balance(wallet.address);
	try {
		const reservation = await reserveItem(ctx, { saleId: sale.id, walletAddress: wallet.address });
		await signAndSubmit(ctx, reservation, wallet);
		const purchase = (): Promise<Purchase> => getPurchase(ctx, reservation);
		await expect.poll(async () => (await purchase()).status, { timeout: 20_000 }).toBe('confirmed');
		const costLamports = getTotalCost(reservation);
		return { wallet, chargedLamports: charged(), costLamports, refusal: null };
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		return { wallet, chargedLamports: charged(), costLamports: null, refusal: error.reason };
	}
}

it.skipIf(!hasSaleChain)(
	'20 buyers at once for the last 5 items: 5 get one, 15 are told, nobody pays for nothing',
	async () => {
		const selling = await test.addSale(7);
		const watchers = [1, 2].map(() => startSolanaSaleWatcher(test.services, { intervalMs: 50 }));
		try {
			const early = await Promise.all([1, 2].map(() => test.wallet('early')));
			for (const [index, wallet] of early.entries()) await buy(selling, wallet, `198.51.100.${index}`);
			const creatorBefore = test.chain.balance(selling.creator.address);
			const wallets = await Promise.all(Array.from({ length: 20 }, () => test.wallet('rusher')));
			const tried = await Promise.all(wallets.map((wallet, index) => buy(selling, wallet, `203.0.113.${index}`)));
			expect(tried.filter(({ refusal }) => refusal === null)).toHaveLength(5);
			expect(tried.filter(({ refusal }) => refusal === 'no_piece_free' || refusal === 'sold_out')).toHaveLength(15);
			// All 20 balances, as the chain has them.
			expect(tried.map(({ chargedLamports }) => chargedLamports)).toEqual(
				tried.map(({ costLamports }) => costLamports ?? 0n),
			);
			expect(test.chain.balance(selling.creator.address) - creatorBefore).toBe((5n * sol) / 10n);
			expect(await readGroup(test.solana, selling.sale.mintAddress)).toMatchObject({ size: 7, maxSize: 7 });
			const ctx = await test.contextOf(null);
			const phase = async () => (await getSale(ctx, { saleId: selling.sale.id })).phase;
			await expect.poll(phase, { timeout: 20_000 }).toBe('sold_out');
			const items = await test.services.db.selectFrom('salePieces').selectAll().execute();
			const winners = tried.flatMap(({ wallet, refusal }) => (refusal === null ? [wallet.address] : []));
			const owners = items.map(({ ownerAddress }) => ownerAddress);
			expect(owners.toSorted()).toEqual([...winners, ...early.map(({ address }) => address)].toSorted());
		} finally {
			await Promise.all(watchers.map((watcher) => watcher.stop()));
		}
		await test.look();
	},
);

it.skipIf(!hasSaleChain)(
	'20 buyers at once behind one address: three are served, all others are told to wait',
	async () => {
		const selling = await test.addSale(7);
		const ctx = await test.visitor('192.0.2.1');
		const wallets = await Promise.all(Array.from({ length: 20 }, () => test.wallet('neighbour')));
		const asked = await Promise.allSettled(
			wallets.map(({ address }) => reserveItem(ctx, { saleId: selling.sale.id, walletAddress: address })),
		);
		expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
		const refused = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
		expect(refused.map((error) => (error instanceof AppError ? error.reason : error))).toEqual(
			Array.from({ length: 17 }, () => 'too_many_reservations'),
		);
		expect(await getSale(ctx, { saleId: selling.sale.id })).toMatchObject({ reservedCount: 3, availableCount: 4 });
	},
);
