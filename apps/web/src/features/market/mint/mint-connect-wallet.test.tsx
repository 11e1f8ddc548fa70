import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { api, procedure } from '../../../test/api.ts';
import { publicConfig } from '../../../test/fixtures.ts';
import { haveWallet, otherAddress, refusal, testAddress } from '../../wallets/evm/evm-wallet-testing.ts';
import { contractAddress, type findSection, openSection, toastTitle, toneOf, useMintServer } from './mint-testing.ts';

useMintServer();

describe('connecting a wallet', () => {
	const connect = async (section: Awaited<ReturnType<typeof findSection>>) =>
		userEvent.click((await section.findAllByRole('button', { name: 'Connect Wallet' }))[0]!);

	test('asks for accounts, then to switch, and shows the address in short (WAL-01, WAL-03)', async () => {
		const wallet = haveWallet({ chainId: 1 });
		const section = await openSection();
		await connect(section);
		expect(toneOf(await toastTitle('Wallet Connected'))).toBe('success');
		expect(screen.getByText('Connected to 0x3C44…93BC')).toBeVisible();
		expect(await section.findByText('Polygon · Fake Wallet')).toBeVisible();
		expect(wallet.asked).toEqual(['eth_requestAccounts', 'wallet_switchEthereumChain']);
		expect(wallet.callsOf('wallet_switchEthereumChain')[0]?.params).toEqual([{ chainId: '0x89' }]);
		expect(section.getByText('0x3C44…93BC')).toBeVisible();
		expect(section.getByRole('button', { name: /Copy address$/ })).toHaveAttribute('title', testAddress);
	});

	test('a chain that the wallet does not know (4902) is added with the operator’s facts (WAL-01)', async () => {
		const wallet = haveWallet({ chainId: 1 });
		wallet.answerOnce('wallet_switchEthereumChain', () => {
			throw refusal(4902);
		});
		wallet.answer('wallet_addEthereumChain', () => {
			wallet.chooseChain(137);
			return null;
		});
		const section = await openSection();
		await connect(section);
		expect(await section.findByText('Polygon · Fake Wallet')).toBeVisible();
		expect(wallet.callsOf('wallet_addEthereumChain')[0]?.params).toEqual([
			{
				chainId: '0x89',
				chainName: 'Polygon',
				nativeCurrency: { name: 'MATIC', symbol: 'MATIC', decimals: 18 },
				rpcUrls: ['https://rpc.example'],
				blockExplorerUrls: ['https://explorer.example'],
			},
		]);
	});

	test('Ethereum is chain 1, and wallets learn a public node where the operator names none (ENT-17)', async () => {
		const ethereum = { chain: 'ethereum', chainId: 1, symbol: 'ETH' } as const;
		const unnamed = { rpcUrl: null, explorerUrl: 'https://explorer.example', contractAddress, publishesFiles: true };
		api.use(
			procedure('auth', 'config', () => ({ ...publicConfig, chains: [ethereum] })),
			procedure('mint', 'chains', () => [{ ...ethereum, ...unnamed }]),
		);
		const wallet = haveWallet({ chainId: 137 });
		wallet.answerOnce('wallet_switchEthereumChain', () => {
			throw refusal(4902);
		});
		wallet.answer('wallet_addEthereumChain', () => {
			wallet.chooseChain(1);
			return null;
		});
		const section = await openSection();
		await userEvent.click(section.getByRole('radio', { name: 'Ethereum' }));
		await connect(section);
		expect(await section.findByText('Ethereum · Fake Wallet')).toBeVisible();
		expect(wallet.callsOf('wallet_addEthereumChain')[0]?.params).toMatchObject([
			{
				chainId: '0x1',
				nativeCurrency: { symbol: 'ETH' },
				rpcUrls: [expect.stringMatching(/^https:/)],
				blockExplorerUrls: [expect.stringMatching(/^https:/)],
			},
		]);
	});

	test('where a chain is not set up it is said before, and the wallet is asked for accounts alone', async () => {
		const wallet = haveWallet({ chainId: 5 });
		const section = await openSection();
		expect(section.getByText(/^Make a finished character a token/)).toBeVisible();
		await userEvent.click(section.getByRole('radio', { name: 'Ethereum' }));
		expect(section.getByText(/^This server does not mint on Ethereum yet\. Its operator/)).toBeVisible();
		expect(section.queryByText(/^Make a finished/)).toBeNull();
		await connect(section);
		expect(await section.findByText('Fake Wallet')).toBeVisible();
		expect(section.queryByRole('button', { name: 'Wrong network' })).toBeNull();
		expect(wallet.asked).toEqual(['eth_requestAccounts']);
	});

	test('says at each of its questions what the wallet asks', async () => {
		const wallet = haveWallet({ chainId: 1 });
		let give = (_accounts: string[]) => {};
		wallet.answerOnce('eth_requestAccounts', () => new Promise<string[]>((resolve) => (give = resolve)));
		wallet.answerOnce('wallet_switchEthereumChain', () => new Promise(() => {}));
		const section = await openSection();
		await connect(section);
		expect(await section.findByText(/^Confirm in Fake Wallet \(1 of 2\)\. It asks whether this page/)).toBeVisible();
		await act(async () => give([testAddress]));
		expect(await section.findByText(/^Confirm in Fake Wallet \(2 of 2\)\. It asks to switch to Polygon/)).toBeVisible();
	});

	test('rejects without a wallet, and tells where to get one (ERR-07)', async () => {
		const section = await openSection();
		await connect(section);
		expect(toneOf(await toastTitle('Wallet Not Found'))).toBe('destructive');
		expect(section.getByText('Please install MetaMask or another Web3 wallet')).toBeVisible();
		expect(section.getByRole('link', { name: 'Install MetaMask' })).toHaveAttribute('target', '_blank');
	});

	test('rejects what fails in the wallet with the spec’s words (ERR-08)', async () => {
		const wallet = haveWallet();
		wallet.answerOnce('eth_requestAccounts', () => {
			throw refusal(-32_603, 'Internal error');
		});
		vi.spyOn(console, 'error').mockReturnValue();
		const section = await openSection();
		await connect(section);
		expect(toneOf(await toastTitle('Connection Failed'))).toBe('destructive');
		expect(section.getByText('Failed to connect wallet. Please try again.')).toBeVisible();
	});

	test('rejects a chain that could not be added as a failure, not as somebody’s choice (ERR-08)', async () => {
		const wallet = haveWallet({ chainId: 1 });
		wallet.answerOnce('wallet_switchEthereumChain', () => {
			throw refusal(4902);
		});
		wallet.answer('wallet_addEthereumChain', () => {
			throw refusal(-32_602, 'Bad RPC URL');
		});
		vi.spyOn(console, 'error').mockReturnValue();
		const section = await openSection();
		await connect(section);
		expect(await toastTitle('Connection Failed')).toBeVisible();
		expect(await section.findByRole('button', { name: 'Wrong network' })).toBeEnabled();
	});

	test('a closed request (4001) is not an error and can be made again', async () => {
		const wallet = haveWallet();
		wallet.answerOnce('eth_requestAccounts', () => {
			throw refusal(4001);
		});
		const section = await openSection();
		await connect(section);
		expect(await section.findByText('You closed the request. No wallet was connected.')).toBeVisible();
		expect(screen.queryByText('Connection Failed')).toBeNull();
		await userEvent.click(section.getByRole('button', { name: 'Retry' }));
		expect(await section.findByText('Polygon · Fake Wallet')).toBeVisible();
	});

	test('what a wallet refused is not spoken of any more once it has done it', async () => {
		const wallet = haveWallet({ chainId: 1 });
		const refuse = () => {
			throw refusal(4001);
		};
		wallet.answerOnce('eth_requestAccounts', refuse);
		wallet.answerOnce('wallet_switchEthereumChain', refuse);
		const section = await openSection();
		await connect(section);
		expect(await section.findByText('You closed the request. No wallet was connected.')).toBeVisible();
		await connect(section);
		const sentence = 'You closed the request. Your wallet was not switched to Polygon.';
		expect(await section.findByText(sentence)).toBeVisible();
		act(() => wallet.chooseChain(137));
		expect(await section.findByText('Polygon · Fake Wallet')).toBeVisible();
		expect(section.queryByText(sentence)).toBeNull();
		expect(section.queryByRole('button', { name: 'Retry' })).toBeNull();
	});

	test('of several wallets one is chosen', async () => {
		haveWallet({ name: 'First' });
		const second = haveWallet({ name: 'Second' });
		const section = await openSection();
		await connect(section);
		await userEvent.click(await screen.findByRole('button', { name: 'Second' }));
		expect(await section.findByText('Polygon · Second')).toBeVisible();
		expect(second.asked).toEqual(['eth_requestAccounts']);
	});

	test('a chain or an account switched in the wallet shows at once', async () => {
		const wallet = haveWallet({ isConnected: true });
		const section = await openSection();
		expect(await section.findByText('Polygon · Fake Wallet')).toBeVisible();
		act(() => wallet.chooseChain(5));
		await userEvent.click(await section.findByRole('button', { name: 'Wrong network' }));
		expect(await section.findByText('Polygon · Fake Wallet')).toBeVisible();
		act(() => wallet.chooseAccount(otherAddress));
		expect(await section.findByTitle(otherAddress)).toBeVisible();
	});
});
