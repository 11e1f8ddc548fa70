import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connect } from 'wagmi/actions';
import type { AnnouncedWallet } from './announced-wallets.ts';
import { endWithoutWallets, haveWallet, refusal, startWithoutWallets } from './evm-wallet-testing.ts';
import { ChainNotSwitchedError, switchWalletChain } from './switch-chain.ts';
import type { WalletChain } from './wallet-chains.ts';
import { createWalletConfig, offerWallets } from './wallet-config.ts';

const chainOf = (chainId: number): WalletChain => ({
	chainId,
	name: `Chain ${chainId}`,
	symbol: 'COIN',
	rpcUrl: 'https://rpc.example',
	explorerUrl: null,
});

beforeEach(() => {
	vi.useFakeTimers();
	startWithoutWallets();
});
afterEach(() => {
	endWithoutWallets();
	vi.useRealTimers();
	sessionStorage.clear();
});

/** A wallet on chain 1 that is connected. */
async function connected() {
	const wallet = haveWallet({ chainId: 1 });
	const config = createWalletConfig([chainOf(137), chainOf(1)]);
	const found: AnnouncedWallet[] = [];
	const take = ({ detail: { info, provider } }: WindowEventMap['eip6963:announceProvider']) =>
		void found.push({ id: info.rdns, name: info.name, icon: undefined, provider });
	window.addEventListener('eip6963:announceProvider', take);
	window.dispatchEvent(new Event('eip6963:requestProvider'));
	window.removeEventListener('eip6963:announceProvider', take);
	offerWallets(config, found);
	await connect(config, { connector: config.connectors[0]! });
	const chainIdNow = () => config.state.connections.get(config.state.current!)?.chainId;
	return { wallet, config, chainIdNow };
}

test('rejects a wallet that says it switched and never does', async () => {
	const { wallet, config, chainIdNow } = await connected();
	wallet.answer('wallet_switchEthereumChain', () => null);
	const switching = expect(switchWalletChain(config, 137)).rejects.toBeInstanceOf(ChainNotSwitchedError);
	await vi.advanceTimersByTimeAsync(10_000);
	await switching;
	expect(chainIdNow()).toBe(1);
});

test('waits for a wallet that answers before it has switched, and needs no event of it', async () => {
	const { wallet, config, chainIdNow } = await connected();
	wallet.answer('wallet_switchEthereumChain', () => {
		setTimeout(() => wallet.answer('eth_chainId', () => '0x89'), 1_500);
		return null;
	});
	const switching = switchWalletChain(config, 137);
	await vi.advanceTimersByTimeAsync(10_000);
	await switching;
	expect(chainIdNow()).toBe(137);
});

test('a wallet that only adds a chain is asked to switch to it again', async () => {
	const { wallet, config, chainIdNow } = await connected();
	wallet.answerOnce('wallet_switchEthereumChain', () => {
		throw refusal(-32_603, 'Internal error', { originalError: { code: 4902 } });
	});
	wallet.answer('wallet_addEthereumChain', () => null);
	const switching = switchWalletChain(config, 137);
	await vi.advanceTimersByTimeAsync(10_000);
	await switching;
	expect(wallet.asked).toEqual([
		'eth_requestAccounts',
		'wallet_switchEthereumChain',
		'wallet_addEthereumChain',
		'wallet_switchEthereumChain',
	]);
	expect(chainIdNow()).toBe(137);
});

test('nothing more is asked of the wallet once nobody waits', async () => {
	const { wallet, config } = await connected();
	const stopping = new AbortController();
	wallet.answerOnce('wallet_switchEthereumChain', () => {
		stopping.abort();
		throw refusal(4902);
	});
	await expect(switchWalletChain(config, 137, stopping.signal)).rejects.toThrow(/abort/);
	expect(wallet.callsOf('wallet_addEthereumChain')).toEqual([]);
});
