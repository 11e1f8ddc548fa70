import { findListedMint, recordSubmittedMint } from '@adx/db/repositories/mint/minted-tokens';
import type { ImageMintStatus, SubmittedMintInput } from '@adx/validators/mint';
import { type RequestContext, requireActor } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import { toImageMintStatus } from './mint-status.ts';

/**
 * Notes the transaction that the wallet sent, which is shown and looked for but proves nothing: a mint is confirmed by
 * what the contract says. Repeating it changes nothing, nor does it where the mint has ended. 404 without a preparation.
 */
export async function submitMint(ctx: RequestContext, input: SubmittedMintInput): Promise<ImageMintStatus> {
	const { userId } = requireActor(ctx);
	const { imageId, chain, transactionHash: txHash } = input;
	await recordSubmittedMint(ctx.db, userId, { imageId, chain, txHash });
	const mint = await findListedMint(ctx.db, userId, imageId, chain);
	if (mint === undefined) throw notFound('mint');
	return toImageMintStatus(ctx.minting, mint, chain);
}
