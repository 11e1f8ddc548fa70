import { type ListedMint, listMints } from '@adx/db/repositories/mint/minted-tokens';
import type { ImageMintStatus, MintChain, MintStatusInput } from '@adx/validators/mint';
import { type RequestContext, requireActor } from '../platform/context.ts';
import type { Minting } from './minting.ts';

/** The caller's mints on a chain, one per image; an image that is not there has status 'none'. */
export async function listMintStatus(ctx: RequestContext, { chain }: MintStatusInput): Promise<ImageMintStatus[]> {
	const { userId } = requireActor(ctx);
	const mints = await listMints(ctx.db, userId, chain);
	return mints.map((mint) => presentMint(ctx.minting, mint, chain));
}

/** A mint as the page shows it: with its transaction on the explorer, or its token where that is not known. */
export function presentMint({ chains }: Pick<Minting, 'chains'>, mint: ListedMint, chain: MintChain): ImageMintStatus {
	const { imageId, status, txHash, contractAddress, tokenId, errorMessage, isPublished: published } = mint;
	const explorer = chains.get(chain)?.settings.explorerUrl ?? null;
	let explorerUrl: string | null = null;
	if (explorer !== null && txHash !== null) explorerUrl = `${explorer}/tx/${txHash}`;
	else if (explorer !== null && status === 'confirmed')
		explorerUrl = `${explorer}/token/${contractAddress}?a=${tokenId}`;
	return { imageId, status, explorerUrl, errorMessage, published };
}
