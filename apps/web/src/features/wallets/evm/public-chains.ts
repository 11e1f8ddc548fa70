import { mainnet, polygon } from 'viem/chains';

/** Addresses of a chain that anybody may use. */
export interface PublicChain {
	readonly rpcUrl: string;
	readonly explorerUrl: string;
}

const known: readonly (typeof polygon | typeof mainnet)[] = [polygon, mainnet];

/**
 * The public addresses of a chain, for wallets that do not know it and where the operator's own are nobody's business. Throws
 * for a chain that the product does not know.
 */
export function getPublicChain(chainId: number): PublicChain {
	const chain = known.find(({ id }) => id === chainId);
	if (chain === undefined) throw new RangeError(`No public node of chain ${chainId} is known.`);
	return { rpcUrl: chain.rpcUrls.default.http[0], explorerUrl: chain.blockExplorers.default.url };
}
