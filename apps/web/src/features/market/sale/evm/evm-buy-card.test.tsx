import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
	otherAddress as contract,
	endWithoutWallets,
	haveWallet,
	refusal,
	startWithoutWallets,
	testAddress,
} from '../../../wallets/evm/evm-wallet-testing.ts';
import { createOpenSale, openSale, press, toastTitle, useSaleServer } from '../sale-testing.ts';

const server = useSaleServer();
const chain = { chainId: 137, name: 'Polygon', symbol: 'POL', rpcUrl: null, explorerUrl: null };
const buy = 'Buy for 0.1 POL';

beforeAll(async () => {
	await import('./evm-buy-card.tsx');
});
beforeEach(() => {
	startWithoutWallets();
	server.sale = createOpenSale({ network: 'polygon', cluster: 'polygon', chain, coin: 'POL', mintAddress: contract });
});
afterEach(endWithoutWallets);

const reserved = () =>
	vi.waitFor(() =>
		expect(server.reserve).toHaveBeenCalledExactlyOnceWith({
			saleId: 'sale-1',
			walletAddress: testAddress,
			count: 1,
		}),
	);

describe('buying on an EVM chain without a wallet connected', () => {
	test('connects the wallet first, has it switch to the chain, and goes on', async () => {
		const wallet = haveWallet({ chainId: 1 });
		await openSale();
		await press(buy);
		await reserved();
		expect(wallet.asked.slice(0, 2)).toEqual(['eth_requestAccounts', 'wallet_switchEthereumChain']);
	});

	test('asks which of several wallets, and sets nothing aside where none is chosen', async () => {
		haveWallet();
		const other = haveWallet({ name: 'Other Wallet' });
		await openSale();
		await press(buy);
		const choice = async () => within(await screen.findByRole('dialog', { name: 'Choose a wallet' }));
		await choice();
		await userEvent.keyboard('{Escape}');
		expect(await screen.findByRole('button', { name: buy })).toBeEnabled();
		expect(server.reserve).not.toHaveBeenCalled();
		await press(buy);
		await userEvent.click((await choice()).getByRole('button', { name: 'Other Wallet' }));
		await reserved();
		expect(other.asked).toContain('eth_requestAccounts');
	});

	test.each([
		['eth_requestAccounts', 137, 'You closed the request. No wallet was connected.'],
		['wallet_switchEthereumChain', 1, 'You closed the request. Your wallet was not switched to Polygon.'],
	])('sets nothing aside where the wallet refuses %s, and says so', async (method, chainId, sentence) => {
		const wallet = haveWallet({ chainId });
		wallet.answerOnce(method, () => {
			throw refusal(4001);
		});
		await openSale();
		await press(buy);
		expect(await screen.findByText(sentence)).toBeVisible();
		expect(await screen.findByRole('button', { name: buy })).toBeEnabled();
		expect(server.reserve).not.toHaveBeenCalled();
	});

	test('says no longer that the wallet did not switch once it did by itself', async () => {
		const wallet = haveWallet({ chainId: 1 });
		wallet.answerOnce('wallet_switchEthereumChain', () => {
			throw refusal(4001);
		});
		await openSale();
		await press(buy);
		const sentence = 'You closed the request. Your wallet was not switched to Polygon.';
		expect(await screen.findByText(sentence)).toBeVisible();
		act(() => wallet.chooseChain(137));
		await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
		expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
		act(() => wallet.chooseChain(1));
		expect(await screen.findByRole('button', { name: 'Wrong network' })).toBeVisible();
		expect(screen.queryByText(sentence)).toBeNull();
	});

	test('need not wait for a wallet that never answers', async () => {
		const wallet = haveWallet();
		wallet.answerOnce('eth_requestAccounts', () => new Promise(() => {}));
		await openSale();
		await press(buy);
		await press('Stop waiting');
		expect(await screen.findByRole('button', { name: buy })).toBeEnabled();
		expect(server.reserve).not.toHaveBeenCalled();
	});

	test('tells where to get a wallet where there is none', async () => {
		await openSale();
		await press(buy);
		expect(await toastTitle('Wallet Not Found')).toBeVisible();
		expect(server.reserve).not.toHaveBeenCalled();
	});
});
