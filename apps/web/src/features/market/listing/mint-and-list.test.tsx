import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { api, procedureAt, Refusal } from '../../../test/api.ts';
import { createMergeJob } from '../../../test/merge-fixtures.ts';
import { creator, userRejection } from '../../wallets/solana/solana-testing.ts';
import { readListingDraft } from './listing-draft.ts';
import {
	haveCreator,
	type Listing,
	openListing,
	openSale,
	showMerge,
	toastTitle,
	useCreatorSaleServer,
} from './listing-testing.tsx';

const server = useCreatorSaleServer();

const listed = createMergeJob({ collectionSymbol: 'FF', mintPrice: 0.125, royaltyPercentage: 5 });

describe('the form', () => {
	test('has name, symbol, description, price in SOL, royalty and a start button (MLST-01)', async () => {
		const dialog = await openListing();
		for (const label of ['Collection Name', 'Symbol', 'Description', 'Mint Price (SOL)', 'Royalty (%)']) {
			expect(dialog.getByLabelText(label)).toBeVisible();
		}
		expect(dialog.getByRole('button', { name: 'Start Minting' })).toBeDisabled();
		expect(server.callsOf('collections.get')).toEqual([]);
	});

	test('the symbol is upper case and at most 10 characters (MLST-02)', async () => {
		const dialog = await openListing();
		await userEvent.type(dialog.getByLabelText('Symbol'), 'frostandfire');
		expect(dialog.getByLabelText('Symbol')).toHaveValue('FROSTANDFI');
	});

	test('price and royalty are numbers with step, placeholder and limits (MLST-03, MLST-04)', async () => {
		const dialog = await openListing();
		const price = dialog.getByLabelText('Mint Price (SOL)');
		expect(price).toHaveAttribute('type', 'number');
		expect(price).toHaveAttribute('step', '0.001');
		expect(price).toHaveAttribute('placeholder', '0.1');
		const royalty = dialog.getByLabelText('Royalty (%)');
		expect(royalty).toHaveAttribute('min', '0');
		expect(royalty).toHaveAttribute('max', '10');
	});

	test('the button waits for name, symbol and price; a price of 0 is one (MLST-05)', async () => {
		const dialog = await openListing();
		const start = dialog.getByRole('button', { name: 'Start Minting' });
		expect(start).toHaveAccessibleDescription('Name, symbol and price are needed.');
		await userEvent.type(dialog.getByLabelText('Symbol'), 'ff');
		expect(start).toBeDisabled();
		await userEvent.type(dialog.getByLabelText('Mint Price (SOL)'), '0');
		expect(start).toBeEnabled();
		await userEvent.clear(dialog.getByLabelText('Collection Name'));
		expect(start).toBeDisabled();
	});

	test('keeps what was entered over a reload, until it is started or given up', async () => {
		haveCreator();
		const reload = () => {
			cleanup();
			return openListing();
		};
		const enter = async (dialog: Listing) => {
			await userEvent.click(dialog.getByRole('radio', { name: 'After the sale' }));
			await userEvent.type(dialog.getByLabelText('Symbol'), 'ff');
			await userEvent.type(dialog.getByLabelText('Mint Price (SOL)'), '0.25');
		};
		await enter(await openListing());
		const kept = await reload();
		expect(kept.getByRole('radio', { name: 'After the sale' })).toBeChecked();
		expect(kept.getByLabelText('Symbol')).toHaveValue('FF');
		expect(kept.getByLabelText('Mint Price (SOL)')).toHaveValue(0.25);
		await userEvent.click(kept.getByRole('button', { name: 'Cancel' }));
		const emptied = await reload();
		expect(emptied.getByLabelText('Symbol')).toHaveValue('');
		await enter(emptied);
		await userEvent.click(emptied.getByRole('button', { name: 'Start Minting' }));
		await waitFor(() => expect(emptied.queryByLabelText('Symbol')).toBeNull());
		expect(readListingDraft('merge-1')).toBeNull();
	});

	test('rejects a royalty above 10 beside its field (MLST-04)', async () => {
		haveCreator();
		const dialog = await openListing(listed);
		await userEvent.clear(dialog.getByLabelText('Royalty (%)'));
		await userEvent.type(dialog.getByLabelText('Royalty (%)'), '10.01');
		// As it is typed: the button may be off.
		expect(await dialog.findByText('At most 10')).toBeVisible();
		await userEvent.click(dialog.getByRole('button', { name: 'Start Minting' }));
		expect(await dialog.findByText('At most 10')).toBeVisible();
		expect(server.changes()).toEqual([]);
	});

	test.each(['0.1000000001', '1e-10'])(
		'rejects a price that is not a whole number of lamports beside its field: %s (AMB-47)',
		async (typed) => {
			haveCreator();
			const dialog = await openListing(listed);
			const price = dialog.getByLabelText('Mint Price (SOL)');
			fireEvent.change(price, { target: { value: typed } });
			await waitFor(() => expect(price).toHaveAccessibleDescription(/At most nine decimals$/));
			await userEvent.click(dialog.getByRole('button', { name: 'Start Minting' }));
			await waitFor(() => expect(price).toHaveFocus());
			expect(price).toHaveAttribute('aria-invalid', 'true');
			expect(server.changes()).toEqual([]);
			fireEvent.change(price, { target: { value: '0.000000001' } });
			await waitFor(() => expect(price).not.toHaveAttribute('aria-invalid'));
		},
	);

	test('rejects a royalty of more than two decimals beside its field: it would be rounded, for good', async () => {
		haveCreator();
		const dialog = await openListing(listed);
		const royalty = dialog.getByLabelText('Royalty (%)');
		const type = (value: string) => fireEvent.change(royalty, { target: { value } });
		type('2.555');
		await waitFor(() => expect(royalty).toHaveAccessibleDescription(/At most two decimals$/));
		await userEvent.click(dialog.getByRole('button', { name: 'Start Minting' }));
		await waitFor(() => expect(royalty).toHaveFocus());
		expect(server.changes()).toEqual([]);
		for (const value of ['2.55', '0.07', '9.99', '5', '0']) {
			type('2.555');
			await waitFor(() => expect(royalty).toBeInvalid());
			type(value);
			await waitFor(() => expect(royalty).toBeValid());
		}
	});

	test('counts the bytes of name and symbol, and rejects what is too long for Solana (AMB-49)', async () => {
		const dialog = await openListing(listed);
		const [name, symbol] = [dialog.getByLabelText('Collection Name'), dialog.getByLabelText('Symbol')];
		expect(name).toHaveAccessibleDescription('12 of 32 bytes on the chain');
		await userEvent.clear(name);
		await userEvent.type(name, 'Überwinterung der Elfen im Ñorden');
		expect(name).toHaveAccessibleDescription(/^Too long for Solana: 35 of 32 bytes/);
		expect(dialog.getByRole('button', { name: 'Start Minting' })).toBeDisabled();
		await userEvent.clear(symbol);
		await userEvent.type(symbol, 'ÄÖÜÄÖÜ');
		expect(symbol).toHaveAccessibleDescription(/^Too long for Solana: 12 of 10 bytes/);
	});

	test('says what is paid, what is not enforced and who publishes before anything is started', async () => {
		const dialog = await openListing();
		const notes = within(dialog.getByRole('region', { name: 'Good to know before you start' }));
		expect(notes.getByText(/from each buyer for one of the 30 items, besides your price/)).toBeVisible();
		expect(notes.queryByText(/\d SOL/)).toBeNull();
		expect(notes.getByText(/nothing there enforces it/)).toBeVisible();
		expect(notes.getByText(/is unverified/)).toBeVisible();
		expect(await notes.findByText(/This server publishes nothing: you download them as CAR files/)).toBeVisible();
	});

	test('says that the server publishes the files where it does, of a sale that is changed too', async () => {
		server.publishesFiles = true;
		const dialog = await openListing();
		expect(await dialog.findByText(/This server publishes them before you sign\.$/)).toBeVisible();
		cleanup();
		const sale = await openSale('unsigned');
		await userEvent.click(await sale.findByRole('button', { name: 'Change the listing' }));
		expect(await sale.findByText(/This server publishes them before you sign\.$/)).toBeVisible();
	});

	test('leaves it open who publishes the files where the server does not say', async () => {
		const ask = vi.fn(() => new Refusal(400, 'No.'));
		api.use(procedureAt('mint.collections.costs', ask));
		const dialog = await openListing();
		await waitFor(() => expect(ask).toHaveBeenCalled());
		expect(dialog.getByText(/Where this server publishes nothing, you download them/)).toBeVisible();
	});

	test('speaks of one item as of one, and says what the description describes', async () => {
		const dialog = await openListing(createMergeJob({ totalImages: 1 }));
		const notes = within(dialog.getByRole('region', { name: 'Good to know before you start' }));
		expect(notes.getByText(/from each buyer for the one item, besides your price/)).toBeVisible();
		expect(dialog.getByLabelText('Description')).toHaveAccessibleDescription(
			'Describes the collection. Items keep the description they have; those without one get this.',
		);
	});

	test('names the amounts before anything is started, where the network says them', async () => {
		server.listingCosts = {
			collectionLamports: '5100000',
			revealLamports: '1200000',
			itemLamports: '6900000',
			pieceLamports: '6900000',
		};
		const dialog = await openListing();
		expect(
			await dialog.findByText(/about 0\.0051 SOL; buyers pay about 0\.0069 SOL for each of the 30 items/),
		).toBeVisible();
		expect(server.callsOf('collections.costs')).toEqual([{ jobId: createMergeJob().id }]);
	});

	test('does not ask what minting takes before its window is open', async () => {
		showMerge(createMergeJob());
		await screen.findByRole('button', { name: 'Mint & List on Marketplace' });
		expect(server.callsOf('collections.costs')).toEqual([]);
	});

	test('names the amounts of the sale as soon as there is one', async () => {
		const dialog = await openSale('unsigned');
		await userEvent.click(await dialog.findByRole('button', { name: 'Change the listing' }));
		expect(dialog.getByText(/about 0\.0058 SOL; buyers pay about 0\.0068 SOL for each of the 30 items/)).toBeVisible();
	});

	test('who corrects the middle of the symbol goes on there (MLST-02)', async () => {
		const dialog = await openListing();
		const symbol = dialog.getByLabelText<HTMLInputElement>('Symbol');
		await userEvent.type(symbol, 'ad');
		await userEvent.type(symbol, 'b', { initialSelectionStart: 1, initialSelectionEnd: 1 });
		await userEvent.keyboard('c');
		expect(symbol).toHaveValue('ABCD');
		expect(symbol.selectionStart).toBe(3);
	});

	test.each([
		['straße', 'STRASSE'],
		['abcdefghi😀', 'ABCDEFGHI'],
		['abcdefgh😀x', 'ABCDEFGH😀'],
	])('cuts no character of the symbol in two: %s (MLST-02)', async (typed, kept) => {
		const dialog = await openListing();
		const symbol = dialog.getByLabelText('Symbol');
		fireEvent.change(symbol, { target: { value: typed } });
		expect(symbol).toHaveValue(kept);
	});
});

describe('starting', () => {
	test('connects a wallet, saves the listing, starts minting and says so (MLST-06, WAL-02)', async () => {
		const wallet = haveCreator();
		const dialog = await openListing(listed);
		await userEvent.click(dialog.getByRole('button', { name: 'Start Minting' }));
		expect(await toastTitle('Minting Started')).toBeVisible();
		expect(wallet.asked).toEqual(['connect']);
		expect(server.callsOf('update')).toEqual([
			{
				jobId: 'merge-1',
				collectionName: 'Frost & Fire',
				collectionSymbol: 'FF',
				collectionDescription: '',
				mintPrice: 0.125,
				royaltyPercentage: 5,
				isMinting: true,
				walletAddress: creator,
			},
		]);
		expect(server.callsOf('collections.start')).toEqual([
			{ jobId: 'merge-1', walletAddress: creator, network: 'solana', reveal: 'at_once' },
		]);
		expect(dialog.getByRole('progressbar', { name: 'Preparation' })).toHaveAttribute('aria-valuenow', '40');
	});

	test('rejects without a wallet: nothing is saved, and it is told where to get one (ERR-07)', async () => {
		const dialog = await openListing(listed);
		await userEvent.click(dialog.getByRole('button', { name: 'Start Minting' }));
		expect(await toastTitle('Wallet Not Found')).toBeVisible();
		expect(dialog.getByText('Please install Phantom wallet to mint NFTs')).toBeVisible();
		expect(server.changes()).toEqual([]);
	});

	test('a closed request leaves everything as it was', async () => {
		haveCreator().connectNext(() => Promise.reject(userRejection()));
		const dialog = await openListing(listed);
		await userEvent.click(dialog.getByRole('button', { name: 'Start Minting' }));
		expect(await dialog.findByText('You closed the request. No wallet was connected.')).toBeVisible();
		expect(dialog.getByRole('button', { name: 'Start Minting' })).toBeEnabled();
		expect(server.changes()).toEqual([]);
	});

	test('rejects with the server’s sentence (AMB-58)', async () => {
		haveCreator();
		server.refusals.set(
			'collections.start',
			new Refusal(409, 'Minting on Solana is not set up on this server.', {}, 'mint_unavailable'),
		);
		const dialog = await openListing(listed);
		await userEvent.click(dialog.getByRole('button', { name: 'Start Minting' }));
		expect(await toastTitle('Minting Failed')).toBeVisible();
		expect(dialog.getByRole('alert')).toHaveTextContent('Minting on Solana is not set up on this server.');
	});

	test.each([
		['saving (API-16)', 'update', 'Failed to update collection metadata'],
		['starting (API-17)', 'collections.start', 'Failed to start minting'],
	])('%s that fails without a sentence has a fixed one (ERR-12)', async (_name, which, sentence) => {
		vi.spyOn(console, 'error').mockImplementation(() => {});
		haveCreator();
		const dialog = await openListing(listed);
		server.refusals.set(which, new Refusal(500, 'boom', {}, 'internal'));
		await userEvent.click(dialog.getByRole('button', { name: 'Start Minting' }));
		expect(await toastTitle('Minting Failed')).toBeVisible();
		expect(dialog.getByRole('alert')).toHaveTextContent(sentence);
	});

	test('a server that is away is told beside the button, too', async () => {
		vi.spyOn(console, 'error').mockImplementation(() => {});
		haveCreator();
		const dialog = await openListing(listed);
		api.use(http.all('*/trpc/*', () => HttpResponse.error()));
		await userEvent.click(dialog.getByRole('button', { name: 'Start Minting' }));
		expect(await toastTitle('Minting Failed')).toBeVisible();
		expect(dialog.getByRole('alert')).toHaveTextContent('Failed to update collection metadata');
		expect(dialog.getByRole('button', { name: 'Start Minting' })).toBeEnabled();
	});

	test('whatever else goes wrong is told as a start that failed (ERR-12)', async () => {
		vi.spyOn(console, 'error').mockImplementation(() => {});
		haveCreator();
		const dialog = await openListing(listed);
		api.use(http.all('*/trpc/mint.collections.start', () => HttpResponse.json({ result: { data: { json: null } } })));
		await userEvent.click(dialog.getByRole('button', { name: 'Start Minting' }));
		expect(await toastTitle('Failed to start minting process')).toBeVisible();
	});

	test('a field that the server refuses is marked', async () => {
		haveCreator();
		const dialog = await openListing(listed);
		server.refusals.set('update', new Refusal(400, 'Too long.', { collectionName: 'Too long.' }));
		await userEvent.click(dialog.getByRole('button', { name: 'Start Minting' }));
		await waitFor(() => expect(dialog.getByLabelText('Collection Name')).toBeInvalid());
		await userEvent.type(dialog.getByLabelText('Collection Name'), 'X');
		await waitFor(() => expect(dialog.queryByText('Too long.')).toBeNull());
	});
});
