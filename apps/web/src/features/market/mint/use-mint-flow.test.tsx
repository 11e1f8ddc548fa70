import { adxCollectionAbi } from '@adx/contracts/evm/abi';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { decodeFunctionData, encodeErrorResult, type Hex } from 'viem';
import { describe, expect, test, vi } from 'vitest';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { publicConfig } from '../../../test/fixtures.ts';
import { openPage } from '../../../test/setup.tsx';
import { haveWallet, otherAddress, refusal, testAddress, testHash } from '../../wallets/evm/evm-wallet-testing.ts';
import { contractAddress, imageId, openDialog, prepared, useMintServer } from './mint-testing.ts';

const server = useMintServer();

describe('the dialog', () => {
	test('begins with race and class, and a sentence (MINT-08)', async () => {
		const { dialog } = await openDialog();
		expect(dialog.getByLabelText('NFT Name')).toHaveValue('Elf Wizard');
		expect(dialog.getByLabelText('Description')).toHaveValue(
			'An Elf Wizard of the ADX realm, drawn in the Bold Classic style.',
		);
		// What it is for stands first, as in every dialog.
		expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Mint NFT', 'Close']);
	});

	test('mints only with a name and a wallet (MINT-09)', async () => {
		const { dialog, submit, wallet } = await openDialog();
		await userEvent.clear(dialog.getByLabelText('NFT Name'));
		expect(submit()).toBeDisabled();
		await userEvent.type(dialog.getByLabelText('NFT Name'), '  ');
		expect(submit()).toBeDisabled();
		await userEvent.type(dialog.getByLabelText('NFT Name'), 'x');
		expect(submit()).toBeEnabled();
		act(() => wallet.forget());
		await waitFor(() => expect(submit()).toBeDisabled());
		expect(dialog.getByText(/Connect a wallet first/)).toBeVisible();
	});

	test('without a contract on that chain it tells that minting comes later, and asks nobody (MINT-10, AMB-40)', async () => {
		api.use(
			procedure('auth', 'config', () => publicConfig),
			procedure('mint', 'chains', () => []),
		);
		const { dialog, submit, section, wallet } = await openDialog();
		expect(section.getByText(/^This server mints on no chain yet\./)).toBeInTheDocument();
		expect(dialog.getByText(/^This server does not mint on Polygon yet\./)).toBeVisible();
		await userEvent.click(submit());
		expect(await screen.findByText('Minting comes in the next phase.')).toBeVisible();
		expect(server.prepare).not.toHaveBeenCalled();
		expect(wallet.asked).toEqual([]);
	});
});

describe('minting', () => {
	test('signs, asks the contract, sends, and tells the server', async () => {
		const { dialog, submit, section, wallet } = await openDialog();
		await userEvent.click(submit());
		expect(await dialog.findByText(/^Sent\./)).toBeVisible();
		expect(server.prepare).toHaveBeenCalledExactlyOnceWith({
			imageId,
			chain: 'polygon',
			walletAddress: testAddress,
			name: 'Elf Wizard',
			description: 'An Elf Wizard of the ADX realm, drawn in the Bold Classic style.',
		});
		const [call] = wallet.callsOf('eth_sendTransaction');
		const { from, to, data } = call!.params![0] as { from: string; to: string; data: Hex };
		expect([from, to]).toEqual([testAddress, contractAddress]);
		expect(decodeFunctionData({ abi: adxCollectionAbi, data })).toMatchObject({
			functionName: 'redeem',
			args: [
				{ to: testAddress, price: 0n, nonce: 18446744073709551615n, deadline: 1_900_000_000n },
				prepared.signature.r,
				prepared.signature.vs,
			],
		});
		expect(server.submitted).toHaveBeenCalledExactlyOnceWith({ imageId, chain: 'polygon', transactionHash: testHash });
		await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
		expect(await section.findByRole('button', { name: 'Minting...' })).toBeDisabled();
		expect(screen.queryByRole('link', { name: 'Download files (CAR)' })).toBeNull();
	});

	test('rejects a second press while the first is under way', async () => {
		const { dialog, submit, wallet } = await openDialog();
		const button = submit();
		fireEvent.click(button);
		fireEvent.click(button);
		await dialog.findByText(/^Sent\./);
		expect(server.prepare).toHaveBeenCalledOnce();
		expect(wallet.callsOf('eth_sendTransaction')).toHaveLength(1);
	});

	test('switches the chain first where that is needed, and counts the wallet’s questions', async () => {
		const wallet = haveWallet({ isConnected: true, chainId: 1 });
		let send = (_hash: string) => {};
		wallet.answerOnce('eth_sendTransaction', () => new Promise<string>((resolve) => (send = resolve)));
		const { dialog, submit } = await openDialog(wallet);
		await userEvent.click(submit());
		expect(await dialog.findByText(/^Confirm in Fake Wallet \(2 of 2\)\. It shows what the gas costs/)).toBeVisible();
		expect(wallet.asked).toEqual(['wallet_switchEthereumChain', 'eth_sendTransaction']);
		await act(async () => send(testHash));
		expect(await dialog.findByText(/^Sent\./)).toBeVisible();
	});

	test('a closed request is not an error and can be made again', async () => {
		const { dialog, submit, wallet } = await openDialog();
		wallet.answerOnce('eth_sendTransaction', () => {
			throw refusal(4001);
		});
		await userEvent.click(submit());
		expect(await dialog.findByText('You closed the request. Nothing was minted.')).toBeVisible();
		expect(dialog.queryByRole('alert')).toBeNull();
		expect(dialog.queryByRole('button', { name: 'Retry' })).toBeNull();
		await userEvent.click(submit());
		expect(await dialog.findByText(/^Sent\./)).toBeVisible();
		expect(server.prepare).toHaveBeenCalledTimes(2);
	});

	test.each([
		['VoucherExpired', [1n], /has run out after 15 minutes/],
		['NonceUsed', [1n], /minted on this chain already.* wait a minute/],
		['WrongSigner', [], /does not accept this server’s signature/],
	] as const)(
		'rejects with a sentence what the contract refuses as %s, and sends nothing',
		async (errorName, args, text) => {
			vi.spyOn(console, 'error').mockReturnValue();
			const { dialog, submit, wallet } = await openDialog();
			wallet.answer('eth_call', () => {
				throw refusal(3, 'execution reverted', encodeErrorResult({ abi: adxCollectionAbi, errorName, args } as never));
			});
			await userEvent.click(submit());
			expect(await dialog.findByText(text)).toBeVisible();
			expect(wallet.callsOf('eth_sendTransaction')).toEqual([]);
		},
	);

	test.each([
		[
			'for another wallet',
			{ voucher: { ...prepared.voucher, to: otherAddress } },
			/it makes somebody else the owner\./,
		],
		['with a price', { voucher: { ...prepared.voucher, price: '1' } }, /it takes a price, and minting here is free/],
		['of another image', { imageId: 'job-1-image-2' }, /it mints another image\./],
		['for another network', { chainId: 1 }, /it is for another network\./],
	])('rejects a permission %s before the wallet is asked', async (_what, changes, text) => {
		vi.spyOn(console, 'error').mockReturnValue();
		server.prepare.mockImplementation(() => ({ ...prepared, ...changes }));
		const { dialog, submit, wallet } = await openDialog();
		await userEvent.click(submit());
		expect(await dialog.findByText(text)).toBeVisible();
		expect(dialog.getByText(/Nothing was sent\.$/)).toBeVisible();
		expect(wallet.asked).toEqual([]);
	});

	test.each([
		['too little for gas', -32_000, 'insufficient funds for gas * price + value', /not enough MATIC in Fake Wallet/],
		['an account it does not show', 4100, 'Unauthorized', /^The account in Fake Wallet was switched meanwhile/],
		[
			'a request that waits already',
			-32_002,
			'Request already pending',
			/^Fake Wallet is already waiting for your answer/,
		],
		[
			'anything else, which may have been sent',
			-32_603,
			'Internal error',
			/only the chain can tell whether .* was sent/,
		],
	])('rejects with a sentence what the wallet refuses: %s', async (_what, code, message, text) => {
		vi.spyOn(console, 'error').mockReturnValue();
		const { dialog, submit, wallet } = await openDialog();
		wallet.answer('eth_sendTransaction', () => {
			throw refusal(code, message);
		});
		await userEvent.click(submit());
		expect(await dialog.findByText(text)).toBeVisible();
		expect(server.submitted).not.toHaveBeenCalled();
	});

	test('rejects a chain that the wallet cannot switch to before anything is signed', async () => {
		vi.spyOn(console, 'error').mockReturnValue();
		const wallet = haveWallet({ isConnected: true, chainId: 1 });
		wallet.answer('wallet_switchEthereumChain', () => {
			throw refusal(4902);
		});
		wallet.answer('wallet_addEthereumChain', () => {
			throw refusal(-32_602, 'Bad RPC URL');
		});
		const { dialog, submit } = await openDialog(wallet);
		await userEvent.click(submit());
		expect(await dialog.findByText(/^Fake Wallet did not switch to Polygon\. Nothing was sent/)).toBeVisible();
		expect(server.prepare).not.toHaveBeenCalled();
	});

	test('rejects with the server’s sentence what the server refuses', async () => {
		vi.spyOn(console, 'error').mockReturnValue();
		server.prepare.mockReturnValue(new Refusal(409, 'This image is minted on this chain already.'));
		const { dialog, submit, wallet } = await openDialog();
		await userEvent.click(submit());
		expect(await dialog.findByText('This image is minted on this chain already.')).toBeVisible();
		expect(wallet.asked).toEqual([]);
	});

	test('rejects when account or chain were switched between signing and sending', async () => {
		vi.spyOn(console, 'error').mockReturnValue();
		const { dialog, submit, wallet } = await openDialog();
		server.prepare.mockImplementationOnce(async () => {
			wallet.chooseAccount(otherAddress);
			return prepared;
		});
		await userEvent.click(submit());
		expect(await dialog.findByText(/^The account in Fake Wallet was switched meanwhile/)).toBeVisible();
		server.prepare.mockImplementationOnce(async () => {
			wallet.chooseChain(5);
			return { ...prepared, voucher: { ...prepared.voucher, to: otherAddress } };
		});
		await userEvent.click(submit());
		expect(await dialog.findByText(/^The chain in Fake Wallet was switched meanwhile/)).toBeVisible();
		expect(wallet.callsOf('eth_sendTransaction')).toEqual([]);
	});

	test('an account switched while the wallet asks is told', async () => {
		const { dialog, submit, wallet } = await openDialog();
		wallet.answerOnce('eth_sendTransaction', () => new Promise(() => {}));
		await userEvent.click(submit());
		await dialog.findByText(/^Confirm in Fake Wallet\. It shows what the gas costs/);
		act(() => wallet.chooseAccount(otherAddress));
		expect(await dialog.findByText(/^You switched the account in Fake Wallet/)).toBeVisible();
	});

	test('what nobody publishes is announced before it is sent, and offered for download with a word on what to do', async () => {
		server.publishesFiles = false;
		server.prepare.mockReturnValue({ ...prepared, published: false });
		const { dialog, submit } = await openDialog();
		expect(dialog.getByText(/^This server publishes nothing on IPFS: after sending, download/)).toBeVisible();
		await userEvent.click(submit());
		expect(await dialog.findByRole('link', { name: 'Download files (CAR)' })).toHaveAttribute('href', prepared.carUrl);
		expect(dialog.getByText(/import them into an IPFS service/)).toBeVisible();
		expect(dialog.queryByText(/after sending, download/)).toBeNull();
	});

	test('a server that publishes says nothing of it', async () => {
		const { dialog } = await openDialog();
		expect(dialog.queryByText(/IPFS/)).toBeNull();
	});

	test('a transaction that the server could not be told of is told by the next page', async () => {
		server.submitted.mockReturnValueOnce(new Refusal(503, 'down'));
		const { dialog, submit } = await openDialog();
		await userEvent.click(submit());
		expect(await dialog.findByText(/The server could not be told just now/)).toBeVisible();
		expect(JSON.parse(localStorage.getItem('adx_sent_mints') ?? '[]')).toHaveLength(1);
		openPage('/?tab=mint');
		await waitFor(() => expect(server.submitted).toHaveBeenCalledTimes(2));
		await waitFor(() => expect(localStorage.getItem('adx_sent_mints')).toBeNull());
	});
});
