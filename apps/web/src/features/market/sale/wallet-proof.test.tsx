import type { Sale } from '@adx/validators/sale/sales';
import { type SaleChallenge, toProofMessage, type WalletProof } from '@adx/validators/sale/wallet-proof';
import { act, screen } from '@testing-library/react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { Refusal } from '../../../test/api.ts';
import {
	endWithoutWallets,
	haveWallet,
	startWithoutWallets,
	refusal as walletRefusal,
} from '../../wallets/evm/evm-wallet-testing.ts';
import { buyer, haveSolanaWallet, userRejection } from '../../wallets/solana/solana-testing.ts';
import { createOffer, createOpenSale, openSale, press, storedPurchases, useSaleServer } from './sale-testing.ts';

const server = useSaleServer();
const evmBuyer = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

/** The server asks whose a wallet is; its message may be about something else. */
function askForProof(changes: Partial<Parameters<typeof toProofMessage>[0]> = {}): { readonly message: string } {
	const { saleId, cluster } = server.sale as Sale;
	const walletAddress = cluster === 'polygon' ? evmBuyer : buyer;
	const subject = { origin: window.location.origin, saleId, cluster, walletAddress, ...changes };
	const message = toProofMessage(subject, { nonce: 'ab'.repeat(24), issuedAt: new Date() });
	server.challenge.mockImplementation((): SaleChallenge => ({ message, expiresAt: new Date().toISOString() }));
	server.reserve.mockImplementation((input) =>
		(input as { proof?: WalletProof }).proof === undefined
			? new Refusal(409, 'Show whose it is.', {}, 'proof_needed')
			: createOffer(),
	);
	return { message };
}

const why = /^Before an item is set aside, your wallet signs a message that shows it is yours.*nothing is paid\.$/;

describe('a server that asks whose a wallet is', () => {
	test('gets a signed message before the item is set aside, and the page says why', async () => {
		const wallet = haveSolanaWallet();
		const { message } = askForProof();
		const { promise, resolve } = Promise.withResolvers<Uint8Array>();
		wallet.signMessageNext(() => promise);
		await openSale();
		await press('Buy for 0.1 SOL');
		expect(await screen.findByText(why)).toBeVisible();
		expect(screen.getByText(/^Confirm in Phantom\. It shows a message/)).toBeVisible();
		expect(storedPurchases()).toEqual([]);
		await act(async () => resolve(new Uint8Array(64).fill(9)));
		expect(await screen.findByRole('region', { name: 'What you are about to sign' })).toBeVisible();
		expect(screen.queryByText(why)).toBeNull();
		expect(server.challenge).toHaveBeenCalledWith({ saleId: 'sale-1', walletAddress: buyer });
		const signature = `${'CQkJ'.repeat(21)}CQ==`;
		expect(server.reserve.mock.calls.map(([input]) => input)).toEqual([
			{ saleId: 'sale-1', walletAddress: buyer, count: 1 },
			{ saleId: 'sale-1', walletAddress: buyer, count: 1, proof: { message, signature } },
		]);
		expect(wallet.asked).toEqual(['connect', 'sign message']);
	});

	test('gets it of a Phantom as well that does not announce itself', async () => {
		const signMessage = vi.fn(async () => ({ signature: new Uint8Array(64).fill(9) }));
		const publicKey = buyer;
		const connect = vi.fn(async () => ({ publicKey }));
		const solana = { isPhantom: true, publicKey, connect, disconnect: vi.fn(), on: vi.fn(), signMessage };
		Object.assign(window, { phantom: { solana } });
		const { message } = askForProof();
		await openSale();
		await press('Buy for 0.1 SOL');
		expect(await screen.findByRole('region', { name: 'What you are about to sign' })).toBeVisible();
		expect(signMessage).toHaveBeenCalledWith(new TextEncoder().encode(message), 'utf8');
	});

	test('gets nothing where the wallet’s request was closed, or was not waited for', async () => {
		const wallet = haveSolanaWallet();
		askForProof();
		wallet.signMessageNext(() => Promise.reject(userRejection()));
		wallet.signMessageNext(() => new Promise(() => {}));
		await openSale();
		await press('Buy for 0.1 SOL');
		expect(await screen.findByText('You closed the request. Nothing was sent.')).toBeVisible();
		await press('Buy for 0.1 SOL');
		await press('Stop waiting');
		expect(
			await screen.findByText(/^You stopped waiting\. Nothing was paid, and nothing is set aside\./),
		).toBeVisible();
		expect(await screen.findByRole('button', { name: 'Buy for 0.1 SOL' })).toBeEnabled();
		expect(server.reserve).toHaveBeenCalledTimes(2);
	});

	test('is told of by a wallet that cannot sign messages, which learns to use another', async () => {
		haveSolanaWallet({ signsMessages: false });
		askForProof();
		await openSale();
		await press('Buy for 0.1 SOL');
		expect(await screen.findByText(/^Phantom cannot sign messages here.*try another wallet\.$/)).toBeVisible();
	});

	test.each([
		['of another site', { origin: 'https://elsewhere.example' }],
		['about another sale', { saleId: 'sale-2' }],
		['on another network', { cluster: 'mainnet-beta' }],
	])('rejects a message %s before the wallet sees it', async (_name, changes) => {
		const wallet = haveSolanaWallet();
		askForProof(changes);
		await openSale();
		await press('Buy for 0.1 SOL');
		expect(
			await screen.findByText(/it is a message about something else than this sale\. Nothing was signed/),
		).toBeVisible();
		expect(wallet.asked).toEqual(['connect']);
	});

	test('says what the server has against the signature, without asking for another', async () => {
		const wallet = haveSolanaWallet();
		askForProof();
		server.reserve.mockImplementation(() => new Refusal(409, 'Sign a new one.', {}, 'proof_needed'));
		await openSale();
		await press('Buy for 0.1 SOL');
		expect(await screen.findByText('Sign a new one.')).toBeVisible();
		expect(wallet.asked).toEqual(['connect', 'sign message']);
	});
});

describe('a server that asks whose a wallet of an EVM chain is', () => {
	beforeAll(async () => {
		await import('./evm/evm-buy-card.tsx');
	});

	test('gets the message signed as EIP-191 has it', async () => {
		startWithoutWallets();
		const wallet = haveWallet({ isConnected: true });
		const signature = `0x${'1b'.repeat(65)}`;
		wallet.answerOnce('personal_sign', () => {
			throw walletRefusal(4001);
		});
		const chain = { chainId: 137, name: 'Polygon', symbol: 'POL', rpcUrl: null, explorerUrl: null };
		server.sale = createOpenSale({ network: 'polygon', cluster: 'polygon', chain, coin: 'POL', mintAddress: evmBuyer });
		const { message } = askForProof();
		await openSale();
		await press('Connect Wallet');
		await press('Buy for 0.1 POL');
		expect(await screen.findByText('You closed the request. Nothing was sent.')).toBeVisible();
		wallet.answer('personal_sign', () => signature);
		await press('Buy for 0.1 POL');
		await vi.waitFor(() =>
			expect(server.reserve).toHaveBeenLastCalledWith({
				saleId: 'sale-1',
				walletAddress: evmBuyer,
				count: 1,
				proof: { message, signature },
			}),
		);
		const [asked] = wallet.callsOf('personal_sign');
		expect(asked?.params).toEqual([`0x${Buffer.from(message).toString('hex')}`, evmBuyer]);
		endWithoutWallets();
	});
});
