import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { createJob, runningJob, signedInAs } from '../../../test/fixtures.ts';
import { openPage } from '../../../test/setup.tsx';
import { haveWallet } from '../../wallets/evm/evm-wallet-testing.ts';
import { developerHas, findSection, mintOf, openDialog, openSection, useMintServer } from './mint-testing.ts';

const server = useMintServer();

describe('the section', () => {
	test('is there in developer mode only, and asks for nothing otherwise (MINT-01)', async () => {
		api.use(procedure('auth', 'check', () => signedInAs('creator')));
		openPage('/?tab=mint');
		await screen.findByRole('form', { name: 'Create characters' }, { timeout: 12_000 });
		expect(screen.queryByRole('region', { name: 'Mint' })).toBeNull();
		expect(server.status).not.toHaveBeenCalled();
	});

	test('offers both chains and a wallet’s connection (MINT-02, MINT-03, ENT-17)', async () => {
		const section = await openSection();
		expect(section.getByRole('radio', { name: 'Polygon (Low Gas)' })).toBeChecked();
		await userEvent.click(section.getByRole('radio', { name: 'Ethereum' }));
		await waitFor(() => expect(server.status).toHaveBeenLastCalledWith({ chain: 'ethereum' }));
		expect((await section.findAllByRole('button', { name: 'Connect Wallet' }))[0]).toBeEnabled();
	});

	test('shows completed jobs with their images and how far each mint is (MINT-04)', async () => {
		developerHas(createJob(1, { batchSize: 4 }), runningJob(2));
		server.mints = (['minting', 'confirmed', 'failed'] as const).map((status, place) =>
			mintOf(status, { imageId: `job-1-image-${place + 1}` }),
		);
		const section = await openSection();
		expect(section.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
			'Collection #1',
		]);
		const tiles = section.getAllByRole('listitem');
		expect(tiles).toHaveLength(4);
		expect(within(tiles[0]!).getByText('Minting')).toBeVisible();
		expect(within(tiles[1]!).getByText('Minted')).toBeVisible();
		expect(within(tiles[2]!).getByText('Failed')).toBeVisible();
		expect(tiles[3]).not.toHaveTextContent(/Minted|Minting|Failed/);
	});

	test('tells collections of one name apart by their numbers', async () => {
		developerHas(
			createJob(1, { projectName: 'Frost', batchSize: 20 }),
			createJob(2, { projectName: 'Frost', batchSize: 20 }),
			createJob(3, { projectName: null }),
		);
		openPage('/?tab=mint');
		const section = await findSection();
		await waitFor(() => expect(section.getAllByRole('button', { name: /^Next page/ })).toHaveLength(2));
		const names = section.getAllByRole('region').map((region) => region.getAttribute('aria-label'));
		expect(names.toSorted()).toEqual(['Mint: Collection #3', 'Mint: Frost (#1)', 'Mint: Frost (#2)']);
		expect(section.getByRole('heading', { level: 3, name: 'Frost (#2)' })).toBeVisible();
		expect(section.getByRole('button', { name: 'Next page of characters of Frost (#2)' })).toBeVisible();
	});

	test('leads to further collections apart from the images of the last one, and says which are shown', async () => {
		developerHas(...[1, 2, 3, 4].map((number) => createJob(number, { batchSize: 20 })));
		openPage('/?tab=mint');
		const section = await findSection();
		expect(await section.findByText('Collections 1–3 of 4')).toBeVisible();
		const next = section.getByRole('button', { name: 'Next page of collections to mint' });
		await userEvent.click(next);
		expect(await section.findByText('Collection 4 of 4')).toBeVisible();
	});

	test('shows a few images at a time', async () => {
		developerHas(createJob(1, { batchSize: 20 }));
		openPage('/?tab=mint');
		const section = await findSection();
		expect(await section.findByText('Page 1 of 4')).toBeVisible();
	});

	test('holds the drawn images of a collection that was cancelled, and no pages for the others', async () => {
		developerHas(createJob(1, { batchSize: 1_000, progress: 8, phase: 'cancelled' }));
		const section = await openSection();
		expect(section.getByText('Page 1 of 2')).toBeVisible();
		expect(section.getAllByRole('listitem')).toHaveLength(6);
		await userEvent.click(section.getByRole('button', { name: /^Next page/ }));
		await waitFor(() => expect(section.getAllByRole('listitem')).toHaveLength(2));
	});

	test('labels the button by the state of the mint (MINT-05, ENT-10)', async () => {
		haveWallet({ isConnected: true });
		const labels = {
			none: ['Mint NFT', true],
			prepared: ['Complete Mint', true],
			minting: ['Minting...', false],
			confirmed: ['Minted ✓', false],
			failed: ['Retry Mint', true],
		} as const;
		const states = Object.keys(labels) as (keyof typeof labels)[];
		developerHas(createJob(1, { batchSize: 5 }));
		server.mints = states.slice(1).map((status, place) => mintOf(status, { imageId: `job-1-image-${place + 2}` }));
		const section = await openSection();
		await section.findByRole('button', { name: 'Mint NFT' });
		for (const [place, tile] of section.getAllByRole('listitem').entries()) {
			const [button] = within(tile).getAllByRole('button');
			const [label, isEnabled] = labels[states[place]!];
			expect(button!.textContent).toBe(label);
			expect(button!.matches(':enabled')).toBe(isEnabled);
		}
		expect(section.getByRole('button', { name: 'Retry Mint' })).toHaveClass('bg-ember');
	});

	test('says of an image that it is a token on the other chain, and mints it here as well', async () => {
		server.mints = [
			mintOf('confirmed', { chain: 'ethereum' }),
			mintOf('failed', { chain: 'ethereum', imageId: 'job-1-image-2' }),
		];
		const { section, dialog } = await openDialog();
		expect(
			dialog.getByText(
				'This image is already a token on Ethereum. If you mint it on Polygon as well, there are two tokens of it.',
			),
		).toBeVisible();
		await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
		expect(section.getAllByText('Already minted on Ethereum.')).toHaveLength(1);
		const [first] = section.getAllByRole('listitem');
		expect(within(first!).getByRole('button', { name: 'Mint NFT' })).toHaveAccessibleDescription(
			'Elf Wizard #1 Already minted on Ethereum.',
		);
	});

	test('without a wallet the buttons read Connect Wallet, are disabled, and point to the one that connects (MINT-06, AMB-41)', async () => {
		const section = await openSection();
		for (const tile of section.getAllByRole('listitem')) {
			const button = within(tile).getByRole('button', { name: 'Connect Wallet' });
			expect(button).toBeDisabled();
			expect(button).toHaveAccessibleDescription(/Connect a wallet with the button at the top of this section/);
		}
	});

	test('links to the explorer only where there is an address (MINT-07, ENT-10)', async () => {
		const explorerUrl = 'https://explorer.example/tx/0x1';
		server.mints = [mintOf('confirmed', { explorerUrl })];
		const section = await openSection();
		const links = section.getAllByRole('link', { name: 'View on Explorer' });
		expect(links).toHaveLength(1);
		expect(links[0]).toHaveAttribute('href', explorerUrl);
	});

	test('tells in the dialog what the contract asks of later sales, and for whom', async () => {
		const { dialog } = await openDialog();
		expect(
			await dialog.findByText(/^Royalty on later sales: 5%, paid to the wallet that receives the token/),
		).toBeVisible();
	});

	test('names the operator as who gets the royalty on a contract of the first version', async () => {
		server.contract = { ...server.contract, version: 1, batchMax: 1, royaltyReceiver: '0xOperator' };
		const { dialog } = await openDialog();
		expect(await dialog.findByText(/5%, paid to the operator \(0xOperator\)/)).toBeVisible();
	});

	test('says when nothing can be minted yet (MINT-11)', async () => {
		developerHas(runningJob(1));
		openPage('/?tab=mint');
		expect(await (await findSection()).findByText('No completed characters to mint yet')).toBeVisible();
	});

	test('asks for the state of the mints every 5 seconds (MINT-12, API-09)', async () => {
		const askedAtMs: number[] = [];
		server.status.mockImplementation((input) => {
			// The other chain is asked about once.
			if ((input as { readonly chain: string }).chain !== 'polygon') return [];
			askedAtMs.push(performance.now());
			return server.mints;
		});
		const section = await openSection();
		server.mints = [mintOf('confirmed')];
		expect(await section.findByText('Minted', {}, { timeout: 20_000 })).toBeVisible();
		const [first = 0, second = 0] = askedAtMs;
		expect(second - first).toBeGreaterThan(4_900);
	});

	test('what was told less than 10 seconds ago is not asked for again (MINT-12)', async () => {
		// However slow the machine is, no time passes.
		vi.useFakeTimers({ toFake: ['Date'] });
		await openSection();
		await userEvent.click(screen.getByRole('link', { name: 'Gallery' }));
		await waitFor(() => expect(screen.queryByRole('region', { name: 'Mint' })).toBeNull());
		const asked = server.status.mock.calls.length;
		await userEvent.click(await screen.findByRole('link', { name: 'Create' }));
		await userEvent.click(await screen.findByRole('link', { name: 'Mint' }));
		await (await findSection()).findAllByRole('img');
		expect(server.status).toHaveBeenCalledTimes(asked);
	});

	test('a failure is said, and can be tried again', async () => {
		let isDown = true;
		api.use(procedure('mint', 'chains', () => (isDown ? new Refusal(503, 'down') : [])));
		openPage('/?tab=mint');
		const section = await findSection();
		const retry = await section.findByRole('button', { name: 'Try again' });
		isDown = false;
		await userEvent.click(retry);
		const pictures = await section.findAllByRole('img');
		expect(pictures.length).toBe(2);
		for (const picture of pictures) expect(picture).toHaveClass('object-contain');
	});
});
