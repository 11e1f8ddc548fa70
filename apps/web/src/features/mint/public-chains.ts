import type { MintChain } from '@adx/validators/mint';
import { type Chain, mainnet, polygon } from 'viem/chains';
import type { PublicChain } from './logic.ts';

const toPublic = ({ rpcUrls, blockExplorers }: Pick<Chain, 'rpcUrls' | 'blockExplorers'>): PublicChain => ({
	rpcUrl: rpcUrls.default.http[0] ?? '',
	explorerUrl: blockExplorers?.default.url ?? '',
});

/** As viem knows them. */
export const publicChains: Readonly<Record<MintChain, PublicChain>> = {
	polygon: toPublic(polygon),
	ethereum: toPublic(mainnet),
};
