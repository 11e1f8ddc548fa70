import type { TestWallet } from '@adx/contracts/solana/wallet-testing';
import type { Purchase, Reservation, Sale } from '@adx/validators/sale/sales';
import { beforeEach } from 'vitest';
import { lazyProxy } from '../platform/use-services-testing.ts';
import { hasSaleChain, type SaleTest, type SellingSale, useSaleChain } from './sale-testing.ts';

/** A sale of three items on a chain, and a buyer with money, both new for each test of one file. */
export interface UsedSelling {
	readonly test: SaleTest;
	readonly selling: SellingSale;
	readonly buyer: TestWallet;
	reserveFor(wallet: TestWallet, of?: SellingSale): Promise<Reservation>;
	/** Signs, by default as the buyer. */
	submit(reservation: Reservation, wallet?: TestWallet): Promise<Purchase>;
	/** The current state of the sale of three. */
	saleNow(): Promise<Sale>;
}

export function useSelling(): UsedSelling {
	const test = useSaleChain();
	let made: { readonly selling: SellingSale; readonly buyer: TestWallet } | undefined;
	beforeEach(async () => {
		if (!hasSaleChain) return;
		await test.clear();
		made = { selling: await test.addSale(3), buyer: await test.wallet('buyer') };
	});
	const selling = lazyProxy(() => made?.selling);
	const buyer = lazyProxy(() => made?.buyer);
	return {
		test,
		selling,
		buyer,
		reserveFor: (wallet, of = selling) => test.reserveFor(of, wallet),
		submit: (reservation, wallet = buyer) => test.submit(reservation, wallet),
		saleNow: () => test.saleOf(selling),
	};
}
