import { findMint, findMintMetadata } from '@adx/db/repositories/mint/minted-tokens';
import type { MintCarInput } from '@adx/validators/mint';
import { type RequestContext, requireActor } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import { type MintCar, packMintCar } from './token-car.ts';

/** The metadata and the image of a prepared or minted token, to be published by its owner; 404 without one. */
export async function downloadMintCar(ctx: RequestContext, { imageId, chain }: MintCarInput): Promise<MintCar> {
	const mint = await findMint(ctx.db, requireActor(ctx).userId, imageId, chain);
	const metadata = mint && (await findMintMetadata(ctx.db, mint.id, mint.metadataSha256));
	if (metadata === undefined) throw notFound('mint');
	return packMintCar(ctx, metadata);
}
