import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createPurchase } from '../../../test/sale-fixtures.ts';
import { haveSolanaWallet, userRejection } from '../../wallets/solana/solana-testing.ts';
import { openOffer, openSale, press, storePurchase, useSaleServer } from './sale-testing.ts';

const server = useSaleServer();

/** Where keys go on: inside what is bought, not at the beginning of the page. */
const expectFocusInCard = () => {
	const card = screen.getByRole('region', { name: /^(Buy an item|Yours)$/ });
	expect(document.activeElement).not.toBe(document.body);
	expect(card).toContainElement(document.activeElement as HTMLElement);
};

test('the focus stays where the buyer is when what was pressed goes: Sign, waiting, Buy another', async () => {
	const wallet = haveSolanaWallet();
	let answer = () => {};
	wallet.signNext(
		(transactions) =>
			new Promise((resolve) => {
				answer = () => resolve(transactions.map((bytes) => Uint8Array.from(bytes)));
			}),
	);
	server.purchase.mockImplementation(() => createPurchase());
	await openOffer();
	expectFocusInCard();
	await press('Sign with Phantom');
	await screen.findByText(/^Confirm in Phantom/);
	expectFocusInCard();
	answer();
	await screen.findByText(/^Sent\./);
	expectFocusInCard();
});

test('a request that is closed in the wallet leaves the focus at its buttons', async () => {
	const wallet = haveSolanaWallet();
	wallet.signNext(() => Promise.reject(userRejection()));
	await openOffer();
	await press('Sign with Phantom');
	await screen.findByText('You closed the request. Nothing was sent.');
	expectFocusInCard();
});

test('the focus stays at Cancel, at Leave it, and at Buy another', async () => {
	haveSolanaWallet();
	await openOffer();
	await press('Cancel');
	await screen.findByText(/^Cancelled/);
	expectFocusInCard();
	await press('Buy for 0.1 SOL');
	await press('Sign with Phantom');
	await press('Buy another');
	await screen.findByRole('button', { name: 'Buy for 0.1 SOL' });
	expectFocusInCard();
});

test('the focus stays at Leave it', async () => {
	storePurchase({ state: 'offered' });
	server.purchase.mockImplementation(() => createPurchase({ status: 'reserved' }));
	await openSale();
	await press('Leave it');
	await screen.findByRole('button', { name: 'Buy for 0.1 SOL' });
	expectFocusInCard();
});

test('nobody’s focus is taken by what happens by itself', async () => {
	storePurchase();
	let purchase = createPurchase();
	server.purchase.mockImplementation(() => purchase);
	await openSale();
	await screen.findByText(/^Sent\./);
	const home = screen.getByRole('link', { name: 'ADX Realm, to the main page' });
	home.focus();
	purchase = createPurchase({ status: 'failed' });
	await screen.findByText(/^The network refused the purchase/);
	expect(home).toHaveFocus();
});
