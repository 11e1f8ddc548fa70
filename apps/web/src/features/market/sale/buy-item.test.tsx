import { transactionLifetimeMs } from '@adx/validators/limits';
import type { SalePhaseOutput } from '@adx/validators/sale/phases';
import type { Sale } from '@adx/validators/sale/sales';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { api, Refusal } from '../../../test/api.ts';
import { createPurchase, createReservation } from '../../../test/sale-fixtures.ts';
import {
	buyer,
	haveSolanaWallet,
	itemWire,
	stranger,
	userRejection,
	type WireOptions,
} from '../../wallets/solana/solana-testing.ts';
import {
	bought,
	createOffer,
	createOpenSale,
	openOffer,
	openSale,
	passTime,
	press,
	storedPurchases,
	useSaleServer,
} from './sale-testing.ts';

const server = useSaleServer();

describe('buying an item', () => {
	test('shows what the transaction does, has it signed, waits for the chain and reveals the item', async () => {
		const wallet = haveSolanaWallet();
		server.purchase.mockImplementation(() => createPurchase());
		const summary = await openOffer();
		expect(summary.getByText('0.1 SOL')).toBeVisible();
		expect(summary.getByText('0.0068 SOL')).toBeVisible();
		expect(summary.getByText('0.1068 SOL')).toBeVisible();
		expect(summary.getByText('one item, which goes to your wallet')).toBeVisible();
		expect(summary.getByText('Compute Budget, System, Token-2022, Associated Token Account')).toBeVisible();
		expect(wallet.asked).toEqual(['connect']);
		await press('Sign with Phantom');
		expect(await screen.findByText(/^Sent\. The chain has to confirm it/)).toBeVisible();
		server.purchase.mockImplementation(bought);
		expect(await screen.findByText('It is yours: Frost & Fire #7')).toBeVisible();
		const card = within(screen.getByRole('region', { name: 'Frost & Fire #7' }));
		expect(card.getByRole('img', { name: 'Frost & Fire #7' })).toHaveAttribute(
			'src',
			'/api/sales/sale-1/items/7?size=512',
		);
		expect(card.getByRole('img', { name: 'Frost & Fire #7' })).toHaveClass('object-contain');
		expect(card.getByText('Rank 3 of 30 · Epic')).toBeVisible();
		expect(card.getByText('Wizard')).toBeVisible();
		expect(wallet.asked).toEqual(['connect', 'sign 1']);
		expect(server.reserve).toHaveBeenCalledWith({ saleId: 'sale-1', walletAddress: buyer, count: 1 });
		expect(server.submit).toHaveBeenCalledWith({
			saleId: 'sale-1',
			reservationId: 'reservation-1',
			transactions: [expect.stringMatching(/^A.kJCQ/)],
		});
		await press('Buy another');
		expect(await screen.findByRole('button', { name: 'Buy for 0.1 SOL' })).toBeEnabled();
		expect(storedPurchases()).toMatchObject([{ state: 'bought', transactions: [] }]);
		const before = () => screen.findByRole('region', { name: 'Bought here before' });
		expect(within(await before()).getByText('Frost & Fire #7')).toBeVisible();
		// It stays: a covered item is known only after the reveal.
		cleanup();
		await openSale();
		expect(within(await before()).getByText('Frost & Fire #7')).toBeVisible();
		expect(screen.getByRole('button', { name: 'Buy for 0.1 SOL' })).toBeVisible();
	});

	test('a free item costs nothing but rent and fees', async () => {
		haveSolanaWallet();
		server.sale = createOpenSale({ priceLamports: '0', price: 0 });
		server.reserve.mockImplementation(() =>
			createReservation([itemWire({ priceLamports: 0n })], { priceLamports: '0' }),
		);
		await openSale();
		await press('Mint for free');
		const summary = within(await screen.findByRole('region', { name: 'What you are about to sign' }));
		expect(summary.getByText('Free')).toBeVisible();
	});

	test.each<[string, WireOptions, RegExp]>([
		['another recipient', { recipient: stranger }, /it sends SOL to/],
		['a higher price', { priceLamports: 200_000_000n }, /it moves 0\.2 SOL instead of 0\.1 SOL/],
		['another payer', { payer: stranger }, /not your wallet that pays/],
	])('rejects a transaction with %s before the wallet sees it', async (_name, order, reason) => {
		const wallet = haveSolanaWallet();
		server.reserve.mockImplementation(() => createOffer(order));
		await openSale();
		await press('Buy for 0.1 SOL');
		expect(await screen.findByText(reason)).toHaveTextContent(/does something else than this page promised/);
		expect(screen.queryByRole('button', { name: /^Sign/ })).toBeNull();
		expect(wallet.asked).toEqual(['connect']);
	});

	test('rejects what the wallet changed before it signed', async () => {
		const wallet = haveSolanaWallet();
		wallet.signNext(() => [Uint8Array.from(atob(itemWire({ priceLamports: 5n })), (one) => one.charCodeAt(0))]);
		await openOffer();
		await press('Sign with Phantom');
		expect(await screen.findByText(/^Phantom changed the transaction/)).toBeVisible();
		expect(server.submit).not.toHaveBeenCalled();
	});

	test('a request that is closed in the wallet may be opened again', async () => {
		const wallet = haveSolanaWallet();
		wallet.signNext(() => Promise.reject(userRejection()));
		await openOffer();
		await press('Sign with Phantom');
		expect(await screen.findByText('You closed the request. Nothing was sent.')).toBeVisible();
		await press('Sign with Phantom');
		expect(await screen.findByText('It is yours: Frost & Fire #7')).toBeVisible();
		expect(server.reserve).toHaveBeenCalledOnce();
	});

	test('a wallet that never answers need not be waited for', async () => {
		const wallet = haveSolanaWallet();
		wallet.signNext(() => new Promise(() => {}));
		await openOffer();
		await press('Sign with Phantom');
		expect(await screen.findByText(/^Confirm in Phantom\. It shows the transaction/)).toBeVisible();
		await press('Stop waiting');
		expect(
			await screen.findByText(/^You stopped waiting.*stays set aside for your wallet for about two/),
		).toBeVisible();
		expect(screen.getByRole('button', { name: 'Buy for 0.1 SOL' })).toBeEnabled();
	});

	test('rejects an account that was switched after the item was set aside', async () => {
		const wallet = haveSolanaWallet();
		await openOffer();
		act(() => wallet.chooseAccount(stranger));
		expect(await screen.findByText(/^You switched the account/)).toBeVisible();
		expect(screen.getByRole('button', { name: 'Sign with Phantom' })).toBeDisabled();
	});

	test('rejects to sign without a wallet, and says that it is disconnected', async () => {
		haveSolanaWallet();
		await openOffer();
		await press('Disconnect');
		expect(await screen.findByText(/^The wallet is disconnected\./, { selector: '[role=status] *' })).toBeVisible();
		expect(screen.queryByText(/switched the account/)).toBeNull();
		expect(screen.getByRole('button', { name: 'Sign with Phantom' })).toBeDisabled();
		await press('Connect Wallet');
		await press('Sign with Phantom');
		expect(await screen.findByText('It is yours: Frost & Fire #7')).toBeVisible();
	});

	test('what was set aside may be cancelled, which tells for how long it stays so and what that counts for', async () => {
		haveSolanaWallet();
		await openOffer();
		await press('Cancel');
		const note = await screen.findByText(/^Cancelled\. Nothing was paid/, { selector: '[role=status] *' });
		expect(note).toHaveTextContent(/stays set aside for your wallet for about two minutes/);
		expect(note).toHaveTextContent(/A wallet that lets 3 items go within an hour has to wait/);
		expect(storedPurchases()).toEqual([]);
	});

	test('rejects a signature once the time is over: says so aloud, and gets a new transaction', async () => {
		const wallet = haveSolanaWallet();
		await openOffer();
		const now = Date.now;
		vi.spyOn(Date, 'now').mockImplementation(() => now() + transactionLifetimeMs);
		expect(await screen.findByText(/^The time to sign this/, { selector: '[role=status] *' })).toBeVisible();
		expect(screen.queryByRole('button', { name: 'Sign with Phantom' })).toBeNull();
		await press('Get a new one');
		await press('Sign with Phantom');
		expect(await screen.findByText('It is yours: Frost & Fire #7')).toBeVisible();
		expect(wallet.asked).toEqual(['connect', 'sign 1']);
	});

	test.each([
		['Ended', { state: 'ended' }],
		['Paused', { state: 'paused' }],
		['Sold out', { state: 'sold_out', mintedCount: 30 }],
		['All taken', { mintedCount: 30 }],
	] as const)(
		'once the time is over and nothing sells, what the sale says takes its place: %s',
		async (title, changes) => {
			haveSolanaWallet();
			await openOffer();
			await passTime(transactionLifetimeMs);
			await screen.findByRole('button', { name: 'Get a new one' });
			server.sale = createOpenSale(changes);
			await passTime();
			expect(await screen.findByText(title)).toBeVisible();
			expect(screen.queryByText(/^The time to sign this/)).toBeNull();
			expect(screen.queryByRole('button', { name: /^(Get a new one|Cancel|Buy)/ })).toBeNull();
			expect(storedPurchases()).toEqual([]);
		},
	);

	test('what is set aside can still be signed in its time after the sale has ended', async () => {
		haveSolanaWallet();
		await openOffer();
		server.sale = createOpenSale({ state: 'ended' });
		await passTime();
		expect(await screen.findByText('18 not minted')).toBeVisible();
		await press('Sign with Phantom');
		expect(await screen.findByText('It is yours: Frost & Fire #7')).toBeVisible();
	});

	test('the time to sign is counted down to its end', async () => {
		haveSolanaWallet();
		await openOffer();
		expect(screen.getByText(/^Set aside for you for [01]:\d\d$/)).toBeVisible();
		const now = Date.now;
		vi.spyOn(Date, 'now').mockImplementation(() => now() + transactionLifetimeMs);
		expect(await screen.findByText(/^The time to sign this/)).toBeVisible();
		expect(screen.queryByText(/^Set aside for you/)).toBeNull();
	});

	test.each([
		['fast', 120_000],
		['slow', -120_000],
	])('a clock that is two minutes %s leaves as long to sign as any other', async (_name, offMs) => {
		const serverNow = Date.now;
		server.reserve.mockImplementation(() =>
			createReservation([itemWire()], { expiresAt: new Date(serverNow() + transactionLifetimeMs).toISOString() }),
		);
		vi.spyOn(Date, 'now').mockImplementation(() => serverNow() + offMs);
		haveSolanaWallet();
		await openOffer();
		expect(screen.getByText(/^Set aside for you for (1:00|0:\d\d)$/)).toBeVisible();
		await press('Sign with Phantom');
		expect(await screen.findByText('It is yours: Frost & Fire #7')).toBeVisible();
		expect(server.reserve).toHaveBeenCalledOnce();
	});

	test.each([
		['all held', 'no_piece_free', 'All items that are left are being bought right now. Try again in a minute.'],
		['sold out', 'sold_out', 'Sold out.'],
		['too little SOL', 'too_little_sol', 'Your wallet has 0.01 SOL; this takes 0.1077 SOL.'],
	] as const)('rejects with the server’s sentence: %s', async (_name, reason, sentence) => {
		haveSolanaWallet();
		server.reserve.mockImplementation(() => new Refusal(409, sentence, {}, reason));
		await openSale();
		await press('Buy for 0.1 SOL');
		expect(await screen.findByText(sentence)).toBeVisible();
		expect(screen.getByRole('button', { name: 'Buy for 0.1 SOL' })).toBeEnabled();
	});

	const friends = (changes: Partial<SalePhaseOutput> = {}): SalePhaseOutput => ({
		id: 'friends',
		name: 'Friends',
		priceLamports: '100000000',
		price: 0.1,
		startsAt: null,
		endsAt: null,
		walletLimit: null,
		totalLimit: null,
		allowlistCount: 1,
		...changes,
	});
	const inFriends = { phaseId: 'friends', phases: [friends()] };

	test.each<[string, Partial<Sale>]>([
		['the sale is sold out', { ...inFriends, state: 'sold_out', mintedCount: 30 }],
		['the sale is paused', { ...inFriends, state: 'paused' }],
		['another phase began', { phaseId: 'all', phases: [friends(), friends({ id: 'all', allowlistCount: null })] }],
		['the list has another wallet', { phaseId: 'friends', phases: [friends({ allowlistCount: 2 })] }],
	])('a refusal goes with its reason: %s', async (_name, changes) => {
		haveSolanaWallet();
		const sentence = 'This wallet is not on the list of the phase ‘Friends’. Nothing was paid.';
		server.reserve.mockImplementation(() => {
			// The page shows another phase until the refusal has it ask again.
			server.sale = createOpenSale(inFriends);
			return new Refusal(409, sentence, {}, 'not_on_allowlist');
		});
		await openSale();
		await press('Buy for 0.1 SOL');
		expect(await screen.findByText(sentence)).toBeVisible();
		await passTime();
		expect(screen.getByText(sentence)).toBeVisible();
		server.sale = createOpenSale(changes);
		await passTime();
		await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
	});

	test('a refusal of one account is not said of another', async () => {
		const wallet = haveSolanaWallet();
		server.reserve.mockImplementation(() => new Refusal(409, 'Too little SOL.', {}, 'too_little_sol'));
		await openSale();
		await press('Buy for 0.1 SOL');
		expect(await screen.findByText('Too little SOL.')).toBeVisible();
		act(() => wallet.chooseAccount(stranger));
		await waitFor(() => expect(screen.queryByText('Too little SOL.')).toBeNull());
	});

	test('rejects while the server is away', async () => {
		vi.spyOn(console, 'error').mockImplementation(() => {});
		haveSolanaWallet();
		api.use(http.all('*/trpc/mint.sales.reserve', () => HttpResponse.error()));
		await openSale();
		await press('Buy for 0.1 SOL');
		expect(await screen.findByText('The server could not be reached. Nothing was paid; try again.')).toBeVisible();
	});
});
