import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { buyer, haveSolanaWallet, stranger, userRejection } from '../../wallets/solana/solana-testing.ts';
import { openSale, press, toastTitle, useSaleServer } from './sale-testing.ts';

const server = useSaleServer();

describe('connecting a wallet', () => {
	test('Phantom is asked, and the toast has the first 8 characters of the address (WAL-02, WAL-03)', async () => {
		const wallet = haveSolanaWallet();
		await openSale();
		await press('Connect Wallet');
		expect(await toastTitle('Wallet Connected')).toBeVisible();
		expect(screen.getByText(`Connected to ${buyer.slice(0, 8)}…`)).toBeVisible();
		expect(screen.getByRole('button', { name: /^Phantom.*Copy address$/ })).toHaveAttribute('title', buyer);
		expect(wallet.asked).toEqual(['connect']);
	});

	test('a Phantom that does not announce itself is found in the window (WAL-02)', async () => {
		const connect = vi.fn(async () => ({ publicKey: buyer }));
		Object.assign(window, {
			phantom: { solana: { isPhantom: true, publicKey: buyer, connect, disconnect: vi.fn(), on: vi.fn() } },
		});
		await openSale();
		await press('Connect Wallet');
		expect(await toastTitle('Wallet Connected')).toBeVisible();
		expect(connect).toHaveBeenCalledOnce();
	});

	test('rejects without a wallet, and tells where to get one (ERR-07)', async () => {
		await openSale();
		await press('Buy for 0.1 SOL');
		expect(await toastTitle('Wallet Not Found')).toBeVisible();
		expect((await toastTitle('Please install Phantom wallet to mint NFTs')).closest('[data-tone]')).toHaveAttribute(
			'data-tone',
			'destructive',
		);
		expect(screen.getByRole('link', { name: 'Install Phantom' })).toHaveAttribute('target', '_blank');
		expect(server.reserve).not.toHaveBeenCalled();
	});

	test('of several wallets one is chosen', async () => {
		const [phantom, other] = [haveSolanaWallet(), haveSolanaWallet({ name: 'Solflare', address: stranger })];
		await openSale();
		await press('Connect Wallet');
		await userEvent.click(
			within(await screen.findByRole('dialog', { name: 'Choose a wallet' })).getByRole('button', { name: 'Solflare' }),
		);
		expect(await screen.findByText(`Connected to ${stranger.slice(0, 8)}…`)).toBeVisible();
		expect([phantom.asked, other.asked]).toEqual([[], ['connect']]);
	});

	test('a closed request is not an error', async () => {
		const wallet = haveSolanaWallet();
		wallet.connectNext(() => Promise.reject(userRejection()));
		await openSale();
		await press('Connect Wallet');
		expect(await screen.findByText('You closed the request. No wallet was connected.')).toBeVisible();
		expect(screen.queryByText('Connection Failed')).toBeNull();
	});

	test('rejects when the wallet cannot connect (ERR-08)', async () => {
		vi.spyOn(console, 'error').mockImplementation(() => {});
		const wallet = haveSolanaWallet();
		wallet.connectNext(() => Promise.reject(new Error('Internal')));
		await openSale();
		await press('Connect Wallet');
		expect(await toastTitle('Connection Failed')).toBeVisible();
	});

	test('a wallet that never answers need not be waited for', async () => {
		const wallet = haveSolanaWallet();
		wallet.connectNext(() => new Promise(() => {}));
		await openSale();
		await press('Connect Wallet');
		expect(await screen.findByText(/^Confirm in Phantom\. It asks whether/)).toBeVisible();
		await press('Stop waiting');
		await waitFor(() => expect(screen.getByRole('button', { name: 'Connect Wallet' })).toBeEnabled());
	});

	test('is connected again after a reload without being asked, and forgotten when disconnected', async () => {
		sessionStorage.setItem('adx_solana_wallet', 'Phantom');
		const wallet = haveSolanaWallet({ isConnected: true });
		await openSale();
		await press('Disconnect');
		expect(await screen.findByRole('button', { name: 'Connect Wallet' })).toBeVisible();
		expect(wallet.asked).toEqual(['connect silent', 'disconnect']);
		expect(sessionStorage.getItem('adx_solana_wallet')).toBeNull();
	});

	test('an account that is switched in the wallet is the one here', async () => {
		const wallet = haveSolanaWallet();
		await openSale();
		await press('Connect Wallet');
		await toastTitle('Wallet Connected');
		act(() => wallet.chooseAccount(stranger));
		expect(screen.getByRole('button', { name: /^Phantom.*Copy address$/ })).toHaveAttribute('title', stranger);
		act(() => wallet.chooseAccount(null));
		expect(await screen.findByRole('button', { name: 'Connect Wallet' })).toBeVisible();
	});
});
