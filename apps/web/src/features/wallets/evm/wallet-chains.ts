import { type Chain, defineChain } from 'viem';

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
