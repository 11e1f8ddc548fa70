import {
	cancelOpenMint,
	findListedMint,
	type ListedMint,
	listMints,
	recordSubmittedMint,
} from '@adx/db/repositories/mint/minted-tokens';
import type {
	CancelMintInput,
	ImageMintStatus,
	MintChainOutput,
	MintContractInput,
	MintContractOutput,
	MintStatusInput,
	SubmittedMintInput,
} from '@adx/validators/mint';
import type { MintChain } from '@adx/validators/minted-token';
import { type RequestContext, requireActor } from '../platform/context.ts';
import { AppError, notFound, unknownCursor } from '../platform/errors.ts';
import { type Minting, queryChain, requireMintChain } from './minting.ts';
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
function toImageMintStatus({ chains }: Pick<Minting, 'chains'>, mint: ListedMint, chain: MintChain): ImageMintStatus {
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

/** 409 for what a token stands in the way of. */
export const alreadyMinted = () =>
	new AppError('CONFLICT', { reason: 'already_minted', message: 'This image is minted on this chain already.' });

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
