import { cancelOpenMint, findListedMint } from '@adx/db/repositories/mint/minted-tokens';
import type { CancelMintInput, ImageMintStatus } from '@adx/validators/mint';
import { type RequestContext, requireActor } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import { toImageMintStatus } from './mint-status.ts';
import { alreadyMinted } from './present-mint.ts';

/**
 * Gives up a mint that is prepared or under way. What was signed cannot be unsigned: until `permittedUntil` its owner can
 * still redeem it, so the image stays frozen until then, and the token counts should it come to be after all. One that
 * has failed stays as it is. 404 without a preparation, 409 `already_minted`.
 */
export async function cancelMint(ctx: RequestContext, { imageId, chain }: CancelMintInput): Promise<ImageMintStatus> {
	const { userId } = requireActor(ctx);
	await cancelOpenMint(ctx.db, userId, { imageId, chain, errorMessage: 'You cancelled this mint.' });
	const mint = await findListedMint(ctx.db, userId, imageId, chain);
	if (mint === undefined) throw notFound('mint');
	if (mint.status === 'confirmed') throw alreadyMinted();
	return toImageMintStatus(ctx.minting, mint, chain);
}
