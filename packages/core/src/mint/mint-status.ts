import {
	findListedMint,
	type ListedMint,
	listMints,
	recordSubmittedMint,
} from '@adx/db/repositories/mint/minted-tokens';
import type { ImageMintStatus, MintChainOutput, MintStatusInput, SubmittedMintInput } from '@adx/validators/mint';
import type { MintChain } from '@adx/validators/minted-token';
import { type RequestContext, requireActor } from '../platform/context.ts';
import { notFound, unknownCursor } from '../platform/errors.ts';
import type { Minting } from './minting.ts';
import { presentToken } from './present-token.ts';

/** The caller's mints on a chain, one per image; an image that is not there has status 'none'. */
export async function listMintStatus(
	ctx: RequestContext,
	{ chain, cursor, limit }: MintStatusInput,
): Promise<ImageMintStatus[]> {
	const { userId } = requireActor(ctx);
	const isUnknown = cursor !== undefined && (await findListedMint(ctx.db, userId, cursor, chain)) === undefined;
	if (isUnknown) throw unknownCursor();
	const mints = await listMints(ctx.db, userId, chain, { after: cursor, limit });
	return mints.map((mint) => presentMint(ctx.minting, mint, chain));
}

/** A mint as the page shows it: with its transaction on the explorer, or its token where that is not known. */
function presentMint({ chains }: Pick<Minting, 'chains'>, mint: ListedMint, chain: MintChain): ImageMintStatus {
	const { imageId, status, txHash, contractAddress, tokenId, errorMessage, isPublished: published } = mint;
	const explorer = chains.get(chain)?.settings.explorerUrl ?? null;
	let explorerUrl: string | null = null;
	if (explorer !== null && txHash !== null) explorerUrl = `${explorer}/tx/${txHash}`;
	else if (explorer !== null && status === 'confirmed')
		explorerUrl = `${explorer}/token/${contractAddress}?a=${tokenId}`;
	const token = presentToken(mint);
	return { imageId, ...token, explorerUrl, errorMessage, published };
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
	return presentMint(ctx.minting, mint, chain);
}

/** The configured chains, with what a wallet needs to know to add one; never the server's own node. */
export function listMintChains({ minting }: Pick<RequestContext, 'minting'>): MintChainOutput[] {
	return [...minting.chains.values()].map(({ settings }) => {
		const { chain, chainId, symbol, publicRpcUrl: rpcUrl, explorerUrl, contractAddress } = settings;
		const publishesFiles = minting.ipfsApiUrl !== null;
		return { chain, chainId, symbol, rpcUrl, explorerUrl, contractAddress, publishesFiles };
	});
}
