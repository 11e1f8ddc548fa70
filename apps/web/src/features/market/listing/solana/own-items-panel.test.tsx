import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../../test/api.ts';
import { createPurchase } from '../../../../test/sale-fixtures.ts';
import { creator, itemWire } from '../../../wallets/solana/solana-testing.ts';
import { connect, haveCreator, type Listing, openSale, useCreatorSaleServer } from '../listing-testing.tsx';

const server = useCreatorSaleServer();

describe('mint all to me', () => {
	const start = async (dialog: Listing) =>
		userEvent.click(await dialog.findByRole('button', { name: 'Mint all 30 to me' }));
	const agree = async (dialog: Listing) =>
		userEvent.click(await dialog.findByRole('button', { name: 'Sign with Phantom' }));
	async function mintAll(dialog: Listing) {
		await start(dialog);
		await agree(dialog);
	}
	const cancel = (dialog: Listing) => userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));

	test('shows the first turn before the wallet is asked', async () => {
		const wallet = haveCreator();
		const dialog = await openSale('selling');
		await connect(dialog);
		await start(dialog);
		const summary = within(await dialog.findByRole('region', { name: 'What you are about to sign' }));
		expect(summary.getByText('25 items, which go to your wallet')).toBeVisible();
		expect(summary.getAllByText('0.17 SOL')).toHaveLength(2);
		expect(dialog.getByText(/^Check what is going to be signed\./)).toBeVisible();
		expect(wallet.asked).toEqual(['connect']);
		await cancel(dialog);
		expect(await dialog.findByText(/^Cancelled\. Nothing was signed or paid/)).toBeVisible();
		expect(wallet.asked).toEqual(['connect']);
		expect(dialog.getByRole('button', { name: 'Go on minting' })).toBeEnabled();
	});

	test('shows the cost first, then mints 25 at a time, each batch signed at once', async () => {
		const wallet = haveCreator();
		const dialog = await openSale('selling');
		expect(await dialog.findByText(/the 30 items .* about 0\.204 SOL\. Your wallet asks 2 times/)).toBeVisible();
		await connect(dialog);
		await mintAll(dialog);
		expect(await dialog.findByText('Every item is minted.')).toBeVisible();
		expect(server.callsOf('collections.own')).toEqual([
			{ jobId: 'merge-1', count: 25 },
			{ jobId: 'merge-1', count: 5 },
		]);
		expect(wallet.asked).toEqual(['connect', 'sign 25', 'sign 5']);
		expect(localStorage.getItem('adx_own_pieces_sale-1')).toBeNull();
	});

	test('speaks of the last item as of one', async () => {
		haveCreator();
		const dialog = await openSale('selling', { soldCount: 20, ownCount: 9 });
		expect(
			await dialog.findByText(/^You can mint the one item that is left .*\. Your wallet asks once\.$/),
		).toBeVisible();
		expect(dialog.getByRole('button', { name: 'Mint it to me' })).toBeVisible();
	});

	test('pauses after a turn, and goes on', async () => {
		const wallet = haveCreator();
		const dialog = await openSale('selling');
		await connect(dialog);
		let sign = () => {};
		wallet.signNext((transactions) => new Promise((resolve) => (sign = () => resolve(transactions))));
		await mintAll(dialog);
		expect(await dialog.findByText(/^Confirm in Phantom\. It shows 25 transactions/)).toBeVisible();
		await userEvent.click(dialog.getByRole('button', { name: 'Pause after these' }));
		await act(async () => sign());
		expect(await dialog.findByText(/^Paused\./)).toBeVisible();
		expect(server.callsOf('collections.own')).toHaveLength(1);
		await userEvent.click(dialog.getByRole('button', { name: 'Go on minting' }));
		await waitFor(() => expect(server.callsOf('collections.own')).toHaveLength(2));
	});

	test('a wallet that never answers need not be waited for', async () => {
		const wallet = haveCreator();
		const dialog = await openSale('selling');
		await connect(dialog);
		wallet.signNext(() => new Promise(() => {}));
		await mintAll(dialog);
		await userEvent.click(await dialog.findByRole('button', { name: 'Stop waiting' }));
		expect(await dialog.findByText(/^You stopped waiting/)).toBeVisible();
		expect(server.callsOf('sales.submit')).toEqual([]);
	});

	test('ended after the signature, it says that the items are minted all the same, and finds out', async () => {
		haveCreator();
		server.purchase = () => createPurchase({ status: 'sent' });
		const dialog = await openSale('selling');
		await connect(dialog);
		await mintAll(dialog);
		expect(await dialog.findByText(/^The network confirms: 0 of/)).toBeVisible();
		await cancel(dialog);
		expect(await dialog.findByText(/^Cancelled\. These items are on their way to the chain/)).toBeVisible();
		server.purchase = () => createPurchase({ status: 'confirmed' });
		await userEvent.click(dialog.getByRole('button', { name: 'Go on minting' }));
		await waitFor(() => expect(server.callsOf('collections.own')).toHaveLength(2));
		expect(server.callsOf('sales.submit')).toHaveLength(1);
	});

	test('ended while the server is busy, the signature is stored, and submitted when it goes on', async () => {
		const wallet = haveCreator();
		const busy = new Refusal(429, 'Too many tries.', {}, 'rate_limited', { retryAfterSeconds: 60 });
		server.refusals.set('sales.submit', busy);
		const dialog = await openSale('selling');
		await connect(dialog);
		await mintAll(dialog);
		expect(await dialog.findByText(/^The server does not have it yet\./)).toBeVisible();
		await cancel(dialog);
		expect(await dialog.findByText(/^Cancelled\. Your wallet signed these items already/)).toBeVisible();
		await userEvent.click(dialog.getByRole('button', { name: 'Go on minting' }));
		await waitFor(() => expect(server.callsOf('collections.own')).toHaveLength(2));
		const [first, second] = server.callsOf('sales.submit');
		expect(second).toEqual(first);
		expect(wallet.asked).toEqual(['connect', 'sign 25']);
	});

	test('goes on with the window closed', async () => {
		haveCreator();
		const dialog = await openSale('selling');
		await connect(dialog);
		await mintAll(dialog);
		await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
		await waitFor(() => expect(screen.getByText('30 of 30 minted')).toBeVisible());
	});

	test('after a reload what was signed is looked for first', async () => {
		localStorage.setItem('adx_own_pieces_sale-1', JSON.stringify({ reservationId: 'own-before', pieceCount: 25 }));
		haveCreator();
		const dialog = await openSale('selling', { ownCount: 25 });
		expect(await dialog.findByText(/^The page was closed while/)).toBeVisible();
		await connect(dialog);
		await userEvent.click(dialog.getByRole('button', { name: 'Go on minting' }));
		await waitFor(() => expect(server.callsOf('collections.own')).toEqual([{ jobId: 'merge-1', count: 5 }]));
		expect(server.callsOf('sales.purchase')[0]).toEqual({ saleId: 'sale-1', reservationId: 'own-before' });
	});

	test('after a reload what was signed and not submitted is submitted first', async () => {
		const transactions = [itemWire({ payer: creator, priceLamports: 0n })];
		const reservation = { reservationId: 'own-before', pieceCount: 1, transactions };
		localStorage.setItem('adx_own_pieces_sale-1', JSON.stringify(reservation));
		const wallet = haveCreator();
		const dialog = await openSale('selling', { ownCount: 29 });
		await connect(dialog);
		await userEvent.click(dialog.getByRole('button', { name: 'Go on minting' }));
		expect(await dialog.findByText('Every item is minted.')).toBeVisible();
		const { reservationId } = reservation;
		expect(server.callsOf('sales.submit')).toEqual([{ saleId: 'sale-1', reservationId, transactions }]);
		expect(wallet.asked).toEqual(['connect']);
		expect(localStorage.getItem('adx_own_pieces_sale-1')).toBeNull();
	});

	test('rejects what expired before it was submitted, and starts again', async () => {
		const reservation = { reservationId: 'own-before', pieceCount: 1, transactions: ['AA=='] };
		localStorage.setItem('adx_own_pieces_sale-1', JSON.stringify(reservation));
		haveCreator();
		server.refusals.set('sales.submit', new Refusal(409, 'It has run out.', {}, 'reservation_expired'));
		const dialog = await openSale('selling', { ownCount: 29 });
		await connect(dialog);
		await userEvent.click(dialog.getByRole('button', { name: 'Go on minting' }));
		expect(await dialog.findByText(/^These items were not signed in time/)).toBeVisible();
		expect(localStorage.getItem('adx_own_pieces_sale-1')).toBeNull();
	});

	test.each([
		['failed', /^These items were not minted/],
		['expired', /^These items were not signed in time/],
	] as const)('a turn that ends %s stops and says so', async (status, text) => {
		haveCreator();
		server.purchase = () => createPurchase({ status });
		const dialog = await openSale('selling');
		await connect(dialog);
		await mintAll(dialog);
		expect(await dialog.findByText(text)).toBeVisible();
		expect(dialog.getByRole('button', { name: 'Go on minting' })).toBeEnabled();
	});
});
