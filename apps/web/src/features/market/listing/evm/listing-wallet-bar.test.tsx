import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMergeJob } from '../../../../test/merge-fixtures.ts';
import {
	endWithoutWallets,
	haveWallet,
	refusal,
	startWithoutWallets,
	testAddress,
} from '../../../wallets/evm/evm-wallet-testing.ts';
import { saleIn, showMerge, useCreatorSaleServer } from '../listing-testing.tsx';

const server = useCreatorSaleServer();

beforeAll(async () => {
	await import('./evm-wallets-provider.tsx');
});
beforeEach(startWithoutWallets);
afterEach(endWithoutWallets);

test.each([
	['eth_requestAccounts', 137, 'You closed the request. No wallet was connected.'],
	['wallet_switchEthereumChain', 1, 'You closed the request. Your wallet was not switched to Polygon.'],
])('says what was not done where %s is closed, and goes on when it is asked again', async (method, chainId, text) => {
	server.saleChains = [
		{ chain: 'polygon', chainId: 137, name: 'Polygon', symbol: 'POL', rpcUrl: null, explorerUrl: null },
	];
	const wallet = haveWallet({ chainId });
	wallet.answerOnce(method, () => {
		throw refusal(4001);
	});
	const network = { network: 'polygon', cluster: 'polygon', coin: 'POL', walletAddress: testAddress } as const;
	server.sale = saleIn('unsigned', network);
	showMerge(createMergeJob({ salePhase: 'unsigned', collectionSymbol: 'FF', mintPrice: 0.1 }));
	// The window is another one from then on.
	await waitFor(() => expect(wallet.callsOf('eth_accounts').length).toBeGreaterThan(0));
	await userEvent.click(screen.getByRole('button', { name: 'Mint & List on Marketplace' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Mint & List on Marketplace' }));
	await userEvent.click(await dialog.findByRole('button', { name: 'Connect Wallet' }));
	const said = await dialog.findByText(text);
	expect(said).toBeVisible();
	await userEvent.click(within(said.parentElement!).getByRole('button', { name: 'Retry' }));
	expect(await dialog.findByText(/^Polygon · Fake Wallet/)).toBeInTheDocument();
	expect(dialog.queryByText(text)).toBeNull();
});
