import type { MintChain } from '@adx/validators/mint';
import { mainnet, polygon } from 'viem/chains';

/** Addresses of a chain that anybody may use. */
export interface PublicChain {
	readonly rpcUrl: string;
	readonly explorerUrl: string;
}

const known = { polygon, ethereum: mainnet } as const satisfies Readonly<Record<MintChain, unknown>>;

/** The public addresses of a chain, for wallets that do not know it and where the operator's own are nobody's business. */
export function getPublicChain(chain: MintChain): PublicChain {
	const { rpcUrls, blockExplorers } = known[chain];
	return { rpcUrl: rpcUrls.default.http[0], explorerUrl: blockExplorers.default.url };
}
