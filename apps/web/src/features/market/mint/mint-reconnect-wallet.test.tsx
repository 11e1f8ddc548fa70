import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { announceWallets, haveWallet, otherAddress, testAddress } from '../../wallets/evm/evm-wallet-testing.ts';
import { type findSection, openSection, toastTitle, useMintServer } from './mint-testing.ts';

useMintServer();

type Section = Awaited<ReturnType<typeof findSection>>;
const bigButton = (section: Section) => section.getAllByRole('button', { name: 'Connect Wallet' })[0]!;
const statusOf = (section: Section) => section.getAllByRole('status')[0]!;

describe('a connection', () => {
	test('outlives another wallet that reports in late', async () => {
		const first = haveWallet({ name: 'First' });
		const section = await openSection();
		await userEvent.click(bigButton(section));
		await section.findByText('Polygon · First');
		haveWallet({ name: 'Second', isConnected: true });
		act(announceWallets);
		expect(section.getByText('Polygon · First')).toBeVisible();
		act(() => first.chooseAccount(otherAddress));
		expect(await section.findByTitle(otherAddress)).toBeVisible();
		await userEvent.click(section.getByRole('button', { name: 'Disconnect' }));
		await userEvent.click(await section.findByRole('button', { name: 'Connect Wallet', description: '' }));
		expect(await screen.findByRole('button', { name: 'Second' })).toBeVisible();
	});

	test('outlives the choice of another chain', async () => {
		haveWallet({ isConnected: true });
		const section = await openSection();
		await section.findByText('Polygon · Fake Wallet');
		await userEvent.click(section.getByRole('radio', { name: 'Ethereum' }));
		expect(await section.findByText('Fake Wallet')).toBeVisible();
		expect(section.getByTitle(testAddress)).toBeVisible();
	});

	test('is made by itself with a wallet that still shows its accounts, also one that reports in late', async () => {
		const section = await openSection();
		haveWallet({ isConnected: true });
		act(announceWallets);
		expect(await section.findByText('Polygon · Fake Wallet')).toBeVisible();
	});

	test('that was ended stays so, whatever the wallet reports and over reloads, until somebody connects', async () => {
		const wallet = haveWallet({ isConnected: true });
		let section = await openSection();
		await section.findByText('Polygon · Fake Wallet');
		await userEvent.click(section.getByRole('button', { name: 'Disconnect' }));
		await waitFor(() => expect(bigButton(section)).toBeEnabled());
		act(() => wallet.chooseAccount(otherAddress));
		act(() => wallet.reportIn());
		cleanup();
		section = await openSection();
		act(() => wallet.reportIn());
		// Longer than it takes to connect by itself.
		await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
		expect(section.queryByText('Polygon · Fake Wallet')).toBeNull();
		await userEvent.click(bigButton(section));
		expect(await section.findByText('Polygon · Fake Wallet')).toBeVisible();
		cleanup();
		section = await openSection();
		expect(await section.findByText('Polygon · Fake Wallet')).toBeVisible();
	});
});

describe('a request that stays open in the wallet', () => {
	test('can be left; who approves it after all is connected and asked nothing more', async () => {
		const wallet = haveWallet({ chainId: 1 });
		let give = (_accounts: string[]) => {};
		wallet.answerOnce('eth_requestAccounts', () => new Promise<string[]>((resolve) => (give = resolve)));
		const section = await openSection();
		await userEvent.click(bigButton(section));
		await userEvent.click(await section.findByRole('button', { name: 'Stop waiting' }));
		expect(section.getByText(/^You stopped waiting\. Fake Wallet may still show the request/)).toBeVisible();
		await act(async () => give([testAddress]));
		expect(await section.findByRole('button', { name: 'Wrong network' })).toBeVisible();
		expect(wallet.asked).toEqual(['eth_requestAccounts']);
	});
});

describe('the part that connects', () => {
	test('tells in a live region that stood there before, and keeps the focus', async () => {
		const wallet = haveWallet({ chainId: 1 });
		wallet.answerOnce('wallet_switchEthereumChain', () => new Promise(() => {}));
		const section = await openSection();
		const status = statusOf(section);
		expect(status).toBeEmptyDOMElement();
		bigButton(section).focus();
		await userEvent.keyboard('{Enter}');
		await waitFor(() => expect(status).toHaveTextContent(/^Confirm in Fake Wallet \(2 of 2\)/));
		const wrong = section.getByRole('button', { name: 'Wrong network' });
		expect(wrong).toHaveFocus();
		section.getByRole('button', { name: 'Stop waiting' }).focus();
		await userEvent.keyboard('{Enter}');
		expect(wrong).toHaveFocus();
		expect(status).toHaveTextContent(/^You stopped waiting/);
		await userEvent.keyboard('{Enter}');
		expect(await section.findByText('Polygon · Fake Wallet')).toBeVisible();
		expect(section.getByTitle(testAddress)).toHaveFocus();
		section.getByRole('button', { name: 'Disconnect' }).focus();
		await userEvent.keyboard('{Enter}');
		await waitFor(() => expect(bigButton(section)).toHaveFocus());
		expect(await toastTitle('Wallet Connected')).toBeVisible();
	});

	test('keeps the focus when the wallet that was chosen of several answers at once', async () => {
		haveWallet({ name: 'First' });
		haveWallet({ name: 'Second' });
		const section = await openSection();
		bigButton(section).focus();
		await userEvent.keyboard('{Enter}');
		(await screen.findByRole('button', { name: 'Second' })).focus();
		await userEvent.keyboard('{Enter}');
		await section.findByText('Polygon · Second');
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		await waitFor(() => expect(section.getByTitle(testAddress)).toHaveFocus());
	});

	test('gives the focus back to its button when none of several wallets is chosen', async () => {
		haveWallet({ name: 'First' });
		haveWallet({ name: 'Second' });
		const section = await openSection();
		bigButton(section).focus();
		await userEvent.keyboard('{Enter}');
		await screen.findByRole('button', { name: 'Second' });
		await userEvent.keyboard('{Escape}');
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		await waitFor(() => expect(bigButton(section)).toHaveFocus());
	});
});
