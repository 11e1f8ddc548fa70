import { act, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { api, Refusal } from '../../test/api.ts';
import { purchaseOf, reservationOf } from '../../test/sale-fixtures.ts';
import {
	buyer,
	closedRequest,
	haveSolanaWallet,
	pieceWire,
	stranger,
	type WireOrder,
} from '../solana/solana-testing.ts';
import { bought, offerOf, openOffer, openSale, openSaleOf, press, useSaleServer } from './sale-testing.ts';

const server = useSaleServer();

describe('buying a piece', () => {
	test('shows what the transaction does, has it signed, waits for the chain and reveals the piece', async () => {
		const wallet = haveSolanaWallet();
		server.purchase.mockImplementationOnce(() => purchaseOf());
		const summary = await openOffer();
		expect(summary.getByText('0.1 SOL')).toBeVisible();
		expect(summary.getByText('0.0068 SOL')).toBeVisible();
		expect(summary.getByText('0.1068 SOL')).toBeVisible();
		expect(summary.getByText('one piece, which goes to your wallet')).toBeVisible();
		expect(summary.getByText('Compute Budget, System, Token-2022, Associated Token Account')).toBeVisible();
		expect(wallet.asked).toEqual(['connect']);
		await press('Sign with Phantom');
		expect(await screen.findByText(/^Sent\. The chain has to confirm it/)).toBeVisible();
		expect(await screen.findByText('It is yours: Frost & Fire #7')).toBeVisible();
		const piece = within(screen.getByRole('region', { name: 'Frost & Fire #7' }));
		expect(piece.getByRole('img', { name: 'Frost & Fire #7' })).toHaveAttribute(
			'src',
			'/api/sales/sale-1/pieces/7?size=512',
		);
		expect(piece.getByText('Rank 3 of 30 · Epic')).toBeVisible();
		expect(piece.getByText('Wizard')).toBeVisible();
		expect(wallet.asked).toEqual(['connect', 'sign 1']);
		expect(server.reserve).toHaveBeenCalledWith({ saleId: 'sale-1', walletAddress: buyer });
		expect(server.submit).toHaveBeenCalledWith({
			saleId: 'sale-1',
			reservationId: 'reservation-1',
			transactions: [expect.stringMatching(/^AQkJCQ/)],
		});
		await press('Buy another');
		expect(await screen.findByRole('button', { name: 'Buy for 0.1 SOL' })).toBeEnabled();
		expect(localStorage.getItem('adx_purchase_sale-1')).toBeNull();
	});

	test('a free piece costs nothing but rent and fees', async () => {
		haveSolanaWallet();
		server.sale = openSaleOf({ priceLamports: '0', price: 0 });
		server.reserve.mockImplementation(() => reservationOf([pieceWire({ priceLamports: 0n })], { priceLamports: '0' }));
		await openSale();
		await press('Mint for free');
		const summary = within(await screen.findByRole('region', { name: 'What you are about to sign' }));
		expect(summary.getByText('Free')).toBeVisible();
	});

	test.each<[string, WireOrder, RegExp]>([
		['another recipient', { recipient: stranger }, /it sends SOL to/],
		['a higher price', { priceLamports: 200_000_000n }, /it moves 0\.2 SOL instead of 0\.1 SOL/],
		['another payer', { payer: stranger }, /not your wallet that pays/],
	])('rejects a transaction with %s before the wallet sees it', async (_name, order, reason) => {
		const wallet = haveSolanaWallet();
		server.reserve.mockImplementation(() => offerOf(order));
		await openSale();
		await press('Buy for 0.1 SOL');
		expect(await screen.findByText(reason)).toHaveTextContent(/does something else than this page promised/);
		expect(screen.queryByRole('button', { name: /^Sign/ })).toBeNull();
		expect(wallet.asked).toEqual(['connect']);
	});

	test('rejects what the wallet changed before it signed', async () => {
		const wallet = haveSolanaWallet();
		wallet.signNext(() => [Uint8Array.from(atob(pieceWire({ priceLamports: 5n })), (one) => one.charCodeAt(0))]);
		await openOffer();
		await press('Sign with Phantom');
		expect(await screen.findByText(/^Phantom changed the transaction/)).toBeVisible();
		expect(server.submit).not.toHaveBeenCalled();
	});

	test('a request that is closed in the wallet may be opened again', async () => {
		const wallet = haveSolanaWallet();
		wallet.signNext(() => Promise.reject(closedRequest()));
		await openOffer();
		await press('Sign with Phantom');
		expect(await screen.findByText('You closed the request')).toBeVisible();
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
		expect(await screen.findByText(/^You stopped waiting/)).toBeVisible();
		expect(screen.getByRole('button', { name: 'Buy for 0.1 SOL' })).toBeEnabled();
	});

	test('rejects an account that was switched after the piece was set aside', async () => {
		const wallet = haveSolanaWallet();
		await openOffer();
		act(() => wallet.chooseAccount(stranger));
		expect(await screen.findByText(/^You switched the account/)).toBeVisible();
		expect(screen.getByRole('button', { name: 'Sign with Phantom' })).toBeDisabled();
	});

	test('what was set aside may be left', async () => {
		haveSolanaWallet();
		await openOffer();
		await press('Cancel');
		expect(await screen.findByText(/^Cancelled\. Nothing was paid/)).toBeVisible();
		expect(localStorage.getItem('adx_purchase_sale-1')).toBeNull();
	});

	test('rejects a signature that comes too late', async () => {
		haveSolanaWallet();
		server.reserve.mockImplementation(() =>
			reservationOf([pieceWire()], { expiresAt: new Date(Date.now() - 1).toISOString() }),
		);
		server.purchase.mockImplementation(() => purchaseOf({ status: 'expired' }));
		await openOffer();
		await press('Sign with Phantom');
		expect(
			await screen.findByText(/^The piece was set aside for too long/, { selector: '[role=status] *' }),
		).toBeVisible();
		expect(server.submit).not.toHaveBeenCalled();
		expect(screen.getByRole('button', { name: 'Buy for 0.1 SOL' })).toBeEnabled();
	});

	test.each([
		['all held', 'no_piece_free', 'All pieces that are left are being bought right now. Try again in a minute.'],
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

	test('rejects while the server is away', async () => {
		vi.spyOn(console, 'error').mockImplementation(() => {});
		haveSolanaWallet();
		api.use(http.all('*/trpc/mint.sales.reserve', () => HttpResponse.error()));
		await openSale();
		await press('Buy for 0.1 SOL');
		expect(await screen.findByText('The server could not be reached. Nothing was paid; try again.')).toBeVisible();
	});

	test('an answer that is lost on the way is asked for, not signed again', async () => {
		haveSolanaWallet();
		api.use(http.all('*/trpc/mint.sales.submit', () => HttpResponse.error(), { once: true }));
		server.purchase.mockImplementation(bought).mockImplementationOnce(() => purchaseOf({ status: 'reserved' }));
		await openOffer();
		await press('Sign with Phantom');
		expect(await screen.findByText(/^The server did not answer\./)).toBeVisible();
		expect(screen.queryByRole('button', { name: /^(Buy|Sign)/ })).toBeNull();
		expect(await screen.findByText('It is yours: Frost & Fire #7')).toBeVisible();
	});

	test.each([
		['failed', 'The chain refused it.', /^The chain refused it\.$/],
		['failed', null, /^The network refused the purchase/],
		['expired', null, /^The piece was set aside for too long/],
	] as const)('a purchase that ends %s says why (%s) and may be repeated', async (status, errorMessage, text) => {
		haveSolanaWallet();
		server.purchase.mockImplementation(() => purchaseOf({ status, errorMessage }));
		await openOffer();
		await press('Sign with Phantom');
		expect(await screen.findByText(text)).toBeVisible();
		expect(screen.getByRole('button', { name: 'Buy for 0.1 SOL' })).toBeEnabled();
	});
});

describe('after a reload', () => {
	const begin = (isSigned: boolean) =>
		localStorage.setItem('adx_purchase_sale-1', JSON.stringify({ reservationId: 'reservation-1', isSigned }));

	test('a purchase under way goes on to its end', async () => {
		begin(true);
		server.purchase.mockImplementation(bought).mockImplementationOnce(() => purchaseOf());
		await openSale();
		expect(await screen.findByText(/^Sent\. The chain has to confirm it/)).toBeVisible();
		expect(await screen.findByText('It is yours: Frost & Fire #7')).toBeVisible();
	});

	test('a piece that is set aside and not signed may be gone on with, or left', async () => {
		begin(false);
		haveSolanaWallet();
		server.purchase.mockImplementation(() => purchaseOf({ status: 'reserved' }));
		await openSale();
		expect(await screen.findByText(/^A piece is still set aside/)).toBeVisible();
		await press('Go on');
		await press('Cancel');
		begin(false);
		window.dispatchEvent(new StorageEvent('storage'));
		await press('Leave it');
		expect(await screen.findByRole('button', { name: 'Buy for 0.1 SOL' })).toBeEnabled();
	});

	test('a purchase of another tab is shown here, too', async () => {
		server.purchase.mockImplementation(bought);
		await openSale();
		begin(true);
		act(() => void window.dispatchEvent(new StorageEvent('storage')));
		expect(await screen.findByText('It is yours: Frost & Fire #7')).toBeVisible();
	});

	test('rejects a reservation that the server no longer knows by forgetting it', async () => {
		begin(true);
		server.purchase.mockImplementation(() => new Refusal(404, 'No such reservation.', {}, 'not_found'));
		await openSale();
		expect(await screen.findByRole('button', { name: 'Buy for 0.1 SOL' })).toBeEnabled();
	});
});
