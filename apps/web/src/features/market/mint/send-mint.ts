import { adxCollectionAbi } from '@adx/contracts/abi';
import type { MintChain, PreparedMint, PrepareMintInput, SubmittedMintInput } from '@adx/validators/mint';
import type { Address, Hex } from 'viem';
import { simulateContract, writeContract } from 'viem/actions';
import type { WalletHandlers } from '../../wallets/evm/use-wallet.ts';
import type { WalletChain } from '../../wallets/evm/wallet-chains.ts';
import type { MintOutcome, MintRun, MintStep } from './mint-run.ts';
import { storeSentMint } from './sent-mints.ts';

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
	/** Tells the server of the transaction; false where it could not be told. */
	readonly report: (mint: SubmittedMintInput) => Promise<boolean>;
	/** Called before each step. */
	readonly onStep: (step: MintStep, changes?: Partial<MintRun>) => void;
	/** Once aborted, nothing more is asked; what the wallet was asked to send before counts all the same. */
	readonly signal: AbortSignal;
}

/**
 * Mints one image: the server signs, the contract is asked, the wallet sends, the server is told. Rejects with whatever
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
	const prepared = await prepare({ imageId, chain, walletAddress: account, name, description });
	signal.throwIfAborted();
	onStep({ kind: 'checking' }, { carUrl: prepared.published ? null : prepared.carUrl });
	const client = await verbs.openClient({ account, chainId });
	// Only a simulation tells by which of its refusals the contract would revert.
	const { request } = await simulateContract(client, { ...redeemOf(prepared), account, chain: client.chain });
	signal.throwIfAborted();
	onStep({ kind: 'sending', number: of, of });
	const sent = { imageId, chain, transactionHash: await writeContract(client, request) };
	const atMs = Date.now();
	storeSentMint(sent);
	onStep({ kind: 'reporting' });
	return { kind: 'sent', isReported: await report(sent), atMs };
}

function redeemOf({ contractAddress, voucher, signature }: PreparedMint) {
	return {
		address: contractAddress as Address,
		abi: adxCollectionAbi,
		functionName: 'redeem',
		args: [
			{
				to: voucher.to as Address,
				digest: voucher.digest as Hex,
				price: BigInt(voucher.price),
				nonce: BigInt(voucher.nonce),
				deadline: BigInt(voucher.deadline),
			},
			signature.r as Hex,
			signature.vs as Hex,
		],
		value: BigInt(voucher.price),
	} as const;
}
