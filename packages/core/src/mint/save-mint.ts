import { randomUUID } from 'node:crypto';
import { rawCid } from '@adx/collection/archive/cid';
import type { Voucher } from '@adx/contracts/evm/abi';
import type { CompactSignature } from '@adx/contracts/evm/voucher';
import { transact } from '@adx/db/client/transact';
import {
	lockOwnedImage,
	type RecoveredMintRows,
	savePreparedMint,
	saveRecoveredMint,
} from '@adx/db/repositories/mint/mint-preparations';
import type { PrepareMintInput } from '@adx/validators/mint';
import type { RequestContext } from '../platform/context.ts';
import { AppError, notFound } from '../platform/errors.ts';
import type { MintDraft } from './draft-mint.ts';
import type { ChainBlock, MintContract } from './mint-contract.ts';
import { nobody } from './present-mint.ts';

/** What is stored of a preparation. */
export interface SignedMint {
	readonly ownerId: string;
	readonly input: PrepareMintInput;
	readonly chain: MintContract;
	/** The newest block when it was signed. */
	readonly head: ChainBlock;
	readonly draft: MintDraft;
	readonly voucher: Voucher;
	readonly signature: CompactSignature;
	readonly isPublished: boolean;
}

/** 409 while it is open which picture the token would show. */
export const imageChanging = () =>
	new AppError('CONFLICT', {
		reason: 'image_not_ready',
		message: 'Another version of this image is being made, or was just chosen. Mint it when that has ended.',
	});

/**
 * Stores a preparation; null where the mint has gone on meanwhile. 409 `image_not_ready` where the image shows another
 * version now, or is to be generated again; 404 for an image that no longer belongs to this owner: a mint
 * in the name of somebody else would belong to nobody.
 */
export async function saveSignedMint(ctx: RequestContext, mint: SignedMint): Promise<{ readonly id: string } | null> {
	const { ownerId, input, chain, head, draft, voucher, signature } = mint;
	const now = ctx.clock();
	return transact(ctx.db, async (trx) => {
		const image = await lockOwnedImage(trx, ownerId, input.imageId);
		if (image === undefined) throw notFound('image');
		// Another version was asked for, or chosen, while this one was being prepared.
		if (image.redraw || image.blobSha256 !== draft.imageSha256) throw imageChanging();
		return savePreparedMint(trx, {
			token: {
				id: randomUUID(),
				ownerId,
				imageId: input.imageId,
				chain: input.chain,
				contractAddress: chain.settings.contractAddress,
				tokenId: String(voucher.nonce),
				ownerAddress: voucher.to,
				nftName: input.name,
				nftDescription: input.description,
				metadataSha256: draft.sha256,
				metadataCid: draft.metadataCid,
				imageCid: draft.imageCid,
				tokenUri: draft.tokenUri,
				createdAt: now,
			},
			metadata: { json: draft.json, imageSha256: draft.imageSha256, publishedAt: mint.isPublished ? now : null },
			voucher: {
				id: randomUUID(),
				signature: signature.r + signature.vs.slice(2),
				deadline: new Date(Number(voucher.deadline) * 1_000),
				signedAtBlock: head.number,
			},
		});
	});
}

/** A token that the contract has already, as of the newest block. */
export interface FoundToken {
	readonly contractAddress: string;
	readonly metadataSha256: string;
}

/**
 * Stores that the chain has an image's token though no row says so, as after an older backup was restored; the watcher
 * confirms it, as it does any other. Where a row says so this changes nothing. 404 as above.
 */
export async function saveFoundToken(
	ctx: RequestContext,
	token: FoundToken & Pick<RecoveredMintRows['token'], 'ownerId' | 'imageId' | 'chain' | 'tokenId'>,
	/** Unix seconds: no voucher that was signed before holds for longer. */
	{ deadline, foundAtBlock }: { readonly deadline: number; readonly foundAtBlock: number },
): Promise<void> {
	const metadataCid = rawCid(token.metadataSha256).toString();
	await transact(ctx.db, async (trx) => {
		if ((await lockOwnedImage(trx, token.ownerId, token.imageId)) === undefined) throw notFound('image');
		await saveRecoveredMint(trx, {
			token: {
				...token,
				id: randomUUID(),
				ownerAddress: nobody,
				metadataCid,
				tokenUri: `ipfs://${metadataCid}`,
				createdAt: ctx.clock(),
			},
			voucher: { id: randomUUID(), deadline: new Date(deadline * 1_000), signedAtBlock: foundAtBlock },
		});
	});
}
