import type { Purchase, Reservation, Sale } from '@adx/validators/sales';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { api, procedureAt, type Refusal } from '../../test/api.ts';
import { pieceOf, purchaseOf, reservationOf, saleOf } from '../../test/sale-fixtures.ts';
import { openPage, usePage } from '../../test/setup.tsx';
import {
	collectionMint,
	creator,
	endWithoutSolanaWallets,
	pieceWire,
	startWithoutSolanaWallets,
	type WireOrder,
} from '../solana/solana-testing.ts';

/** A sale behind the API, and what it was asked. */
export interface SaleServer {
	sale: Sale | Refusal;
	readonly reserve: ReturnType<typeof vi.fn<(input: unknown) => Reservation | Refusal>>;
	readonly submit: ReturnType<typeof vi.fn<(input: unknown) => Purchase | Refusal | Promise<Purchase>>>;
	/** A piece is set aside until a signature comes, and bought from then on. */
	readonly purchase: ReturnType<typeof vi.fn<(input: unknown) => Purchase | Refusal>>;
}

export const offerOf = (order: WireOrder = {}) => reservationOf([pieceWire(order)]);
export const bought = () => purchaseOf({ status: 'confirmed', pieces: [pieceOf(7)] });
export const openSaleOf = (changes: Partial<Sale> = {}) =>
	saleOf({ walletAddress: creator, mintAddress: collectionMint, ...changes });

/** Call once at the top of a test file: each test begins with a sale and no wallet. */
export function useSaleServer(): SaleServer {
	usePage();
	const server: SaleServer = { sale: openSaleOf(), reserve: vi.fn(), submit: vi.fn(), purchase: vi.fn() };
	beforeAll(async () => {
		await Promise.all([import('../../sale-app.tsx'), import('../solana/judge-transaction.ts')]);
	}, 60_000);
	beforeEach(() => {
		startWithoutSolanaWallets();
		server.sale = openSaleOf();
		server.reserve.mockReset().mockImplementation(() => offerOf());
		server.submit.mockReset().mockImplementation(() => purchaseOf());
		server.purchase
			.mockReset()
			.mockImplementation(() => (server.submit.mock.calls.length > 0 ? bought() : purchaseOf({ status: 'reserved' })));
		api.use(
			procedureAt('mint.sales.get', () => server.sale),
			procedureAt('mint.sales.reserve', (input) => server.reserve(input)),
			procedureAt('mint.sales.submit', (input) => server.submit(input)),
			procedureAt('mint.sales.purchase', (input) => server.purchase(input)),
		);
	});
	afterEach(endWithoutSolanaWallets);
	return server;
}

export async function openSale() {
	openPage('/sale/sale-1');
	await screen.findByRole('heading', { level: 1, name: 'Frost & Fire' });
}
export const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
export const toastTitle = (title: string) => screen.findByText(title, { selector: '[data-tone] *' });

/** Up to the word to sign. */
export async function openOffer() {
	await openSale();
	await press('Buy for 0.1 SOL');
	return within(await screen.findByRole('region', { name: 'What you are about to sign' }));
}
