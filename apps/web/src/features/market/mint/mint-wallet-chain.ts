import { type MintChain, mintChainFacts } from '@adx/validators/mint';
import type { ApiOutputs } from '../../../lib/api/trpc.ts';
import { getPublicChain } from '../../wallets/evm/public-chains.ts';
import type { WalletChain } from '../../wallets/evm/wallet-chains.ts';

/**
 * What wallets are told of a chain: the operator's facts where there are some, and a public node where the operator named
 * none. They can be switched to a chain that the server does not mint on all the same.
 */
export function toMintWalletChain(chain: MintChain, configured: ApiOutputs['mint']['chains']): WalletChain {
	const { chainId, symbol, name } = mintChainFacts[chain];
	const known = getPublicChain(chain);
	const facts = configured.find((candidate) => candidate.chain === chain);
	if (facts === undefined) return { chainId, symbol, name, ...known };
	const { rpcUrl, explorerUrl } = facts;
	return { chainId: facts.chainId, symbol: facts.symbol, name, rpcUrl: rpcUrl ?? known.rpcUrl, explorerUrl };
}
