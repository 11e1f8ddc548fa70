import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { stringToHex } from 'viem';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Refusal } from '../../../test/api.ts';
import { openPage } from '../../../test/setup.tsx';
import { haveWallet, refusal, testAddress, testHash } from '../../wallets/evm/evm-wallet-testing.ts';
import {
	enterHash,
	ethereum,
	flags,
	openConnected,
	openDialog,
	otherHash,
	payButton,
	polygon,
	refused,
	sell,
	storedHashes,
	storePayment,
	toastTitle,
	treasury,
	unknown,
	usePremiumServer,
	waiting,
} from './premium-testing.ts';

const server = usePremiumServer();

describe('the offer', () => {
	test('is not made where the server sells nothing (AMB-48)', async () => {
		sell();
		const dialog = await openDialog();
		expect(dialog.getByLabelText('Premium passphrase')).toBeVisible();
		await waitFor(() => expect(server.listed).toHaveBeenCalled());
		expect(dialog.queryByText('Or pay for it')).toBeNull();
	});

	test('tells price and treasury, to be copied, and whose Premium will be', async () => {
		const dialog = await openDialog();
		expect(await dialog.findByText('5 MATIC')).toBeVisible();
		expect(
			dialog.getByText(/^Premium will belong to the account of this browser\. Sign in with Discord/),
		).toBeVisible();
		await userEvent.click(dialog.getByText('Paid already, or paying manually'));
		expect(dialog.getByText(treasury)).toBeVisible();
		expect(dialog.getByRole('button', { name: 'Copy Address to pay' })).toBeVisible();
		// The bytes that the wallet's own payments carry.
		expect(dialog.getByText(stringToHex('user-1'))).toBeVisible();
		expect(dialog.getByRole('button', { name: 'Copy Data of your account (hex)' })).toBeVisible();
	});

	test('lets choose between chains, each with its own price', async () => {
		sell(polygon, ethereum);
		const dialog = await openDialog();
		await userEvent.click(await dialog.findByRole('radio', { name: 'Ethereum, 0.002 ETH' }));
		await enterHash(dialog, testHash);
		expect(server.asked).toHaveBeenCalledWith({ chain: 'ethereum', signature: testHash });
	});

	test('says where to get a wallet (ERR-07)', async () => {
		const dialog = await openDialog();
		expect(await payButton(dialog)).toHaveAccessibleDescription('Connect a wallet to pay with it.');
		await userEvent.click(await dialog.findByRole('button', { name: 'Connect Wallet' }));
		expect(await toastTitle('Wallet Not Found')).toBeVisible();
		expect(dialog.getByText('Please install MetaMask or another Web3 wallet')).toBeVisible();
	});
});

describe('paying with a wallet', () => {
	test('sends the price with the account’s id, waits for the confirmations, and opens Premium (AMB-48, VAL-13)', async () => {
		server.answers = [waiting(1), waiting(2)];
		const { dialog, wallet } = await openConnected();
		await userEvent.click(await payButton(dialog));
		expect(await dialog.findByText('1 of 3 confirmations')).toBeVisible();
		expect(dialog.getByRole('heading', { name: 'Your payment is on its way' })).toHaveFocus();
		const bar = dialog.getByRole('progressbar', { name: 'Confirmations' });
		expect(bar).toHaveAttribute('aria-valuetext', expect.stringMatching(/^[12] of 3 confirmations$/));
		expect(await toastTitle('Premium Activated')).toBeVisible();
		expect(await dialog.findByText('Premium active')).toBeVisible();
		expect(wallet.callsOf('eth_sendTransaction').map(({ params }) => params)).toEqual([
			[
				expect.objectContaining({
					from: testAddress,
					to: treasury,
					value: '0x4563918244f40000',
					// 'user-1'
					data: '0x757365722d31',
				}),
			],
		]);
		expect(server.asked).toHaveBeenCalledTimes(3);
		expect(server.asked).toHaveBeenCalledWith({ chain: 'polygon', signature: testHash });
		expect(flags()).toEqual(['true', testHash]);
		expect(storedHashes()).toEqual([]);
		expect(localStorage.getItem('adx_premium_bypass')).toBeNull();
	});

	test('switches to the chain first', async () => {
		const { dialog, wallet } = await openConnected(haveWallet({ isConnected: true, chainId: 1 }));
		await userEvent.click(await payButton(dialog));
		expect(await dialog.findByText('Premium active')).toBeVisible();
		expect(wallet.asked).toEqual(['wallet_switchEthereumChain', 'eth_sendTransaction']);
	});

	test('goes on after a reload, without the dialog', async () => {
		storePayment('user-1', true);
		server.answers = [waiting(2)];
		openPage();
		expect(await toastTitle('Premium Activated')).toBeVisible();
		expect(flags()).toEqual(['true', testHash]);
	});

	test('keeps waiting while the server is down, and says so', async () => {
		storePayment('user-1', true);
		server.answers = [() => new Refusal(503, 'down')];
		const dialog = await openDialog();
		expect(await dialog.findByText(/^Service temporarily unavailable/)).toBeVisible();
		expect(storedHashes()).toEqual([testHash]);
	});

	test('a request closed in the wallet (4001) is not an error, and can be made again', async () => {
		const { dialog, wallet } = await openConnected();
		wallet.answerOnce('eth_sendTransaction', () => {
			throw refusal(4001);
		});
		await userEvent.click(await payButton(dialog));
		expect(await dialog.findByText('You closed the request. Nothing was paid.')).toBeVisible();
		expect(server.asked).not.toHaveBeenCalled();
		await userEvent.click(await payButton(dialog));
		expect(await dialog.findByText('Premium active')).toBeVisible();
	});

	test('follows what the wallet sends after nobody waited for it any more', async () => {
		const { dialog, wallet } = await openConnected();
		let send = (_hash: string) => {};
		wallet.answerOnce('eth_sendTransaction', () => new Promise<string>((resolve) => (send = resolve)));
		// The request is the page's, which the tests after this one share.
		onTestFinished(() => act(async () => send(testHash)));
		await userEvent.click(await payButton(dialog));
		expect(await dialog.findByText(/^Confirm in Fake Wallet\. It shows 5 MATIC/)).toBeVisible();
		expect(await payButton(dialog)).toHaveAttribute('aria-disabled', 'true');
		await userEvent.click(dialog.getByRole('button', { name: 'Stop waiting' }));
		expect(await dialog.findByText(/^You stopped waiting\. If Fake Wallet sends/)).toBeVisible();
		expect(await payButton(dialog)).toHaveAttribute('aria-disabled', 'false');
		expect(await payButton(dialog)).toHaveFocus();
		send(testHash);
		expect(await dialog.findByText('Premium active')).toBeVisible();
		expect(flags()).toEqual(['true', testHash]);
	});

	test.each([
		[
			-32_000,
			'insufficient funds for gas * price + value',
			'There is not enough in Fake Wallet for 5 MATIC and the gas.',
		],
		[
			-32_603,
			'Internal error',
			'Fake Wallet was asked to pay and answered with an error. Look into it before you pay again: if it did pay, enter the transaction’s hash below.',
		],
		[-32_002, 'Already open', 'Fake Wallet is already waiting for your answer. Open it, then try again.'],
	])('rejects what the wallet refuses with %i with a sentence', async (code, message, sentence) => {
		vi.spyOn(console, 'error').mockReturnValue();
		const { dialog, wallet } = await openConnected();
		wallet.answerOnce('eth_sendTransaction', () => {
			throw refusal(code, message);
		});
		await userEvent.click(await payButton(dialog));
		expect(await dialog.findByText(sentence)).toBeVisible();
		expect(storedHashes()).toEqual([]);
	});

	test('rejects a payment that the server refuses, and leaves its hash to look at', async () => {
		const sentence = 'This transaction paid 4 MATIC, and Premium costs 5 MATIC.';
		server.answers = [refused(sentence)];
		const { dialog } = await openConnected();
		await userEvent.click(await payButton(dialog));
		expect(await toastTitle('Payment Not Accepted')).toBeVisible();
		const field = await dialog.findByLabelText('Transaction hash on Polygon');
		expect(field).toHaveValue(testHash);
		expect(field).toHaveAccessibleDescription(sentence);
		expect(flags()).toEqual([null, null]);
	});

	test('stops waiting when told to', async () => {
		storePayment('user-1', true);
		server.answers = [unknown];
		const dialog = await openDialog();
		expect(await dialog.findByText(/it has a new hash now/)).toBeVisible();
		await userEvent.click(dialog.getByRole('button', { name: 'Stop waiting' }));
		expect(await dialog.findByText('Or pay for it')).toBeVisible();
		await waitFor(() => expect(dialog.getByRole('heading', { name: 'Or pay for it' })).toHaveFocus());
		expect(storedHashes()).toEqual([]);
	});
});

describe('a manual payment', () => {
	test.each([
		['', 'Enter the transaction hash'],
		['0x12', 'A transaction hash is 0x and 64 digits of 0-9 and a-f.'],
	])('rejects %j beside the field', async (hash, sentence) => {
		const dialog = await openDialog();
		await enterHash(dialog, hash);
		expect(dialog.getByLabelText('Transaction hash on Polygon')).toHaveAccessibleDescription(sentence);
		expect(dialog.getByLabelText('Transaction hash on Polygon')).toHaveFocus();
		expect(server.asked).not.toHaveBeenCalled();
	});

	test('rejects one that another account used, with the server’s sentence', async () => {
		const sentence = 'This payment has already opened Premium for another account.';
		server.answers = [refused(sentence, 409, 'payment_used')];
		const dialog = await openDialog();
		await enterHash(dialog, testHash);
		await waitFor(() =>
			expect(dialog.getByLabelText('Transaction hash on Polygon')).toHaveAccessibleDescription(sentence),
		);
		expect(storedHashes()).toEqual([]);
	});

	test('waits for one that is not confirmed yet', async () => {
		server.answers = [waiting(1), waiting(2)];
		const dialog = await openDialog();
		await enterHash(dialog, ` ${testHash.toUpperCase().replace('0X', '0x')} `);
		expect(await dialog.findByText('Premium active')).toBeVisible();
		expect(server.asked).toHaveBeenCalledTimes(3);
		expect(flags()).toEqual(['true', testHash]);
	});
});

describe('a payment of somebody else who used this browser', () => {
	test('rejects naming a plain transfer for the one who is signed in now', async () => {
		storePayment('user-0', false);
		const dialog = await openDialog();
		expect(await dialog.findByText(/^It was sent by another account/)).toBeVisible();
		expect(server.asked).not.toHaveBeenCalled();
	});

	test('is asked for when it carries its account’s id, and kept when that is another', async () => {
		storePayment('user-0', true);
		server.answers = [refused('This payment was made for another account.', 409, 'payment_of_another')];
		openPage();
		await waitFor(() => expect(server.asked).toHaveBeenCalledOnce());
		await screen.findByRole('form', { name: 'Create characters' });
		expect(storedHashes()).toEqual([testHash]);
		expect(screen.queryByText('Payment Not Accepted')).toBeNull();
	});

	test('is kept while the chain does not know it, although whoever is signed in has paid before', async () => {
		storePayment('user-0', true);
		const paidAt = new Date('2026-11-22T10:00:00Z');
		server.payments = [{ chain: 'polygon', signature: otherHash, active: false, paidAt, explorerUrl: null }];
		const sentence = 'Polygon knows no such transaction yet.';
		const unknown = () => new Refusal(409, sentence, {}, 'payment_unknown', { retryAfterSeconds: 0.05 });
		server.answers = Array.from({ length: 200 }, () => unknown);
		openPage();
		await waitFor(() => expect(server.asked.mock.calls.length).toBeGreaterThan(3));
		expect(storedHashes()).toEqual([testHash]);
	});
});

describe('Premium that was paid for', () => {
	beforeEach(() => {
		server.accept();
	});

	test('is told apart from a passphrase’s, with what removing it means', async () => {
		const dialog = await openDialog();
		expect(await dialog.findByText(/^Paid for on Polygon on Nov 22, 2026: it belongs to your account/)).toBeVisible();
		expect(dialog.getByText(/^Removing it switches it off for your account, in every browser/)).toBeVisible();
		expect(dialog.queryByText(/your session ends then/)).toBeNull();
	});

	test('is switched off by removing it and on again by its owner (VAL-15)', async () => {
		localStorage.setItem('adx_premium', 'true');
		localStorage.setItem('adx_premium_signature', testHash);
		const dialog = await openDialog();
		await userEvent.click(dialog.getByRole('button', { name: 'Remove premium' }));
		expect(await toastTitle('Premium Removed')).toBeVisible();
		expect(flags()).toEqual([null, null]);
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		await userEvent.click(screen.getByRole('button', { name: 'Account' }));
		await userEvent.click(await screen.findByRole('menuitem', { name: /^Premium/ }));
		const again = within(await screen.findByRole('dialog', { name: 'Premium' }));
		await userEvent.click(await again.findByRole('button', { name: 'Switch Premium on again' }));
		expect(await again.findByText('Premium active')).toBeVisible();
		expect(flags()).toEqual(['true', testHash]);
	});
});
