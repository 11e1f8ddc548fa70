import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { api, procedureAt, Refusal } from '../../test/api.ts';
import { purchaseOf } from '../../test/sale-fixtures.ts';
import { closedRequest, creator, haveSolanaWallet, pieceWire, stranger } from '../solana/solana-testing.ts';
import {
	connect,
	haveCreator,
	type Listing,
	openSale,
	progress,
	saleIn,
	useCreatorSaleServer,
} from './mint-and-list-testing.ts';

const server = useCreatorSaleServer();

describe('the steps of a sale', () => {
	test('closing the window loses nothing, and the card shows how far it is', async () => {
		const dialog = await openSale('preparing');
		expect(await dialog.findByText('Prepare the files')).toBeVisible();
		await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		expect(progress().getByText('Preparing')).toBeVisible();
	});

	test('a sale that is prepared goes on to the signature by itself', async () => {
		const dialog = await openSale('preparing');
		await dialog.findByRole('progressbar', { name: 'Preparation' });
		server.sale = saleIn('unsigned');
		expect(await dialog.findByRole('button', { name: 'Sign the collection' })).toBeVisible();
	});

	test('the collection is read, shown with its cost, signed and confirmed', async () => {
		const wallet = haveCreator();
		const dialog = await openSale('unsigned');
		expect(await dialog.findByText('0.0048 SOL')).toBeVisible();
		expect(dialog.getByText('0.204 SOL')).toBeVisible();
		expect(dialog.getByRole('button', { name: 'Sign the collection' })).toBeDisabled();
		await connect(dialog);
		await userEvent.click(dialog.getByRole('button', { name: 'Sign the collection' }));
		const summary = within(await dialog.findByRole('region', { name: 'What you are about to sign' }));
		expect(summary.getByText('the collection')).toBeVisible();
		expect(wallet.asked).toEqual(['connect']);
		await userEvent.click(dialog.getByRole('button', { name: 'Sign with Phantom' }));
		expect(await dialog.findByText(/^Signed\. The network has to confirm/)).toBeVisible();
		expect(server.callsOf('collections.submit')).toEqual([
			{ jobId: 'merge-1', transaction: expect.stringMatching(/^AQkJ/) },
		]);
	});

	test('rejects to sign with another wallet than the sale’s', async () => {
		haveSolanaWallet({ address: stranger });
		const dialog = await openSale('unsigned');
		await connect(dialog);
		expect(await dialog.findByText(/^This collection belongs to the wallet/)).toBeVisible();
		expect(dialog.getByRole('button', { name: 'Sign the collection' })).toBeDisabled();
	});

	test('rejects a collection’s transaction that pays somebody', async () => {
		vi.spyOn(console, 'error').mockImplementation(() => {});
		const wallet = haveCreator();
		api.use(
			procedureAt('mint.collections.transaction', () => ({
				transaction: pieceWire({ payer: creator, recipient: stranger }),
				costLamports: '200000000',
				expiresAt: new Date(Date.now() + 60_000).toISOString(),
			})),
		);
		const dialog = await openSale('unsigned');
		await connect(dialog);
		await userEvent.click(dialog.getByRole('button', { name: 'Sign the collection' }));
		expect(await dialog.findByText(/does something else than this page promised/)).toBeVisible();
		expect(wallet.asked).toEqual(['connect']);
	});

	test('a request that is closed in the wallet may be opened again', async () => {
		const wallet = haveCreator();
		wallet.signNext(() => Promise.reject(closedRequest()));
		const dialog = await openSale('unsigned');
		await connect(dialog);
		await userEvent.click(dialog.getByRole('button', { name: 'Sign the collection' }));
		await userEvent.click(await dialog.findByRole('button', { name: 'Sign with Phantom' }));
		expect(await dialog.findByText('You closed the request')).toBeVisible();
		await userEvent.click(dialog.getByRole('button', { name: 'Sign with Phantom' }));
		expect(await dialog.findByText(/^Signed\./)).toBeVisible();
	});

	test('too little SOL is told by the server', async () => {
		haveCreator();
		server.refusals.set('collections.transaction', new Refusal(409, 'This takes 0.0057 SOL.', {}, 'too_little_sol'));
		const dialog = await openSale('unsigned');
		await connect(dialog);
		await userEvent.click(dialog.getByRole('button', { name: 'Sign the collection' }));
		expect(await dialog.findByText('This takes 0.0057 SOL.')).toBeVisible();
	});

	test('files that the server does not publish are taken along, and the word that they are out opens the sale', async () => {
		const dialog = await openSale('unpublished');
		expect(await dialog.findByRole('link', { name: 'Download files (CAR)' })).toHaveAttribute(
			'href',
			'/api/mint-collection/merge-1/car',
		);
		await userEvent.click(dialog.getByRole('button', { name: 'They are published' }));
		expect(await dialog.findByRole('link', { name: 'Open the page of the sale' })).toHaveAttribute(
			'href',
			'/sale/sale-1',
		);
	});

	test('an open sale has its address to give away, and tells what is sold', async () => {
		const dialog = await openSale('selling', { soldCount: 4, ownCount: 2 });
		expect(await dialog.findByText(`${window.location.origin}/sale/sale-1`)).toBeVisible();
		expect(dialog.getByRole('button', { name: 'Copy Page of the sale' })).toBeVisible();
		expect(dialog.getByRole('progressbar', { name: 'Minted' })).toHaveAttribute('aria-valuetext', '6 of 30 minted');
		expect(dialog.getByText('0.4 SOL')).toBeVisible();
		expect(dialog.queryByRole('button', { name: 'Change the listing' })).toBeNull();
		await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
		expect(progress().getByText('Selling')).toBeVisible();
		expect(progress().getByText('6 of 30 minted')).toBeVisible();
		expect(progress().getByRole('link', { name: 'Page of the sale' })).toHaveAttribute('href', '/sale/sale-1');
	});

	test('a failed one says why, and is started again from the form', async () => {
		const dialog = await openSale('failed', { errorMessage: 'The chain refused the collection.' });
		expect(await dialog.findByText('The chain refused the collection.')).toBeVisible();
		await userEvent.click(dialog.getByRole('button', { name: 'Start again' }));
		expect(dialog.getByLabelText('Symbol')).toHaveValue('FF');
		await userEvent.click(dialog.getByRole('button', { name: 'Back' }));
		expect(dialog.getByText('The chain refused the collection.')).toBeVisible();
	});

	test('sold out: nothing is left to mint', async () => {
		const dialog = await openSale('sold_out', { soldCount: 20, ownCount: 10 });
		expect(await dialog.findByText('Every piece is minted.')).toBeVisible();
		expect(dialog.queryByRole('button', { name: /^Mint all/ })).toBeNull();
	});
});

describe('mint all to me', () => {
	const mintAll = async (dialog: Listing) =>
		userEvent.click(await dialog.findByRole('button', { name: 'Mint all 30 to me' }));

	test('tells the cost first, then mints 25 at a time, each turn signed at once', async () => {
		const wallet = haveCreator();
		const dialog = await openSale('selling');
		expect(await dialog.findByText(/the 30 pieces .* about 0\.204 SOL\. Your wallet asks 2 times/)).toBeVisible();
		await connect(dialog);
		await mintAll(dialog);
		expect(await dialog.findByText('Every piece is minted.', {}, { timeout: 10_000 })).toBeVisible();
		expect(server.callsOf('collections.own')).toEqual([
			{ jobId: 'merge-1', count: 25 },
			{ jobId: 'merge-1', count: 5 },
		]);
		expect(wallet.asked).toEqual(['connect', 'sign 25', 'sign 5']);
		expect(localStorage.getItem('adx_own_pieces_sale-1')).toBeNull();
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

	test('goes on with the window closed', async () => {
		haveCreator();
		const dialog = await openSale('selling');
		await connect(dialog);
		await mintAll(dialog);
		await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
		await waitFor(() => expect(progress().getByText('30 of 30 minted')).toBeVisible(), { timeout: 10_000 });
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

	test.each([
		['failed', /^These pieces were not minted/],
		['expired', /^These pieces were not signed in time/],
	] as const)('a turn that ends %s stops and says so', async (status, text) => {
		haveCreator();
		server.purchase = () => purchaseOf({ status });
		const dialog = await openSale('selling');
		await connect(dialog);
		await mintAll(dialog);
		expect(await dialog.findByText(text)).toBeVisible();
		expect(dialog.getByRole('button', { name: 'Go on minting' })).toBeEnabled();
	});
});
