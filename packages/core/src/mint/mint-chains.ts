import type { MintChainOutput, MintContractInput, MintContractOutput } from '@adx/validators/mint';
import type { RequestContext } from '../platform/context.ts';
import { queryChain, requireMintChain } from './minting.ts';

/** The configured chains, with what a wallet needs to know to add one; never the server's own node. */
export function listMintChains({ minting }: Pick<RequestContext, 'minting'>): MintChainOutput[] {
	return [...minting.chains.values()].map(({ settings }) => {
		const { chain, chainId, symbol, publicRpcUrl: rpcUrl, explorerUrl, contractAddress } = settings;
		const publishesFiles = minting.ipfsApiUrl !== null;
		return { chain, chainId, symbol, rpcUrl, explorerUrl, contractAddress, publishesFiles };
	});
}

/**
 * What the configured contract does: how many images one transaction mints, and whose the royalty is. 409
 * `mint_unavailable` where minting on the chain is not set up, `chain_unavailable` where its node does not answer.
 */
export async function getMintContract(ctx: RequestContext, { chain }: MintContractInput): Promise<MintContractOutput> {
	const { chain: contract } = requireMintChain(ctx.minting, chain);
	const { royaltyBps: royaltyBasisPoints, ...terms } = await queryChain(ctx, contract, (queried) => queried.terms());
	return { chain, contractAddress: contract.settings.contractAddress, ...terms, royaltyBasisPoints };
}
