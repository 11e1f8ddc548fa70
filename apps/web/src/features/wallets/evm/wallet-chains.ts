import { type MintChain, mintChainFacts } from '@adx/validators/minted-token';
import type { SaleChain } from '@adx/validators/sale/evm';
import { type Chain, defineChain } from 'viem';
import { mainnet, polygon } from 'viem/chains';

/** A chain as wallets get to know it. */
export interface WalletChain {
	readonly chainId: number;
	readonly name: string;
	/** The symbol of the coin that gas is paid in. */
	readonly symbol: string;
	readonly rpcUrl: string;
	readonly explorerUrl: string | null;
}

export function toViemChain({ chainId, name, symbol, rpcUrl, explorerUrl }: WalletChain): Chain {
	return defineChain({
		id: chainId,
		name,
		nativeCurrency: { name: symbol, symbol, decimals: 18 },
		rpcUrls: { default: { http: [rpcUrl] } },
		...(explorerUrl === null ? {} : { blockExplorers: { default: { name: 'Explorer', url: explorerUrl } } }),
	});
}

/** Addresses of a chain that anybody may use. */
interface PublicChain {
	readonly rpcUrl: string;
	readonly explorerUrl: string;
}

const known = { polygon, ethereum: mainnet } as const satisfies Readonly<Record<MintChain, unknown>>;

/** The public addresses of a chain, for wallets that do not know it and where the operator's own are nobody's business. */
export function getPublicChain(chain: MintChain): PublicChain {
	const { rpcUrls, blockExplorers } = known[chain];
	return { rpcUrl: rpcUrls.default.http[0], explorerUrl: blockExplorers.default.url };
}

/** What wallets learn of a chain: the operator's facts where there are some, and a public node where none is named. */
export function toWalletChain(network: MintChain, chain: SaleChain | null): WalletChain {
	const { chainId, symbol, name } = mintChainFacts[network];
	const known = getPublicChain(network);
	if (chain === null) return { chainId, symbol, name, ...known };
	return { ...chain, rpcUrl: chain.rpcUrl ?? known.rpcUrl };
}
