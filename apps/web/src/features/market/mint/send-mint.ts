import { adxCollectionAbi } from '@adx/contracts/evm/abi';
import type { PreparedMint, PrepareMintInput, SubmittedMintInput } from '@adx/validators/mint';
import type { MintChain } from '@adx/validators/minted-token';
import type { Address, Hex } from 'viem';
import { simulateContract, writeContract } from 'viem/actions';
import type { WalletHandlers } from '../../wallets/evm/use-wallet.ts';
import type { WalletChain } from '../../wallets/evm/wallet-chains.ts';
import { storeSentMint } from './sent-mints.ts';
import { verifyPreparedMint } from './verify-prepared-mint.ts';

/** What is being done; `number` and `of` count the wallet's questions. */
export type MintStep =
	| { readonly kind: 'preparing' | 'checking' | 'reporting' }
	| { readonly kind: 'switching' | 'sending'; readonly number: number; readonly of: number };

/** How a run ended. */
export type MintOutcome =
	/** The wallet's request was closed, which is not a failure. */
	| { readonly kind: 'closed' }
	| { readonly kind: 'failed'; readonly message: string }
	/** The page no longer waits; a request that the wallet already has stays open there. */
	| { readonly kind: 'stopped'; readonly during: MintStep['kind'] }
	/** `atMs`: when the wallet had sent it. */
	| { readonly kind: 'sent'; readonly isReported: boolean; readonly atMs: number };

/** One press on 'Mint NFT' and what became of it. */
export interface MintRun {
	readonly imageId: string;
	readonly chain: MintChain;
	/** Who the token is for. */
	readonly account: Address;
	readonly wallet: string;
	/** Null when it has ended. */
	readonly step: MintStep | null;
	readonly outcome: MintOutcome | null;
	/** Where the token's files are, if their owner has to publish them. */
	readonly carUrl: string | null;
}

export interface MintRequest {
	readonly imageId: string;
	readonly chain: MintChain;
	readonly name: string;
	readonly description: string;
	readonly walletChain: WalletChain;
}

export interface SendMintOptions {
	readonly order: MintRequest;
	/** Who the token is for. */
	readonly account: Address;
	readonly verbs: WalletHandlers;
	readonly prepare: (input: PrepareMintInput) => Promise<PreparedMint>;
	/** Reports the transaction to the server; false where it could not be reached. */
	readonly report: (mint: SubmittedMintInput) => Promise<boolean>;
	/** Called before each step. */
	readonly onStep: (step: MintStep, changes?: Partial<MintRun>) => void;
	/** Once aborted, nothing more is asked; what the wallet was asked to send before counts all the same. */
	readonly signal: AbortSignal;
}

/**
 * Mints one image: the server signs, the contract is asked, the wallet sends, the server gets a report. Rejects with whatever
 * refused it on the way there.
 */
export async function sendMint(options: SendMintOptions): Promise<MintOutcome> {
	const { order, account, verbs, prepare, report, onStep, signal } = options;
	const { imageId, chain, name, description, walletChain } = order;
	const { chainId } = walletChain;
	const of = verbs.now().chainId === chainId ? 1 : 2;
	if (of === 2) {
		onStep({ kind: 'switching', number: 1, of });
		await verbs.switchTo(chainId, signal);
		signal.throwIfAborted();
	}
	onStep({ kind: 'preparing' });
	const answer = await prepare({ imageId, chain, walletAddress: account, name, description });
	signal.throwIfAborted();
	const prepared = verifyPreparedMint(answer, { imageId, chainId, account });
	onStep({ kind: 'checking' }, { carUrl: prepared.published ? null : prepared.carUrl });
	const client = await verbs.openClient({ account, chainId });
	// Only a simulation shows by which of its refusals the contract would revert.
	const { request } = await simulateContract(client, { ...redeemOf(prepared), account, chain: client.chain });
	signal.throwIfAborted();
	onStep({ kind: 'sending', number: of, of });
	const sent = { imageId, chain, transactionHash: await writeContract(client, request) };
	const atMs = Date.now();
	storeSentMint(sent);
	onStep({ kind: 'reporting' });
	return { kind: 'sent', isReported: await report(sent), atMs };
}

/** What a prepared mint is redeemed with alone. */
export function redeemOf(prepared: PreparedMint) {
	return {
		address: prepared.contractAddress as Address,
		abi: adxCollectionAbi,
		functionName: 'redeem',
		args: toRedeemArgs(prepared),
		value: BigInt(prepared.voucher.price),
	} as const;
}

/** Voucher and signature as the contract takes them. */
export function toRedeemArgs({ voucher, signature }: PreparedMint) {
	return [
		{
			to: voucher.to as Address,
			digest: voucher.digest as Hex,
			price: BigInt(voucher.price),
			nonce: BigInt(voucher.nonce),
			deadline: BigInt(voucher.deadline),
		},
		signature.r as Hex,
		signature.vs as Hex,
	] as const;
}
