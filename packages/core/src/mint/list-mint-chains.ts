import type { MintChainOutput } from '@adx/validators/mint';
import type { RequestContext } from '../platform/context.ts';

/** The configured chains, with what a wallet needs to know to add one; never the server's own node. */
export function listMintChains({ minting }: Pick<RequestContext, 'minting'>): MintChainOutput[] {
	return [...minting.chains.values()].map(({ settings }) => {
		const { chain, chainId, symbol, publicRpcUrl: rpcUrl, explorerUrl, contractAddress } = settings;
		return { chain, chainId, symbol, rpcUrl, explorerUrl, contractAddress };
	});
}
