import type { Voucher } from '@adx/contracts/evm/abi';
import { findGenerationJob } from '@adx/db/repositories/generation/generation-jobs';
import { listWatchedContracts } from '@adx/db/repositories/mint/chain-cursors';
import { findMint, findVoucherDeadline } from '@adx/db/repositories/mint/minted-tokens';
import type { PreparedMint, PrepareMintInput } from '@adx/validators/mint';
import { requireStoredImage } from '../generation/versions/require-image.ts';
import { type RequestContext, requireActor } from '../platform/context.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { draftMint } from './draft-mint.ts';
import { packMintCar } from './mint-car.ts';
import type { ChainBlock, ContractTerms, MintContract } from './mint-contract.ts';
import { checkedAddress, queryChain, requireMintChain } from './minting.ts';
import { alreadyMinted } from './present-mint.ts';
import { publishMint } from './publish-mint.ts';
import { type FoundToken, imageChanging, type SignedMint, saveFoundToken, saveSignedMint } from './save-mint.ts';

/** How long a voucher can be redeemed. */
const voucherSeconds = 15 * 60;

/**
 * Signs the permission to mint an image of the caller's own: metadata and CIDs are made, published where the operator
 * set an IPFS service, and recorded. Doing it again before the token is minted signs the same nonce again. A token that
 * the chain has though no row says so is recorded in its place, and then refused as any other. 404 for a stranger's image;
 * 409 `image_not_ready`, `mint_unavailable`, `mint_under_way`, `already_minted`, `chain_unavailable`, `ipfs_unavailable`;
 * 400 for an address with a wrong checksum and for the contract's own; 429 beyond 60 calls of a user in a minute.
 */
export async function prepareMint(ctx: RequestContext, input: PrepareMintInput): Promise<PreparedMint> {
	const { userId } = requireActor(ctx);
	const { minting } = ctx;
	await minting.limiter.begin('mint.prepare', userId);
	const to = checkedAddress(input.walletAddress);
	const image = await requireStoredImage(ctx, input.imageId);
	if (image.redraw) throw imageChanging();
	const { chain, signer } = requireMintChain(minting, input.chain);
	refuseContractAddress(to, chain.settings.contractAddress);
	const job = await findGenerationJob(ctx.db, userId, image.jobId);
	if (job === undefined) throw notFound('image');
	const { contractAddress, chainId } = chain.settings;
	await refuseUnlessOpen(ctx, input, contractAddress);
	const nonce = signer.nonceOf(image.id);
	const followed = await listWatchedContracts(ctx.db, input.chain);
	const others = followed.filter((address) => address !== contractAddress);
	const question = { nonce: String(nonce), signer: signer.address, others };
	const { head, found, terms } = await queryChain(ctx, chain, (asked) => readChainState(asked, question));
	if (found !== null) {
		const row = { ownerId: userId, imageId: image.id, chain: input.chain, tokenId: String(nonce), ...found };
		await saveFoundToken(ctx, row, { deadline: deadlineOf(ctx, head), foundAtBlock: head.number });
		throw alreadyMinted();
	}
	const royalty = { bps: terms.royaltyBps, receiver: terms.royaltyReceiver ?? to };
	const draft = await draftMint(ctx, image, job, input, royalty);
	const { ipfsApiUrl } = minting;
	if (ipfsApiUrl !== null) await publishMint(ipfsApiUrl, await packMintCar(ctx, draft), ctx.gone);

	const voucher: Voucher = {
		to,
		digest: `0x${draft.sha256}`,
		price: 0n,
		nonce,
		deadline: BigInt(deadlineOf(ctx, head)),
	};
	const signature = await signer.sign(chainId, contractAddress, voucher);
	const isPublished = ipfsApiUrl !== null;
	const mintId = await save(ctx, { ownerId: userId, input, chain, head, draft, voucher, signature, isPublished });
	return {
		mintId,
		imageId: image.id,
		chain: input.chain,
		chainId,
		contractAddress,
		voucher: {
			to,
			digest: voucher.digest,
			price: String(voucher.price),
			nonce: String(nonce),
			deadline: Number(voucher.deadline),
		},
		signature,
		tokenUri: draft.tokenUri,
		imageCid: draft.imageCid,
		metadataCid: draft.metadataCid,
		published: isPublished,
		carUrl: `/api/mint/${image.id}/car?chain=${input.chain}`,
	};
}

/** What the contract received, nobody could ever move again. */
function refuseContractAddress(to: string, contractAddress: string): void {
	if (to.toLowerCase() !== contractAddress.toLowerCase()) return;
	const message =
		'This is the address of the contract itself, which cannot own a token. Enter the address of a wallet.';
	throw new AppError('INVALID', { reason: 'bad_input', message, meta: { fields: { walletAddress: message } } });
}

const underWay = (message: string) => new AppError('CONFLICT', { reason: 'mint_under_way', message });

/** A mint that is done, or may still come to be on its own, is not prepared again. */
async function refuseUnlessOpen(
	ctx: RequestContext,
	{ imageId, chain }: PrepareMintInput,
	contractAddress: string,
): Promise<void> {
	const mint = await findMint(ctx.db, requireActor(ctx).userId, imageId, chain);
	if (mint === undefined) return;
	if (mint.status === 'confirmed') throw alreadyMinted();
	if (mint.status === 'minting')
		throw underWay('A transaction for this image is on its way. Wait until it is confirmed or has failed.');
	// Two contracts know nothing of each other: what one of them may still mint must not be minted on the other.
	if (mint.contractAddress === contractAddress || mint.isFinal) return;
	const deadline = await findVoucherDeadline(ctx.db, mint.id);
	if (deadline !== null) throw underWay(describeOtherContract(deadline, ctx.clock()));
}

function describeOtherContract(deadline: Date, now: Date): string {
	const minute = new Date(Math.ceil(deadline.getTime() / 60_000) * 60_000).toISOString();
	const until = `${minute.slice(0, 10)} ${minute.slice(11, 16)} UTC`;
	return deadline > now
		? `This image was prepared for another contract and can be minted there until ${until}. Try again some minutes after that.`
		: `This image was prepared for another contract and could be minted there until ${until}. Whether it was is known in some minutes; try again then.`;
}

/**
 * The newest block and the contract's terms, once it would take a voucher from that signer; with the token where it, or one of the
 * `others`, which were configured before, has minted that nonce already.
 */
async function readChainState(
	chain: MintContract,
	{
		nonce,
		signer,
		others,
	}: { readonly nonce: string; readonly signer: `0x${string}`; readonly others: readonly string[] },
): Promise<{ readonly head: ChainBlock; readonly found: FoundToken | null; readonly terms: ContractTerms }> {
	const obstacle = await chain.findObstacle(signer);
	if (obstacle !== null) {
		throw new AppError('PRECONDITION', {
			reason: 'mint_unavailable',
			message: `Minting is not set up right, tell the operator: ${obstacle}`,
		});
	}
	const places = [chain, ...others.map((address) => chain.with({ contractAddress: address as `0x${string}` }))];
	const [head, terms, ...states] = await Promise.all([
		chain.head(),
		chain.terms(),
		...places.map((place) => place.nonceState(nonce)),
	]);
	const redeemed = states.findIndex(({ name }) => name === 'redeemed');
	if (redeemed >= 0) {
		const { contractAddress } = places[redeemed]!.settings;
		return { head, terms, found: { contractAddress, metadataSha256: states[redeemed]!.metadataSha256 } };
	}
	if (states[0]?.name === 'cancelled') {
		const message = 'The operator has ruled out minting this image on this chain.';
		throw new AppError('CONFLICT', { reason: 'mint_unavailable', message });
	}
	return { head, terms, found: null };
}

/** Unix seconds. The contract goes by the chain's clock, which may be ahead of ours. */
function deadlineOf({ clock }: Pick<RequestContext, 'clock'>, head: ChainBlock): number {
	return Math.floor(Math.max(clock().getTime(), head.time.getTime()) / 1_000) + voucherSeconds;
}

async function save(ctx: RequestContext, mint: SignedMint): Promise<string> {
	const saved = await saveSignedMint(ctx, mint);
	if (saved !== null) return saved.id;
	// Somebody reported a transaction, or the chain confirmed one, while this was being made.
	await refuseUnlessOpen(ctx, mint.input, mint.chain.settings.contractAddress);
	throw underWay('This mint has changed meanwhile. Try again.');
}
