import { findListedMint, type ListedMint, listMints } from '@adx/db/repositories/mint/minted-tokens';
import type { ImageMintStatus, MintStatusInput } from '@adx/validators/mint';
import type { MintChain } from '@adx/validators/minted-token';
import { type RequestContext, requireActor } from '../platform/context.ts';
import { unknownCursor } from '../platform/errors.ts';
import type { Minting } from './minting.ts';
import { presentMint } from './present-mint.ts';

/** The caller's mints on a chain, one per image; an image that is not there has status 'none'. */
export async function listMintStatus(
	ctx: RequestContext,
	{ chain, cursor, limit }: MintStatusInput,
): Promise<ImageMintStatus[]> {
	const { userId } = requireActor(ctx);
	const isUnknown = cursor !== undefined && (await findListedMint(ctx.db, userId, cursor, chain)) === undefined;
	if (isUnknown) throw unknownCursor();
	const mints = await listMints(ctx.db, userId, chain, { after: cursor, limit });
	return mints.map((mint) => toImageMintStatus(ctx.minting, mint, chain));
}

/** A mint as the page shows it: with its transaction on the explorer, or its token where that is not known. */
export function toImageMintStatus(
	{ chains }: Pick<Minting, 'chains'>,
	mint: ListedMint,
	chain: MintChain,
): ImageMintStatus {
	const { imageId, status, txHash, contractAddress, tokenId, errorMessage, isPublished: published } = mint;
	const { txIsUnknown: transactionUnknown, cancelledAt, deadline, isFinal } = mint;
	const explorer = chains.get(chain)?.settings.explorerUrl ?? null;
	let explorerUrl: string | null = null;
	if (explorer !== null && txHash !== null) explorerUrl = `${explorer}/tx/${txHash}`;
	else if (explorer !== null && status === 'confirmed')
		explorerUrl = `${explorer}/token/${contractAddress}?a=${tokenId}`;
	const token = presentMint(mint);
	const permittedUntil = status === 'confirmed' || isFinal ? null : deadline;
	return { imageId, ...token, explorerUrl, errorMessage, published, transactionUnknown, cancelledAt, permittedUntil };
}
