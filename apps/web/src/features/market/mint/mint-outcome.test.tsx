import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { haveWallet, otherAddress, testHash } from '../../wallets/evm/evm-wallet-testing.ts';
import { imageId, mintOf, openDialog, openSection, toastTitle, toneOf, useMintServer } from './mint-testing.ts';

const server = useMintServer();
const reverted = 'The transaction was reverted: the chain refused it.';
const explorerUrl = 'https://explorer.example/tx/0x1';

describe('a tile', () => {
	test('says why its mint failed, beside what to do about it', async () => {
		haveWallet({ isConnected: true });
		server.mints = [mintOf('failed', { errorMessage: reverted })];
		const section = await openSection();
		expect(await section.findByRole('button', { name: 'Retry Mint' })).toHaveAccessibleDescription(
			`Elf Wizard #1 ${reverted}`,
		);
		expect(section.getByText(reverted)).toBeVisible();
	});

	test('says calmly that a mint lapsed which the wallet declined, and mints it as before', async () => {
		haveWallet({ isConnected: true });
		server.mints = [mintOf('none', { permittedUntil: null })];
		const section = await openSection();
		const sentence = await section.findByText(/^The permission to mint ran out before a transaction was sent\./);
		expect(sentence).not.toHaveClass('text-ember-text');
		const [tile] = section.getAllByRole('listitem');
		expect(within(tile!).getByRole('button', { name: 'Mint NFT' })).toHaveAccessibleDescription(
			/^Elf Wizard #1 The perm/,
		);
		expect(section.queryByText('Failed')).toBeNull();
	});

	test('offers the files only where their owner has to publish them', async () => {
		server.mints = [mintOf('confirmed'), mintOf('confirmed', { imageId: 'job-1-image-2', published: false })];
		const section = await openSection();
		const [first, second] = section.getAllByRole('listitem');
		expect(within(first!).queryByRole('link', { name: 'Files for IPFS' })).toBeNull();
		expect(within(second!).getByRole('link', { name: 'Files for IPFS' })).toHaveAttribute(
			'href',
			'/api/mint/job-1-image-2/car?chain=polygon',
		);
	});
});

describe('what became of a mint', () => {
	test('a confirmation is told wherever one looks, once', async () => {
		server.mints = [mintOf('minting'), mintOf('confirmed', { imageId: 'job-1-image-2' })];
		const section = await openSection();
		server.mints = server.mints.map((mint) => ({ ...mint, status: 'confirmed' }));
		expect(toneOf(await screen.findByText('Elf Wizard #1 is a token on Polygon now.'))).toBe('success');
		expect(section.getAllByText('Minted')).toHaveLength(2);
		expect(screen.queryByText(/Elf Wizard #2 is a token/)).toBeNull();
	});

	test('rejects in a toast with the reason what failed', async () => {
		server.mints = [mintOf('minting')];
		await openSection();
		server.mints = [mintOf('failed', { errorMessage: reverted })];
		await screen.findByText(`Elf Wizard #1: ${reverted}`);
		expect(toneOf(await toastTitle('Mint failed'))).toBe('destructive');
	});

	test('the open dialog turns when the chain has confirmed it, and tells nothing twice', async () => {
		const { dialog, submit } = await openDialog();
		const status = dialog.getByRole('status');
		expect(status).toBeEmptyDOMElement();
		await userEvent.click(submit());
		await waitFor(() => expect(status).toHaveTextContent(/^Sent\. The chain has to confirm it now/));
		server.mints = [mintOf('confirmed', { explorerUrl })];
		await waitFor(() => expect(status).toHaveTextContent('Minted: the chain has confirmed it.'));
		expect(dialog.getByRole('link', { name: 'View on Explorer' })).toHaveAttribute('href', explorerUrl);
		expect(dialog.queryByRole('button', { name: 'Mint NFT' })).toBeNull();
		expect(screen.queryByText(/is a token on Polygon now/)).toBeNull();
	});

	test('several failures are told in one toast', async () => {
		const second = 'job-1-image-2';
		server.mints = [mintOf('minting'), mintOf('minting', { imageId: second })];
		await openSection();
		server.mints = [mintOf('failed', { errorMessage: reverted }), mintOf('failed', { imageId: second })];
		const sentence = `2 characters did not become tokens. Of the first: ${reverted}`;
		expect(toneOf(await screen.findByText(sentence, {}, { timeout: 20_000 }))).toBe('destructive');
		expect(screen.getAllByText('Mint failed', { selector: '[data-tone] *' })).toHaveLength(1);
	});

	test('the open dialog says that no node knows the transaction that it sent', async () => {
		const { dialog, submit } = await openDialog();
		server.submitted.mockImplementation(() => {
			const mint = mintOf('minting', { transactionUnknown: true });
			server.mints = [mint];
			return mint;
		});
		await userEvent.click(submit());
		expect(await dialog.findByText(/^The chain’s node does not know this transaction/)).toBeVisible();
	});

	test('the open dialog turns when the transaction failed, and mints again', async () => {
		const { dialog, submit } = await openDialog();
		await userEvent.click(submit());
		await dialog.findByText(/^Sent\./);
		server.mints = [mintOf('failed', { errorMessage: reverted })];
		expect(await dialog.findByText(reverted)).toHaveRole('alert');
		expect(dialog.queryByRole('button', { name: 'Retry' })).toBeNull();
		await userEvent.click(submit());
		expect(await dialog.findByText(/^Sent\./)).toBeVisible();
		expect(dialog.queryByText(reverted)).toBeNull();
		expect(server.prepare).toHaveBeenCalledTimes(2);
	});

	test('the open dialog says that the transaction was sent too late', async () => {
		const { dialog, submit } = await openDialog();
		server.submitted.mockImplementation(() => {
			const mint = mintOf('none', { permittedUntil: null });
			server.mints = [mint];
			return mint;
		});
		await userEvent.click(submit());
		expect(await dialog.findByText(/^The permission to mint had run out when/)).toHaveRole('alert');
		expect(submit()).toBeEnabled();
	});

	test('the failure of an earlier transaction is not taken for that of the one just sent', async () => {
		server.mints = [mintOf('failed', { errorMessage: reverted })];
		const { dialog, submit } = await openDialog();
		// The page does not learn of the new one: it still shows the mint as it was.
		api.use(procedure('mint', 'status', () => new Refusal(503, 'down')));
		await userEvent.click(submit());
		expect(await dialog.findByText(/^Sent\. The chain/)).toBeVisible();
		expect(dialog.queryByText(reverted)).toBeNull();
	});
});

describe('a request that stays open in the wallet', () => {
	beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());

	test('can be left, and what the wallet sends after all is followed', async () => {
		const wallet = haveWallet({ isConnected: true });
		let send = (_hash: string) => {};
		wallet.answerOnce('eth_sendTransaction', () => new Promise<string>((resolve) => (send = resolve)));
		const { dialog, submit, section } = await openDialog(wallet);
		await userEvent.click(submit());
		await dialog.findByText(/^Confirm in Fake Wallet/);
		await userEvent.click(dialog.getByRole('button', { name: 'Stop waiting' }));
		expect(dialog.getByText(/^You stopped waiting\. Fake Wallet may still show the request/)).toBeVisible();
		expect(submit()).toBeEnabled();
		await act(async () => send(testHash));
		expect(await dialog.findByText(/^Sent\./)).toBeVisible();
		expect(server.submitted).toHaveBeenCalledExactlyOnceWith({ imageId, chain: 'polygon', transactionHash: testHash });
		await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
		expect(await section.findByText('Minting')).toBeVisible();
	});

	test('holds up no other image', async () => {
		const wallet = haveWallet({ isConnected: true });
		wallet.answerOnce('eth_sendTransaction', () => new Promise(() => {}));
		const { dialog, submit, section } = await openDialog(wallet);
		await userEvent.click(submit());
		await dialog.findByText(/^Confirm in Fake Wallet/);
		await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
		await userEvent.click(section.getAllByRole('listitem')[1]!.querySelector('button')!);
		const second = within(await screen.findByRole('dialog', { name: 'Mint to ADX Collection' }));
		expect(second.getByText(/^Another mint still waits for your wallet/)).toBeVisible();
		expect(second.getByRole('button', { name: 'Mint NFT' })).toBeDisabled();
		await userEvent.click(second.getByRole('button', { name: 'Stop waiting' }));
		await userEvent.click(second.getByRole('button', { name: 'Mint NFT' }));
		expect(await second.findByText(/^Sent\./)).toBeVisible();
	});

	test('after a stop nothing is asked that was not asked before', async () => {
		const wallet = haveWallet({ isConnected: true, chainId: 1 });
		let switched = () => {};
		wallet.answerOnce(
			'wallet_switchEthereumChain',
			() => new Promise<null>((resolve) => (switched = () => resolve(null))),
		);
		const { dialog, submit } = await openDialog(wallet);
		await userEvent.click(submit());
		await dialog.findByText(/^Confirm in Fake Wallet \(1 of 2\)/);
		await userEvent.click(dialog.getByRole('button', { name: 'Stop waiting' }));
		await act(async () => {
			wallet.chooseChain(137);
			switched();
		});
		await dialog.findByText(/^You stopped waiting/);
		expect(server.prepare).not.toHaveBeenCalled();
		expect(wallet.asked).toEqual(['wallet_switchEthereumChain']);
	});
});

describe('the focus', () => {
	test('stays in the dialog whatever its buttons do, and goes back to the image', async () => {
		const wallet = haveWallet({ isConnected: true });
		let send = (_hash: string) => {};
		wallet.answerOnce('eth_sendTransaction', () => new Promise<string>((resolve) => (send = resolve)));
		const { dialog, submit, section } = await openDialog(wallet);
		submit().focus();
		await userEvent.keyboard('{Enter}');
		await dialog.findByText(/^Confirm in Fake Wallet/);
		expect(submit()).toHaveFocus();
		expect(submit()).toHaveAttribute('aria-disabled', 'true');
		dialog.getByRole('button', { name: 'Stop waiting' }).focus();
		await userEvent.keyboard('{Enter}');
		expect(submit()).toHaveFocus();
		await act(async () => send(testHash));
		await dialog.findByText(/^Sent\. The chain/);
		expect(dialog.getByRole('button', { name: 'Close' })).toHaveFocus();
		await userEvent.keyboard('{Escape}');
		await waitFor(() => expect(section.getByTitle('Elf Wizard #1')).toHaveFocus());
	});

	test('is in the name field while it is being minted, if that is where Enter was pressed', async () => {
		const wallet = haveWallet({ isConnected: true });
		wallet.answerOnce('eth_sendTransaction', () => new Promise(() => {}));
		const { dialog } = await openDialog(wallet);
		await userEvent.type(dialog.getByLabelText('NFT Name'), ' II{Enter}');
		await dialog.findByText(/^Confirm in Fake Wallet/);
		expect(dialog.getByLabelText('NFT Name')).toHaveFocus();
		await userEvent.keyboard('x');
		expect(dialog.getByLabelText('NFT Name')).toHaveValue('Elf Wizard II');
		act(() => wallet.chooseAccount(otherAddress));
		expect(dialog.getByText('0x3C44…93BC')).toBeVisible();
	});
});
