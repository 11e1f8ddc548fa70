import type { SaleItems, SaleItemsInput, SaleTraits } from '@adx/validators/sale/items';
import type { Purchase, Reservation, Sale } from '@adx/validators/sale/sales';
import type { SaleChallenge } from '@adx/validators/sale/wallet-proof';
import { onlineManager } from '@tanstack/react-query';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { api, procedureAt, type Refusal } from '../../../test/api.ts';
import { createItem, createPurchase, createReservation, createSale } from '../../../test/sale-fixtures.ts';
import { openPage, usePage } from '../../../test/setup.tsx';
import {
	buyer,
	collectionMint,
	creator,
	endWithoutSolanaWallets,
	itemWire,
	startWithoutSolanaWallets,
	type WireOptions,
} from '../../wallets/solana/solana-testing.ts';

/** A sale behind the API, and what it was asked. */
export interface SaleServer {
	sale: Sale | Refusal;
	/** What it shows before it is bought. */
	items: (input: SaleItemsInput) => SaleItems | Refusal;
	traits: SaleTraits;
	readonly reserve: ReturnType<typeof vi.fn<(input: unknown) => Reservation | Refusal>>;
	/** A message for the wallet to sign, for servers that ask for one. */
	readonly challenge: ReturnType<typeof vi.fn<(input: unknown) => SaleChallenge | Refusal>>;
	readonly submit: ReturnType<typeof vi.fn<(input: unknown) => Purchase | Refusal | Promise<Purchase>>>;
	/** An item is set aside until a signature comes, and bought from then on. */
	readonly purchase: ReturnType<typeof vi.fn<(input: unknown) => Purchase | Refusal>>;
}

export const createOffer = (order: WireOptions = {}) => createReservation([itemWire(order)]);
export const bought = () => createPurchase({ status: 'confirmed', items: [createItem(7)] });
export const createOpenSale = (changes: Partial<Sale> = {}) =>
	createSale({ walletAddress: creator, mintAddress: collectionMint, ...changes });

const nothingShown = { items: () => ({ total: 0, items: [] }), traits: [] };

/** Call once at the top of a test file: each test begins with a sale and no wallet. */
export function useSaleServer(): SaleServer {
	usePage();
	const server: SaleServer = {
		sale: createOpenSale(),
		...nothingShown,
		reserve: vi.fn(),
		challenge: vi.fn(),
		submit: vi.fn(),
		purchase: vi.fn(),
	};
	beforeAll(async () => {
		await Promise.all([import('../../../sale-app.tsx'), import('../../wallets/solana/verify/verify-transaction.ts')]);
	}, 60_000);
	beforeEach(() => {
		startWithoutSolanaWallets();
		Object.assign(server, { sale: createOpenSale(), ...nothingShown });
		server.reserve.mockReset().mockImplementation(() => createOffer());
		server.challenge.mockReset();
		server.submit.mockReset().mockImplementation(() => createPurchase());
		server.purchase
			.mockReset()
			.mockImplementation(() =>
				server.submit.mock.calls.length > 0 ? bought() : createPurchase({ status: 'reserved' }),
			);
		api.use(
			procedureAt('mint.sales.get', () => server.sale),
			procedureAt('mint.sales.items', (input) => server.items(input as SaleItemsInput)),
			procedureAt('mint.sales.traits', () => server.traits),
			procedureAt('mint.sales.reserve', (input) => server.reserve(input)),
			procedureAt('mint.sales.challenge', (input) => server.challenge(input)),
			procedureAt('mint.sales.submit', (input) => server.submit(input)),
			procedureAt('mint.sales.purchase', (input) => server.purchase(input)),
		);
	});
	afterEach(endWithoutSolanaWallets);
	return server;
}

/** What this browser remembers of a purchase. */
export interface StoredPurchase {
	readonly reservationId: string;
	readonly walletAddress: string;
	readonly begunAt: number;
	readonly state: 'offered' | 'signed' | 'taken' | 'bought';
	readonly transactions: string[];
}

/** Stores it as another tab, or this page before a reload, does. */
export function storePurchase(changes: Partial<StoredPurchase> = {}): void {
	const purchase = { reservationId: 'reservation-1', walletAddress: buyer, begunAt: Date.now(), ...changes };
	const { state = 'taken', transactions = [] } = changes;
	localStorage.setItem(
		`adx_purchase_sale-1_${purchase.reservationId}`,
		JSON.stringify({ ...purchase, state, transactions }),
	);
}

/** Has the page see what another tab changed. */
export const emitStorageEvent = () => act(() => void window.dispatchEvent(new StorageEvent('storage')));

/** Time goes by, at least the ten seconds after which the page asks for the sale again. */
export async function passTime(ms = 11_000): Promise<void> {
	const startedAt = Date.now() + ms - performance.now();
	vi.spyOn(Date, 'now').mockImplementation(() => startedAt + performance.now());
	await act(async () => {
		onlineManager.setOnline(false);
		onlineManager.setOnline(true);
	});
}

/** All that is remembered of purchases. */
export const storedPurchases = (): StoredPurchase[] =>
	Object.keys(localStorage)
		.filter((key) => key.startsWith('adx_purchase_'))
		.map((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as StoredPurchase);

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
