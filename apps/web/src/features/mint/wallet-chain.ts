import { type MintChain, mintChainFacts } from '@adx/validators/mint';
import type { ApiOutputs } from '../../lib/trpc.ts';
import { publicChainOf } from '../wallet/public-chains.ts';
import type { WalletChain } from '../wallet/wallet-chains.ts';

/**
 * What wallets are told of a chain: the operator's facts where there are some. They can be switched to one that the server
 * does not mint on all the same.
 */
export function walletChainOf(chain: MintChain, configured: ApiOutputs['mint']['chains']): WalletChain {
	const { chainId, symbol, name } = mintChainFacts[chain];
	const facts = configured.find((candidate) => candidate.chain === chain);
	if (facts === undefined) return { chainId, symbol, name, ...publicChainOf(chainId) };
	return { chainId: facts.chainId, symbol: facts.symbol, name, rpcUrl: facts.rpcUrl, explorerUrl: facts.explorerUrl };
}
