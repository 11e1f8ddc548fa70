import type { ImageGroup } from '@adx/db/repositories/generation/damaged-images';
import type { MintOfImage } from '@adx/db/repositories/mint/minted-tokens';
import type { GeneratedImage } from '@adx/validators/generation/generated-image';
import type { MintedToken } from '@adx/validators/minted-token';
import { AppError } from '../platform/errors.ts';

/** The owner of a token until the chain has been read, and of one that is burnt. */
export const nobody = `0x${'0'.repeat(40)}`;

/**
 * A mint in the words of the API. One whose permission ran out before any transaction was reported has not failed: there
 * is none any more, as before it was prepared.
 */
export function presentMint(mint: Omit<MintOfImage, 'imageId'>): MintedToken {
	const { chain, status, contractAddress, tokenId, ownerAddress, txHash: transactionHash } = mint;
	const hasLapsed = mint.isFinal && mint.errorMessage === null;
	return {
		chain,
		status: hasLapsed ? 'none' : status,
		contractAddress,
		tokenId,
		ownerAddress: ownerAddress === nobody ? null : ownerAddress,
		transactionHash,
	};
}

/** Why an image with these mints cannot be changed: a token shows it, or may yet come to show it. */
export function findFreeze(mints: readonly Pick<MintOfImage, 'status' | 'isFinal'>[]): GeneratedImage['frozen'] {
	return toFreeze({
		isMinted: mints.some(({ status }) => status === 'confirmed'),
		isMinting: mints.some(({ isFinal }) => !isFinal),
	});
}

/** The same where only that is known of them: whether one is confirmed, and whether one is not final. */
export function toFreeze({
	isMinted,
	isMinting,
}: Pick<ImageGroup, 'isMinted' | 'isMinting'>): GeneratedImage['frozen'] {
	if (isMinted) return 'already_minted';
	return isMinting ? 'mint_under_way' : null;
}

/** What the owner of a frozen image reads. */
export const frozenTexts = {
	already_minted: 'This image is minted: its token shows it for good.',
	mint_under_way:
		'This image is prepared for minting or on its way to the chain. It can be changed once that mint has failed for good.',
} as const satisfies Record<NonNullable<GeneratedImage['frozen']>, string>;

/** 409 for a change of an image that a token shows, or may yet come to show. */
export const imageFrozen = (reason: NonNullable<GeneratedImage['frozen']>) =>
	new AppError('CONFLICT', { reason, message: frozenTexts[reason] });

/** 409 for what a token stands in the way of. */
export const alreadyMinted = () =>
	new AppError('CONFLICT', { reason: 'already_minted', message: 'This image is minted on this chain already.' });
