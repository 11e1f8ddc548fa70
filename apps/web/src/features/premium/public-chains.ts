import { type PremiumPrice, premiumChainFacts } from '@adx/validators/premium';
import { mainnet, polygon } from 'viem/chains';
import type { WalletChain } from '../wallet/wallet-chains.ts';

const known = [polygon, mainnet];

/** What wallets are told of a chain that they do not know: its public node, since the operator's own is nobody's business. */
export function walletChainOf({ chain, chainId, symbol, explorerUrl }: PremiumPrice): WalletChain {
	const facts = known.find(({ id }) => id === chainId);
	return {
		chainId,
		symbol,
		name: premiumChainFacts[chain].name,
		rpcUrl: facts?.rpcUrls.default.http[0] ?? '',
		explorerUrl: explorerUrl ?? facts?.blockExplorers.default.url ?? null,
	};
}
