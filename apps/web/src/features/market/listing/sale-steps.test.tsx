import { transactionLifetimeMs } from '@adx/validators/limits';
import type { CollectionTransaction } from '@adx/validators/sale/sales';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { api, procedureAt, Refusal } from '../../../test/api.ts';
import {
	collectionMint,
	creator,
	haveSolanaWallet,
	itemWire,
	stranger,
	userRejection,
} from '../../wallets/solana/solana-testing.ts';
import {
	collectionTransaction,
	connect,
	haveCreator,
	type Listing,
	openSale,
	saleIn,
	setClockOff,
	useCreatorSaleServer,
} from './listing-testing.tsx';

const server = useCreatorSaleServer();

describe('the steps of a sale', () => {
	/** Asks for another price: that is saved, and the preparation does not begin. */
	async function changeListing(dialog: Listing): Promise<void> {
		server.refusals.set('collections.start', new Refusal(409, 'Minting is not set up here.', {}, 'mint_unavailable'));
		await userEvent.click(dialog.getByRole('button', { name: 'Change the listing' }));
		await userEvent.clear(dialog.getByLabelText('Mint Price (SOL)'));
		await userEvent.type(dialog.getByLabelText('Mint Price (SOL)'), '0.5');
		await userEvent.click(dialog.getByRole('button', { name: 'Start Minting' }));
		expect(await dialog.findByText('Minting is not set up here.', { selector: 'form *' })).toBeVisible();
		expect(server.callsOf('update')).toMatchObject([{ mintPrice: 0.5 }]);
		await userEvent.click(dialog.getByRole('button', { name: 'Back' }));
	}

	test('closing the window loses nothing, and the card shows how far it is', async () => {
		const dialog = await openSale('preparing');
		expect(await dialog.findByText('Prepare the files')).toBeVisible();
		await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		expect(screen.getByText('Preparing')).toBeVisible();
	});

	test.each([
		['preparing', { publishesFiles: true }, false],
		['preparing', { publishesFiles: false }, true],
		['unsigned', { publishesFiles: true, published: true }, false],
		// Prepared before its operator set a service.
		['unsigned', { publishesFiles: true, published: false }, true],
	] as const)('the creator publishes the files where the server does not: %s, %j', async (phase, changes, isShown) => {
		const dialog = await openSale(phase, changes);
		const steps = within(await dialog.findByRole('list', { name: 'Steps' }));
		expect(steps.getAllByRole('listitem')).toHaveLength(isShown ? 5 : 4);
		expect(steps.queryByText('Publish the files') !== null).toBe(isShown);
	});

	test('a sale that is prepared goes on to the signature by itself', async () => {
		const dialog = await openSale('preparing');
		await dialog.findByRole('progressbar', { name: 'Preparation' });
		server.sale = saleIn('unsigned');
		expect(await dialog.findByRole('button', { name: 'Sign the collection' })).toBeVisible();
	});

	test('what comes next is shown from its start, where the press was further down', async () => {
		const shown = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
		vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -400, 400, 1_200));
		const dialog = await openSale('preparing');
		await dialog.findByRole('progressbar', { name: 'Preparation' });
		const panel = dialog.getByRole('list', { name: 'Steps' }).parentElement!;
		// As after the press that started it, whose button is gone.
		panel.focus();
		shown.mockClear();
		server.sale = saleIn('unsigned');
		await dialog.findByRole('button', { name: 'Sign the collection' });
		await waitFor(() => expect(shown).toHaveBeenCalledOnce());
		expect(shown.mock.contexts).toEqual([panel]);
	});

	test('the collection is read, shown with its cost, signed and confirmed', async () => {
		const wallet = haveCreator();
		const dialog = await openSale('unsigned');
		expect(await dialog.findByText('0.0058 SOL')).toBeVisible();
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
			{ jobId: 'merge-1', transaction: expect.stringMatching(/^A.kJ/) },
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
				transaction: itemWire({ payer: creator, recipient: stranger }),
				costLamports: '200000000',
				expiresAt: collectionTransaction().expiresAt,
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
		wallet.signNext(() => Promise.reject(userRejection()));
		const dialog = await openSale('unsigned');
		await connect(dialog);
		await userEvent.click(dialog.getByRole('button', { name: 'Sign the collection' }));
		await userEvent.click(await dialog.findByRole('button', { name: 'Sign with Phantom' }));
		expect(await dialog.findByText('You closed the request. Nothing was signed.')).toBeVisible();
		await userEvent.click(dialog.getByRole('button', { name: 'Sign with Phantom' }));
		expect(await dialog.findByText(/^Signed\./)).toBeVisible();
	});

	test('what was read is not signed after a change of the listing that was only half saved', async () => {
		const wallet = haveCreator();
		const dialog = await openSale('unsigned');
		await connect(dialog);
		await userEvent.click(dialog.getByRole('button', { name: 'Sign the collection' }));
		await dialog.findByRole('button', { name: 'Sign with Phantom' });
		await changeListing(dialog);
		expect(await dialog.findByRole('button', { name: 'Sign the collection' })).toBeEnabled();
		expect(dialog.queryByRole('button', { name: 'Sign with Phantom' })).toBeNull();
		expect(dialog.queryByRole('region', { name: 'What you are about to sign' })).toBeNull();
		expect(wallet.asked).toEqual(['connect']);
	});

	test('nor is what was still being read at that change', async () => {
		haveCreator();
		const dialog = await openSale('unsigned');
		await connect(dialog);
		const answered = Promise.withResolvers<CollectionTransaction>();
		const asked = vi.fn(() => answered.promise);
		api.use(procedureAt('mint.collections.transaction', asked));
		await userEvent.click(dialog.getByRole('button', { name: 'Sign the collection' }));
		await waitFor(() => expect(asked).toHaveBeenCalledOnce());
		await changeListing(dialog);
		answered.resolve(collectionTransaction());
		expect(await dialog.findByRole('button', { name: 'Sign the collection' })).toBeEnabled();
		expect(dialog.queryByRole('button', { name: 'Sign with Phantom' })).toBeNull();
	});

	test.each([
		['fast', 120_000],
		['slow', -120_000],
	])('a clock that is two minutes %s leaves as long to sign as any other', async (_name, offMs) => {
		const wallet = haveCreator();
		setClockOff(offMs);
		const dialog = await openSale('unsigned');
		await connect(dialog);
		const read = () => userEvent.click(dialog.getByRole('button', { name: 'Sign the collection' }));
		const sign = async () => userEvent.click(await dialog.findByRole('button', { name: 'Sign with Phantom' }));
		await read();
		await dialog.findByRole('button', { name: 'Sign with Phantom' });
		setClockOff(offMs + transactionLifetimeMs);
		await sign();
		expect(await dialog.findByText(/^The transaction ran out before it was signed/)).toBeVisible();
		await read();
		await sign();
		expect(await dialog.findByText(/^Signed\./)).toBeVisible();
		expect(wallet.asked).toEqual(['connect', 'sign 1']);
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
		const dialog = await openSale('selling', { soldCount: 4, ownCount: 2, earnedLamports: '400000000' });
		expect(await dialog.findByText(`${window.location.origin}/sale/sale-1`)).toBeVisible();
		expect(dialog.getByRole('button', { name: 'Copy Page of the sale' })).toBeVisible();
		expect(dialog.getByRole('progressbar', { name: 'Minted' })).toHaveAttribute('aria-valuetext', '6 of 30 minted');
		expect(dialog.getByText('0.4 SOL')).toBeVisible();
		expect(dialog.queryByRole('button', { name: 'Change the listing' })).toBeNull();
		await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		expect(screen.getByText('Selling')).toBeVisible();
		expect(screen.getByText('6 of 30 minted')).toBeVisible();
		const link = screen.getByRole('link', { name: 'Page of the sale' });
		expect(link).toHaveAttribute('href', '/sale/sale-1');
		expect(link).toHaveAttribute('target', '_blank');
		expect(link).toHaveAttribute('rel', 'noreferrer');
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
		expect(await dialog.findByText('Every item is minted.')).toBeVisible();
		expect(dialog.queryByRole('button', { name: /^Mint all/ })).toBeNull();
	});

	test.each(['preparing', 'unsigned', 'confirming', 'unpublished'] as const)(
		'what the server says went wrong is told while it is %s',
		async (phase) => {
			const dialog = await openSale(phase, { errorMessage: 'The signed collection ran out unseen. Sign it again.' });
			await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent('The signed collection ran out unseen.'));
		},
	);

	test('a collection that the chain refused is read again, not signed as it was', async () => {
		haveCreator();
		const dialog = await openSale('unsigned');
		await connect(dialog);
		await userEvent.click(dialog.getByRole('button', { name: 'Sign the collection' }));
		await userEvent.click(await dialog.findByRole('button', { name: 'Sign with Phantom' }));
		await dialog.findByText(/^Signed\./);
		server.sale = saleIn('unsigned', { errorMessage: 'There was too little SOL in the wallet.' });
		expect(await dialog.findByText('There was too little SOL in the wallet.')).toBeVisible();
		expect(await dialog.findByRole('button', { name: 'Sign the collection' })).toBeEnabled();
		expect(dialog.queryByRole('button', { name: 'Sign with Phantom' })).toBeNull();
	});

	test('gives the addresses to copy', async () => {
		const user = userEvent.setup();
		const dialog = await openSale('selling');
		for (const [name, address] of [
			['Creator', creator],
			['Address', collectionMint],
		] as const) {
			await user.click(await dialog.findByRole('button', { name: new RegExp(`^${name}.*Copy address$`) }));
			expect(await navigator.clipboard.readText()).toBe(address);
		}
	});

	test('keys go on in the window when what was pressed goes', async () => {
		const wallet = haveCreator();
		const dialog = await openSale('unsigned');
		const expectFocusInside = () =>
			expect(document.activeElement?.closest('[role=dialog] [tabindex="-1"]')).not.toBeNull();
		await connect(dialog);
		expectFocusInside();
		await userEvent.click(dialog.getByRole('button', { name: 'Sign the collection' }));
		await dialog.findByRole('button', { name: 'Sign with Phantom' });
		expectFocusInside();
		await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
		expectFocusInside();
		await userEvent.click(dialog.getByRole('button', { name: 'Sign the collection' }));
		let sign = () => {};
		wallet.signNext(
			(transactions) =>
				new Promise((resolve) => {
					sign = () => resolve(transactions);
				}),
		);
		await userEvent.click(await dialog.findByRole('button', { name: 'Sign with Phantom' }));
		await dialog.findByText(/^Confirm in Phantom/);
		expectFocusInside();
		// A disabled button would have lost it.
		expect(dialog.queryByRole('button', { name: 'Sign with Phantom' })).toBeNull();
		await act(async () => sign());
		await dialog.findByText(/^Signed\./);
		expectFocusInside();
		expect(wallet.asked).toEqual(['connect', 'sign 1']);
	});
});
