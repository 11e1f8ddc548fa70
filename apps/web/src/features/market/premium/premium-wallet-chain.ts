import { type PremiumPrice, premiumChainFacts } from '@adx/validators/premium';
import { getPublicChain } from '../../wallets/evm/public-chains.ts';
import type { WalletChain } from '../../wallets/evm/wallet-chains.ts';

/** What wallets are told of the chain that Premium is paid for on. */
export function toPremiumWalletChain({ chain, chainId, symbol, explorerUrl }: PremiumPrice): WalletChain {
	const known = getPublicChain(chain);
	return {
		chainId,
		symbol,
		name: premiumChainFacts[chain].name,
		rpcUrl: known.rpcUrl,
		explorerUrl: explorerUrl ?? known.explorerUrl,
	};
}
