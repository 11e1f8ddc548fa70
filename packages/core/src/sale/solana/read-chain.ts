import { sendRequest } from '@adx/contracts/solana/connection';
import type { SolanaError } from '@adx/contracts/solana/solana-error';
import { toSolanaError } from '@adx/contracts/solana/to-solana-error';
import {
	address,
	type Base64EncodedWireTransaction,
	getBase64Decoder,
	getBase64Encoder,
	getCompiledTransactionMessageDecoder,
	getSolanaErrorFromTransactionError,
	getTransactionDecoder,
	type Signature,
} from '@solana/kit';
import type { Solana } from './open-solana.ts';

// Loaded by those alone who sell: what it stands on weighs something.

const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const accountsPerCall = 100;
/** Transactions that name the address of an item: those that failed to make it, and what its owner did with it since. */
const signaturesRead = 1_000;
/** Anybody may name an address as often as they pay for it; so many are looked into at a time. */
const transactionsRead = 20;

/** How far a node is, and how a question about it is asked. */
export interface ChainPosition {
	readonly slot: bigint;
	/** The block height at the same moment: a transaction whose last valid height lies below it can no longer land. */
	readonly blockHeight: number;
}

export type Commitment = 'confirmed' | 'finalized';
export interface ReadChainOptions {
	readonly commitment: Commitment;
	readonly signal: AbortSignal;
}

/** The node's position; slot and height belong together. */
export async function readPosition(solana: Solana, { commitment, signal }: ReadChainOptions): Promise<ChainPosition> {
	const { absoluteSlot, blockHeight } = await sendRequest(solana, solana.rpc.getEpochInfo({ commitment }), signal);
	return { slot: absoluteSlot, blockHeight: Number(blockHeight) };
}

/** Which of some addresses are mints, and as of which slot that was said. */
export interface SeenMints {
	readonly minted: ReadonlySet<string>;
	readonly slot: bigint;
}

/**
 * Looks at the accounts of items. Rejects where the node is not as far as `place`: of several nodes behind one address
 * one may lag, and what it does not know yet would look as if it had never been.
 */
export async function readMints(
	solana: Solana,
	addresses: readonly string[],
	{ commitment, signal, place }: ReadChainOptions & { readonly place: ChainPosition },
): Promise<SeenMints> {
	const minted = new Set<string>();
	let oldest: bigint | undefined;
	for (let from = 0; from < addresses.length; from += accountsPerCall) {
		const batch = addresses.slice(from, from + accountsPerCall).map((each) => address(each));
		const request = solana.rpc.getMultipleAccounts(batch, {
			commitment,
			encoding: 'base64',
			minContextSlot: place.slot,
			// Whether the mint is initialised is all that matters of its data.
			dataSlice: { offset: 45, length: 1 },
		});
		const { context, value } = await sendRequest(solana, request, signal);
		if (context.slot < place.slot)
			throw new Error(`The node answers as of slot ${context.slot}, behind ${place.slot}.`);
		oldest = oldest === undefined || context.slot < oldest ? context.slot : oldest;
		for (const [index, each] of batch.entries()) {
			const account = value[index];
			if (account === undefined) throw new Error('The node told of fewer accounts than it was asked for.');
			// Anybody can send lamports to an address, which makes an account, yet no mint.
			if (account === null || account.owner !== token2022Program) continue;
			if (getBase64Encoder().encode(account.data[0])[0] === 1) minted.add(each);
		}
	}
	return { minted, slot: oldest ?? place.slot };
}

/** A transaction as the chain has it. */
export interface MintTransaction {
	readonly signature: string;
	/** Base64, as the journal has them. */
	readonly wire: string;
	readonly message: string;
	readonly slot: number;
	/** When its block was made, as far as the node knows. */
	readonly time: Date | null;
}

/** The transaction that made an item. */
export interface ItemMintTransaction extends MintTransaction {
	/** The address that received the token. */
	readonly ownerAddress: string;
	/** What the creator's wallet has more than before. */
	readonly creatorLamports: bigint;
}

/** The transaction that made a mint: the first that names it and succeeded. Null where the node does not have it. */
export async function readMintTransaction(
	solana: Solana,
	mintAddress: string,
	signal: AbortSignal,
): Promise<MintTransaction | null> {
	for (const signature of await listSignatures(solana, mintAddress, signal)) {
		const found = await readTransaction(solana, signature, signal);
		if (found !== null) return found.making;
	}
	return null;
}

/**
 * The transaction that made an item: one of `signatures`, or else one that the node returns for its address. Null where the
 * node does not have it, not yet or not any more.
 */
export async function readItemMintTransaction(
	solana: Solana,
	item: { readonly mintAddress: string; readonly creatorAddress: string },
	signatures: readonly string[],
	signal: AbortSignal,
): Promise<ItemMintTransaction | null> {
	for (const signature of signatures) {
		const landing = toItemMintTransaction(await readTransaction(solana, signature, signal), item);
		if (landing !== null) return landing;
	}
	for (const signature of await listSignatures(solana, item.mintAddress, signal)) {
		if (signatures.includes(signature)) continue;
		const landing = toItemMintTransaction(await readTransaction(solana, signature, signal), item);
		if (landing !== null) return landing;
	}
	return null;
}

/** The signatures of the successful transactions that name an address, the oldest first. */
async function listSignatures(solana: Solana, named: string, signal: AbortSignal): Promise<string[]> {
	const options = { commitment: 'confirmed', limit: signaturesRead } as const;
	const transactions = await sendRequest(solana, solana.rpc.getSignaturesForAddress(address(named), options), signal);
	const succeeded = transactions.flatMap(({ signature, err }) => (err === null ? [signature] : []));
	return succeeded.reverse().slice(0, transactionsRead);
}

async function readTransaction(solana: Solana, signature: string, signal: AbortSignal) {
	const request = solana.rpc.getTransaction(signature as Signature, {
		commitment: 'confirmed',
		encoding: 'base64',
		maxSupportedTransactionVersion: 0,
	});
	const found = await sendRequest(solana, request, signal);
	if (!found?.meta || found.meta.err !== null) return null;
	const [wire] = found.transaction;
	const { messageBytes } = getTransactionDecoder().decode(getBase64Encoder().encode(wire));
	const making: MintTransaction = {
		signature,
		wire,
		message: getBase64Decoder().decode(messageBytes),
		slot: Number(found.slot),
		time: found.blockTime === null ? null : new Date(Number(found.blockTime) * 1_000),
	};
	return {
		making,
		meta: found.meta,
		addresses: getCompiledTransactionMessageDecoder().decode(messageBytes).staticAccounts,
	};
}

function toItemMintTransaction(
	found: Awaited<ReturnType<typeof readTransaction>>,
	{ mintAddress, creatorAddress }: { readonly mintAddress: string; readonly creatorAddress: string },
): ItemMintTransaction | null {
	if (found === null) return null;
	const { preBalances, postBalances, preTokenBalances = [], postTokenBalances = [] } = found.meta;
	const token = postTokenBalances.find(
		({ mint, uiTokenAmount }) => mint === mintAddress && uiTokenAmount.amount === '1',
	);
	// Where there was a token before, it only moved.
	if (token?.owner === undefined || preTokenBalances.some(({ mint }) => mint === mintAddress)) return null;
	const creator = found.addresses.indexOf(address(creatorAddress));
	const [before = 0n, after = 0n] = [preBalances[creator], postBalances[creator]];
	return { ...found.making, ownerAddress: token.owner, creatorLamports: after - before };
}

/** Why the chain would refuse a signed transaction; null where it would take it. */
export async function simulateTransaction(solana: Solana, wire: string): Promise<SolanaError | null> {
	const options = { encoding: 'base64', commitment: 'confirmed', sigVerify: true } as const;
	const request = solana.rpc.simulateTransaction(wire as Base64EncodedWireTransaction, options);
	const { value } = await sendRequest(solana, request);
	if (value.err === null) return null;
	return toSolanaError(getSolanaErrorFromTransactionError(value.err), value.logs ?? []);
}

/** The message of a transaction in base64, itself in base64; null for what is not a transaction. */
export function toMessage(wire: string): string | null {
	try {
		const { messageBytes } = getTransactionDecoder().decode(getBase64Encoder().encode(wire));
		return getBase64Decoder().decode(messageBytes);
	} catch {
		return null;
	}
}
