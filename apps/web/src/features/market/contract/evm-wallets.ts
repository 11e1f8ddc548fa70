import type { MintChain } from '@adx/validators/minted-token';
import { createContext, type ReactNode, useContext } from 'react';
import type { EvmCall } from '../../wallets/evm/calls/send-call.ts';

/** The wallets of EVM chains, which are loaded where there are such chains. */
export interface EvmWallets {
	/** The account that is connected; null for none. */
	readonly address: string | null;
	readonly name: string;
	/** Connects a wallet to that chain, and shows which one it is. */
	connectBar(network: MintChain): ReactNode;
	/** About what so much gas costs right now, in words; nothing while the wallet does not say. */
	gasCost(network: MintChain, gas: number): ReactNode;
	/**
	 * About what a call costs, in gwei, as the wallet's node carries it out without keeping it. Rejects with a
	 * `ContractRefusalError` where the contract refuses.
	 */
	estimate(call: EvmCall, signal: AbortSignal): Promise<bigint>;
	/** Has the connected wallet send a call; returns the transaction's hash. */
	send(call: EvmCall, signal: AbortSignal): Promise<string>;
}

export const EvmWalletsContext = createContext<EvmWallets | null>(null);

/** Null while they are not loaded, and where there is no such chain. */
export const useEvmWallets = () => useContext(EvmWalletsContext);
