import { cleanup, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { api, Refusal } from '../../../test/api.ts';
import { createPurchase } from '../../../test/sale-fixtures.ts';
import { buyer, haveSolanaWallet, itemWire, stranger } from '../../wallets/solana/solana-testing.ts';
import {
	bought,
	createOpenSale,
	emitStorageEvent,
	openOffer,
	openSale,
	press,
	storedPurchases,
	storePurchase,
	useSaleServer,
} from './sale-testing.ts';

const server = useSaleServer();
const buyButton = () => screen.findByRole('button', { name: 'Buy for 0.1 SOL' });
const isYours = () => screen.findByText('It is yours: Frost & Fire #7');

/** From the second submission on, nothing is answered until the word; then the item is bought. */
function holdSecondHandIn(): () => void {
	const { promise, resolve } = Promise.withResolvers<void>();
	let isTaken = false;
	server.submit.mockImplementation(() => promise.then(() => createPurchase()));
	server.purchase.mockImplementation(() => (isTaken ? bought() : createPurchase({ status: 'reserved' })));
	return () => {
		isTaken = true;
		resolve();
	};
}

describe('a signature', () => {
	test('that gets no answer is stored and submitted again, not signed again', async () => {
		const wallet = haveSolanaWallet();
		api.use(http.all('*/trpc/mint.sales.submit', () => HttpResponse.error(), { once: true }));
		const answer = holdSecondHandIn();
		await openOffer();
		await press('Sign with Phantom');
		expect(await screen.findByText(/^The server did not answer\. Your signature is kept/)).toBeVisible();
		expect(screen.getByText('Leave this page open until it is sent.')).toBeVisible();
		expect(screen.queryByRole('button', { name: /^(Buy|Sign)/ })).toBeNull();
		expect(storedPurchases()).toMatchObject([{ state: 'signed', transactions: [expect.stringMatching(/^A.kJCQ/)] }]);
		answer();
		expect(await isYours()).toBeVisible();
		expect(wallet.asked).toEqual(['connect', 'sign 1']);
		expect(storedPurchases()).toMatchObject([{ state: 'taken', transactions: [] }]);
	});

	test.each([
		[
			'too many call',
			new Refusal(429, 'Too many.', {}, 'too_many_tries', { retryAfterSeconds: 1 }),
			/^Your network is sending too many requests/,
		],
		['the server fails', new Refusal(503, 'boom', {}, 'internal'), /^The server did not answer/],
		['the chain is away', new Refusal(409, 'No answer.', {}, 'chain_unavailable'), /^The server did not answer/],
	])('is stored and submitted again when %s', async (_name, refusal, text) => {
		haveSolanaWallet();
		const answer = holdSecondHandIn();
		server.submit.mockImplementationOnce(() => refusal);
		await openOffer();
		await press('Sign with Phantom');
		expect(await screen.findByText(text)).toBeVisible();
		answer();
		expect(await isYours()).toBeVisible();
		const [first, second, ...more] = server.submit.mock.calls;
		expect(second).toEqual(first);
		expect(more).toEqual([]);
	});

	test('rejects with the server’s sentence what it will not take, and may be given again', async () => {
		haveSolanaWallet();
		server.submit.mockImplementationOnce(() => new Refusal(409, 'Too little SOL.', {}, 'too_little_sol'));
		server.purchase.mockImplementation(() => createPurchase({ status: 'reserved' }));
		await openOffer();
		await press('Sign with Phantom');
		expect(await screen.findByText('Too little SOL.')).toBeVisible();
		expect(await screen.findByRole('button', { name: 'Go on' })).toBeEnabled();
		expect(server.submit).toHaveBeenCalledOnce();
		expect(storedPurchases()).toMatchObject([{ state: 'offered', transactions: [] }]);
	});

	test('submitted too late: what was said of its delay goes with the purchase', async () => {
		haveSolanaWallet();
		server.submit.mockImplementation(() => new Refusal(503, 'boom', {}, 'internal'));
		let purchase = createPurchase({ status: 'reserved' });
		server.purchase.mockImplementation(() => purchase);
		await openOffer();
		await press('Sign with Phantom');
		expect(await screen.findByText(/^The server did not answer\./)).toBeVisible();
		purchase = createPurchase({ status: 'expired' });
		expect(await screen.findByText(/^No signature reached the server in time\. Nothing was paid/)).toBeVisible();
		expect(screen.queryByText(/^The server did not answer\./)).toBeNull();
		expect(await buyButton()).toBeEnabled();
		expect(storedPurchases()).toEqual([]);
	});

	test('given before a reload is submitted after it', async () => {
		storePurchase({ state: 'signed', transactions: [itemWire()] });
		server.purchase.mockImplementation(() =>
			server.submit.mock.calls.length > 0 ? bought() : createPurchase({ status: 'reserved' }),
		);
		await openSale();
		expect(await isYours()).toBeVisible();
		expect(server.submit).toHaveBeenCalledWith({
			saleId: 'sale-1',
			reservationId: 'reservation-1',
			transactions: [itemWire()],
		});
	});
});

test('a signature that is refused after a reload says why, whatever wallet is connected', async () => {
	storePurchase({ state: 'signed', transactions: [itemWire()] });
	server.purchase.mockImplementation(() => createPurchase({ status: 'reserved' }));
	server.submit.mockImplementation(() => new Refusal(409, 'Too little SOL.', {}, 'too_little_sol'));
	await openSale();
	expect(await screen.findByText('Too little SOL.')).toBeVisible();
});

describe('a purchase', () => {
	test.each([
		['failed', 'The chain refused it.', /^The chain refused it\.$/],
		['failed', null, /^The network refused the purchase/],
		['expired', null, /^No signature reached the server/],
	] as const)('that ends %s says why (%s), is forgotten and may be repeated', async (status, errorMessage, text) => {
		haveSolanaWallet();
		server.purchase.mockImplementation(() => createPurchase({ status, errorMessage }));
		await openOffer();
		await press('Sign with Phantom');
		expect(await screen.findByText(text)).toBeVisible();
		expect(storedPurchases()).toEqual([]);
		server.purchase.mockImplementation(bought);
		await press('Buy for 0.1 SOL');
		expect(await screen.findByRole('button', { name: 'Sign with Phantom' })).toBeEnabled();
		expect(screen.queryByText(text)).toBeNull();
	});

	test('under way goes on to its end after a reload', async () => {
		storePurchase();
		server.purchase.mockImplementation(() => createPurchase());
		await openSale();
		expect(await screen.findByText(/^Sent\. The chain has to confirm it/)).toBeVisible();
		server.purchase.mockImplementation(bought);
		expect(await isYours()).toBeVisible();
		expect(server.submit).not.toHaveBeenCalled();
	});

	test('goes on to its end where the browser keeps nothing', async () => {
		vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
			throw new DOMException('Full', 'QuotaExceededError');
		});
		haveSolanaWallet();
		server.purchase.mockImplementation(() => createPurchase());
		await openOffer();
		await press('Sign with Phantom');
		expect(await screen.findByText(/^Sent\./)).toBeVisible();
		server.purchase.mockImplementation(bought);
		// Another part of the page that shows the sale finds it, too.
		cleanup();
		await openSale();
		expect(await isYours()).toBeVisible();
		await press('Buy another');
		expect(await buyButton()).toBeEnabled();
	});

	test('of which nobody knows any more is forgotten, and said so when it was signed', async () => {
		storePurchase();
		server.purchase.mockImplementation(() => new Refusal(404, 'No such reservation.', {}, 'not_found'));
		await openSale();
		expect(await screen.findByText(/^The server no longer knows the purchase that you signed/)).toBeVisible();
		expect(await buyButton()).toBeEnabled();
		expect(storedPurchases()).toEqual([]);
	});
});

describe('an item that is set aside and not signed', () => {
	test('may be gone on with after a reload, or left, which tells for how long it stays so', async () => {
		storePurchase({ state: 'offered' });
		haveSolanaWallet();
		await openSale();
		expect(
			await screen.findByText(
				`An item is still set aside for the wallet ${buyer.slice(0, 4)}…${buyer.slice(-4)}. Go on, or leave it: nothing was paid.`,
			),
		).toBeVisible();
		await press('Go on');
		await press('Cancel');
		storePurchase({ state: 'offered' });
		emitStorageEvent();
		await press('Leave it');
		expect(
			await screen.findByText(/^You left it\. .*about two minutes.* 3 items/, { selector: '[role=status] *' }),
		).toBeVisible();
		expect(await buyButton()).toBeEnabled();
		expect(storedPurchases()).toEqual([]);
	});

	test('shows its own price in place of the one that the sale asks by now', async () => {
		storePurchase({ state: 'offered' });
		haveSolanaWallet();
		server.sale = createOpenSale({ priceLamports: '200000000' });
		await openSale();
		expect(await screen.findByText('Price of what is set aside for you')).toBeVisible();
		expect(screen.getByText('0.1 SOL')).toBeVisible();
		expect(screen.queryByText('0.2 SOL')).toBeNull();
		await press('Go on');
		expect(await screen.findByRole('button', { name: 'Sign with Phantom' })).toBeVisible();
		expect(screen.getByText('Price of what is set aside for you')).toBeVisible();
		expect(screen.queryByText('0.2 SOL')).toBeNull();
	});

	test('that is let go by the server is forgotten', async () => {
		storePurchase({ state: 'offered' });
		server.purchase.mockImplementation(() => createPurchase({ status: 'expired' }));
		await openSale();
		expect(await screen.findByText(/^No signature reached the server/)).toBeVisible();
		expect(storedPurchases()).toEqual([]);
	});

	test('is not offered to another account than its own', async () => {
		storePurchase({ state: 'offered' });
		sessionStorage.setItem('adx_solana_wallet', 'Phantom');
		haveSolanaWallet({ isConnected: true, address: stranger });
		await openSale();
		await screen.findByRole('button', { name: 'Disconnect' });
		await waitFor(() => expect(screen.queryByRole('button', { name: 'Go on' })).toBeNull());
		expect(await buyButton()).toBeEnabled();
	});
});

describe('another tab', () => {
	test('has its purchase shown here, too', async () => {
		server.purchase.mockImplementation(bought);
		await openSale();
		storePurchase();
		emitStorageEvent();
		expect(await isYours()).toBeVisible();
	});

	test('that buys for another wallet does not disturb what is offered here', async () => {
		haveSolanaWallet();
		await openOffer();
		storePurchase({ reservationId: 'reservation-2', walletAddress: stranger });
		emitStorageEvent();
		await press('Sign with Phantom');
		expect(await isYours()).toBeVisible();
		expect(server.submit).toHaveBeenCalledWith(expect.objectContaining({ reservationId: 'reservation-1' }));
		expect(storedPurchases()).toHaveLength(2);
	});

	test('that signed what is offered here takes the offer away', async () => {
		haveSolanaWallet();
		server.purchase.mockImplementation(() => createPurchase());
		await openOffer();
		storePurchase();
		emitStorageEvent();
		expect(await screen.findByText(/^Sent\./)).toBeVisible();
		expect(screen.queryByRole('button', { name: 'Sign with Phantom' })).toBeNull();
		server.purchase.mockImplementation(bought);
		expect(await isYours()).toBeVisible();
	});
});
