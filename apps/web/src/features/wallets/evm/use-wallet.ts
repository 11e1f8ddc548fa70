import { useMemo } from 'react';
import type { Address, Client } from 'viem';
import { useConfig, useConnection } from 'wagmi';
import { disconnect, getConnection, getConnectorClient } from 'wagmi/actions';
import { walletTexts } from './evm-wallet-texts.ts';
import { switchWalletChain } from './switch-chain.ts';
import { storeDisconnected } from './wallet-config.ts';

/** The wallet that is connected, or that none is. */
export interface Wallet {
	/** The address with its checksum; null without a wallet. */
	readonly address: Address | null;
	/** The one that the wallet is on. */
	readonly chainId: number | null;
	readonly name: string;
}

/** What can be done with a wallet, by its state at that moment rather than when the page was drawn. */
export interface WalletHandlers {
	now(): Wallet;
	/** Asks the wallet to be on a chain, and to add it where it does not know it (4902); rejects unless it then is. */
	switchTo(chainId: number, signal?: AbortSignal): Promise<void>;
	/** Talks to the chain through the wallet. Rejects unless it is on that chain with that account. */
	openClient(expected: { readonly account: Address; readonly chainId: number }): Promise<Client>;
	/** Holds until somebody connects again, over reloads too. */
	disconnect(): Promise<void>;
}

const toWallet = ({ address, chainId, connector }: ReturnType<typeof getConnection>): Wallet => ({
	address: address ?? null,
	chainId: address === undefined ? null : (chainId ?? null),
	name: connector?.name ?? walletTexts.unnamed,
});

/** The wallet, as it is after every change in it. */
export function useWallet(): Wallet {
	return toWallet(useConnection());
}

export function useWalletHandlers(): WalletHandlers {
	const config = useConfig();
	return useMemo(
		() => ({
			now: () => toWallet(getConnection(config)),
			switchTo: (chainId, signal) => switchWalletChain(config, chainId, signal),
			openClient: (expected) => getConnectorClient(config, expected),
			async disconnect() {
				storeDisconnected();
				for (const { connector } of [...config.state.connections.values()]) await disconnect(config, { connector });
			},
		}),
		[config],
	);
}
