import { adxDropAbi } from '@adx/contracts/evm/abi';
import type { SaleChainState } from '@adx/validators/sale/evm';
import type { CreatorSale } from '@adx/validators/sale/sales';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { decodeFunctionData, encodeFunctionData, type Hex } from 'viem';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { api, procedureAt } from '../../../../test/api.ts';
import { createMergeJob } from '../../../../test/merge-fixtures.ts';
import { createCreatorReveal, createReservation } from '../../../../test/sale-fixtures.ts';
import {
	endWithoutWallets,
	type FakeWallet,
	haveWallet,
	otherAddress,
	refusal,
	startWithoutWallets,
	testAddress,
	testHash,
} from '../../../wallets/evm/evm-wallet-testing.ts';
import { saleIn, showMerge, useCreatorSaleServer } from '../listing-testing.tsx';

const server = useCreatorSaleServer();
const contract = otherAddress;
const polygon = {
	chain: 'polygon',
	chainId: 137,
	name: 'Polygon',
	symbol: 'POL',
	rpcUrl: null,
	explorerUrl: null,
} as const;

beforeAll(async () => {
	await import('./evm-wallets-provider.tsx');
});
beforeEach(startWithoutWallets);
afterEach(endWithoutWallets);

/** The panel of a sale on Polygon, with the creator's wallet connected. */
async function openDrop(
	chainState: SaleChainState | null = 'open',
	state: 'selling' | 'paused' = 'selling',
	changes: Partial<CreatorSale> = {},
) {
	const wallet = haveWallet({ isConnected: true });
	wallet.answer('eth_estimateGas', () => '0x8235');
	wallet.answer('eth_gasPrice', () => '0x6fc23ac00');
	wallet.answer('eth_blockNumber', () => '0x1');
	server.saleChains = [polygon];
	server.sale = saleIn('selling', {
		network: 'polygon',
		cluster: 'polygon',
		coin: 'POL',
		walletAddress: testAddress,
		mintAddress: contract,
		costs: null,
		chainState,
		state,
		...changes,
	});
	showMerge(createMergeJob({ salePhase: 'selling', collectionSymbol: 'FF', mintPrice: 0.1 }));
	// The window is another one from then on.
	await waitFor(() => expect(wallet.callsOf('eth_accounts').length).toBeGreaterThan(0));
	await userEvent.click(screen.getByRole('button', { name: 'Mint & List on Marketplace' }));
	return { dialog: within(await screen.findByRole('dialog', { name: 'Mint & List on Marketplace' })), wallet };
}

/** Answers as the chain does: the server says so the next time it is asked. */
function follow(wallet: FakeWallet, chainState: SaleChainState) {
	wallet.answerOnce('eth_sendTransaction', () => {
		server.sale = { ...server.sale, chainState, state: chainState === 'open' ? 'selling' : chainState };
		return testHash;
	});
}

function sentCall(wallet: FakeWallet) {
	const [{ params } = { params: [] }] = wallet.callsOf('eth_sendTransaction').slice(-1);
	const [{ to, data, value }] = params as [{ to: string; data: Hex; value?: Hex }];
	const { functionName, args } = decodeFunctionData({ abi: adxDropAbi, data });
	return { to, value: BigInt(value ?? '0x0'), functionName, args };
}

test('a sale is paused in its contract once its owner has read the call, and goes on again', async () => {
	const { dialog, wallet } = await openDrop();
	const panel = within(await dialog.findByRole('region', { name: 'On the chain' }));
	await userEvent.click(await panel.findByRole('button', { name: 'Pause on chain' }));
	await userEvent.click(dialog.getByRole('button', { name: 'Pause the sale' }));
	expect(await dialog.findByText(/^Paused\. .* still be bought for up to ten minutes\.$/)).toBeVisible();
	await userEvent.click(dialog.getByRole('button', { name: 'Resume the sale' }));
	const summary = within(await panel.findByRole('region', { name: 'What you are about to send' }));
	expect(summary.getByText(/^Pauses the sale: the contract sells nothing/)).toBeVisible();
	expect(summary.getByText('about 0.00099999 POL')).toBeVisible();
	expect(wallet.asked).not.toContain('eth_sendTransaction');
	follow(wallet, 'paused');
	await userEvent.click(panel.getByRole('button', { name: 'Send with Fake Wallet' }));
	expect(await panel.findByText('The contract is paused.')).toBeVisible();
	expect(sentCall(wallet)).toEqual({ to: contract, value: 0n, functionName: 'setPaused', args: [true] });
	expect(panel.getByText(/^The contract is paused: it sells nothing until your wallet resumes it/)).toBeVisible();
	// The pause of this server is another one.
	expect(dialog.getByRole('button', { name: 'Pause the sale' })).toBeVisible();
	await userEvent.click(panel.getByRole('button', { name: 'Resume on chain' }));
	follow(wallet, 'open');
	await userEvent.click(await panel.findByRole('button', { name: 'Send with Fake Wallet' }));
	expect(await panel.findByText('The contract sells again.')).toBeVisible();
	expect(sentCall(wallet)).toMatchObject({ functionName: 'setPaused', args: [false] });
});

test('a sale is ended in its contract for good: then nothing of it can be minted, and nothing is offered', async () => {
	const { dialog, wallet } = await openDrop();
	await userEvent.click(await dialog.findByRole('button', { name: 'End for good on chain' }));
	const summary = await dialog.findByText(/^Ends the sale for good: no further item comes into being/);
	expect(summary).toBeVisible();
	// In the panel, not in its heading, and not nowhere.
	const panel = dialog.getByRole('region', { name: 'On the chain' });
	expect(panel).toContainElement(document.activeElement as HTMLElement);
	expect(document.activeElement).toContainElement(summary);
	await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
	expect(wallet.asked).not.toContain('eth_sendTransaction');
	await userEvent.click(dialog.getByRole('button', { name: 'End for good on chain' }));
	follow(wallet, 'ended');
	await userEvent.click(await dialog.findByRole('button', { name: 'Send with Fake Wallet' }));
	expect(await dialog.findByText(/^This sale was ended in its contract/)).toBeVisible();
	expect(sentCall(wallet).functionName).toBe('endSale');
	expect(dialog.queryByRole('region', { name: 'Mint all to me' })).toBeNull();
	expect(dialog.queryByRole('button', { name: 'Pause on chain' })).toBeNull();
});

test('rejects what the contract refuses before the wallet is asked, and a request that was closed changes nothing', async () => {
	const { dialog, wallet } = await openDrop();
	wallet.answerOnce('eth_estimateGas', () => {
		throw refusal(3, 'execution reverted');
	});
	const pause = () => dialog.findByRole('button', { name: 'Pause on chain' });
	await userEvent.click(await pause());
	expect(await dialog.findByText(/^The contract refuses it\. .* Nothing was sent\.$/)).toBeVisible();
	await userEvent.click(await pause());
	// It changed its mind after the look at it.
	wallet.answerOnce('eth_sendTransaction', () => {
		throw refusal(3, 'execution reverted');
	});
	await userEvent.click(await dialog.findByRole('button', { name: 'Send with Fake Wallet' }));
	expect(await dialog.findByText(/^The contract refuses it\. .* Nothing was sent\.$/)).toBeVisible();
	wallet.answerOnce('eth_sendTransaction', () => {
		throw refusal(4001);
	});
	await userEvent.click(await dialog.findByRole('button', { name: 'Send with Fake Wallet' }));
	expect(await dialog.findByText('You closed the request. Nothing was sent.')).toBeVisible();
	expect(dialog.getByRole('button', { name: 'Send with Fake Wallet' })).toBeEnabled();
});

test('the end of covered items is the reveal’s; their contract is neither paused nor ended a second way', async () => {
	const { dialog } = await openDrop('open', 'selling', {
		state: 'ended',
		closedAt: '2026-11-24T10:00:00.000Z',
		revealChoice: 'delayed',
		reveal: createCreatorReveal({}),
	});
	expect(
		await dialog.findByText(/^You ended the sale on this server\. It is closed in its contract with/),
	).toBeVisible();
	for (const name of ['Pause on chain', 'End for good on chain']) {
		expect(dialog.queryByRole('button', { name })).toBeNull();
	}
});

test('another wallet than the creator’s is told whose it has to be', async () => {
	const { dialog, wallet } = await openDrop();
	await dialog.findByRole('button', { name: 'Pause on chain' });
	wallet.chooseAccount(otherAddress);
	expect(await dialog.findByText(/^This collection belongs to the wallet 0x3C44/)).toBeVisible();
	expect(dialog.getByRole('button', { name: 'Pause on chain' })).toBeDisabled();
	expect(screen.getByRole('button', { name: 'Mint 20 to me' })).toBeDisabled();
});

test('what minting to oneself costs is said before it is pressed', async () => {
	const { dialog } = await openDrop();
	// 105,000 for the first and 35,000 for each further of 20 items, at 30 gwei.
	expect(await dialog.findByText('The next transaction’s fee is about 0.0231 POL.')).toBeVisible();
});

test('what is minted to oneself is said to be minted, without a price, before it is sent', async () => {
	const item = { buyer: testAddress, price: 0n, reservation: 1n, deadline: 1_900_000_000n, items: [3] } as const;
	const half: Hex = `0x${'11'.repeat(32)}`;
	const data = encodeFunctionData({ abi: adxDropAbi, functionName: 'redeem', args: [item, half, half] });
	const call = { chainId: 137, to: contract, data, valueWei: '0' };
	api.use(
		procedureAt('mint.collections.own', () =>
			createReservation([], { call, priceLamports: '0', costLamports: '3150000' }),
		),
	);
	const { dialog } = await openDrop('open', 'selling', { soldCount: 29 });
	await userEvent.click(await dialog.findByRole('button', { name: 'Mint it to me' }));
	const summary = within(await dialog.findByRole('region', { name: 'What you are about to send' }));
	expect(summary.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
		'From',
		'Network',
		'Mints to you',
		'Price',
		'Network fee',
	]);
	expect(summary.getByText('#3')).toBeVisible();
	expect(summary.getByText('None: you pay only the network’s fee')).toBeVisible();
	expect(summary.getByText('about 0.00315 POL')).toBeVisible();
	expect(summary.getByText(/mints these items to your wallet, and takes no price\.$/)).toBeVisible();
});
