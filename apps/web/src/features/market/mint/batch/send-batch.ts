import { adxCollectionAbi } from '@adx/contracts/evm/abi';
import type { PreparedMint, PrepareMintInput, SubmittedMintInput } from '@adx/validators/mint';
import type { MintChain } from '@adx/validators/minted-token';
import type { Address, Client } from 'viem';
import { simulateContract, writeContract } from 'viem/actions';
import { getErrorReason, isNotFound } from '../../../../lib/api/error-messages.ts';
import type { WalletHandlers } from '../../../wallets/evm/use-wallet.ts';
import type { WalletChain } from '../../../wallets/evm/wallet-chains.ts';
import { type MintStep, redeemOf, toRedeemArgs } from '../send-mint.ts';
import { storeSentMint } from '../sent-mints.ts';
import { verifyPreparedMint } from '../verify-prepared-mint.ts';
import type { BatchItem } from './stored-batches.ts';

/** What is being done, and with which images. */
export interface BatchStep {
	readonly kind: MintStep['kind'];
	readonly imageIds: readonly string[];
}

export interface SendBatchOptions {
	readonly items: readonly BatchItem[];
	readonly chain: MintChain;
	readonly walletChain: WalletChain;
	/** Who the tokens are for. */
	readonly account: Address;
	/** The most images of one transaction. */
	readonly batchMax: number;
	readonly verbs: WalletHandlers;
	readonly prepare: (input: PrepareMintInput) => Promise<PreparedMint>;
	readonly report: (mint: SubmittedMintInput) => Promise<boolean>;
	/** Called before each step. */
	readonly onStep: (step: BatchStep) => void;
	/** Called for an image that is not minted with the others, with why. */
	readonly onRefused: (imageId: string, message: string) => void;
	/** Called with the images that the wallet is about to be asked for, and with none once it has answered. */
	readonly onAsk: (imageIds: readonly string[]) => void;
	/** Once aborted, nothing more is asked; what the wallet was asked to send before counts all the same. */
	readonly signal: AbortSignal;
}

/**
 * Mints images in as few transactions as the contract takes, one after the other: the server signs each, the contract is
 * asked, the wallet sends, the server gets a report. What the server refuses about one image holds up no other. Rejects
 * with whatever else refused on the way there, after what was prepared before has been sent.
 */
export async function sendBatch(options: SendBatchOptions): Promise<void> {
	const { items, walletChain, batchMax, verbs, onStep, signal } = options;
	const { chainId } = walletChain;
	if (verbs.now().chainId !== chainId) {
		onStep({ kind: 'switching', imageIds: [] });
		await verbs.switchTo(chainId, signal);
	}
	for (let at = 0; at < items.length; at += batchMax) {
		signal.throwIfAborted();
		const { prepared, failure } = await prepareEach(options, items.slice(at, at + batchMax));
		if (prepared.length > 0) await sendTogether(options, prepared);
		if (failure !== null) throw failure;
	}
}

/** Prepares them until something fails that would fail for the next as well. */
async function prepareEach(
	{ chain, walletChain: { chainId }, account, prepare, onStep, onRefused, signal }: SendBatchOptions,
	items: readonly BatchItem[],
): Promise<{ readonly prepared: readonly PreparedMint[]; readonly failure: unknown }> {
	const prepared: PreparedMint[] = [];
	for (const { imageId, name, description } of items) {
		signal.throwIfAborted();
		onStep({ kind: 'preparing', imageIds: [imageId] });
		try {
			const answer = await prepare({ imageId, chain, walletAddress: account, name, description });
			prepared.push(verifyPreparedMint(answer, { imageId, chainId, account }));
		} catch (failure) {
			if (!isAboutOneImage(failure)) return { prepared, failure };
			onRefused(imageId, failure.message);
		}
	}
	signal.throwIfAborted();
	return { prepared, failure: null };
}

const reasonsOfOneImage: ReadonlySet<string | null> = new Set([
	'already_minted',
	'mint_under_way',
	'image_not_ready',
	'file_damaged',
]);
const isAboutOneImage = (error: unknown): error is Error =>
	error instanceof Error && (isNotFound(error) || reasonsOfOneImage.has(getErrorReason(error)));

async function sendTogether(options: SendBatchOptions, prepared: readonly PreparedMint[]): Promise<void> {
	const { chain, walletChain, account, verbs, report, onStep, onAsk, signal } = options;
	const imageIds = prepared.map(({ imageId }) => imageId);
	onStep({ kind: 'checking', imageIds });
	const client = await verbs.openClient({ account, chainId: walletChain.chainId });
	const send = await simulate(client, account, prepared);
	signal.throwIfAborted();
	onStep({ kind: 'sending', imageIds });
	onAsk(imageIds);
	const transactionHash = await send();
	const sent = imageIds.map((imageId) => ({ imageId, chain, transactionHash }));
	for (const mint of sent) storeSentMint(mint);
	onAsk([]);
	onStep({ kind: 'reporting', imageIds });
	await Promise.all(sent.map(report));
}

/** Asks the contract whether the transaction would go through; returns what has the wallet send it. */
async function simulate(client: Client, account: Address, prepared: readonly PreparedMint[]) {
	const [first] = prepared;
	const from = { account, chain: client.chain };
	if (first !== undefined && prepared.length === 1) {
		const { request } = await simulateContract(client, { ...redeemOf(first), ...from });
		return () => writeContract(client, request);
	}
	const { request } = await simulateContract(client, { ...redeemManyOf(prepared), ...from });
	return () => writeContract(client, request);
}

function redeemManyOf(prepared: readonly PreparedMint[]) {
	const signed = prepared.map(toRedeemArgs).map(([voucher, r, vs]) => ({ voucher, r, vs }));
	return {
		address: prepared[0]!.contractAddress as Address,
		abi: adxCollectionAbi,
		functionName: 'redeemMany',
		args: [signed],
		value: signed.reduce((sum, { voucher }) => sum + voucher.price, 0n),
	} as const;
}
