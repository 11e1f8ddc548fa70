import { solText } from '../connect/format-lamports.ts';
import { solanaTexts as texts } from '../connect/solana-texts.ts';
import { AccountGoneError, isClosedRequest } from '../connect/solana-wallet.ts';
import { untilAborted } from '../connect/until-aborted.ts';
import type { SolanaConnection } from '../connect/use-solana.ts';
import {
	ChangedTransactionError,
	ClosedRequestError,
	RefusedTransactionError,
	WalletFailedError,
} from './signing-errors.ts';
import type { TransactionFacts, TransactionPromise } from './transaction-facts.ts';

/** What transactions that are signed together do, as their bytes say. */
export interface TransactionReview {
	/** One for each transaction, at least one; wallet and recipient are the same in all. */
	readonly facts: readonly TransactionFacts[];
	/** Of all of them. */
	readonly priceLamports: bigint;
	readonly rentLamports: bigint;
	readonly feeLamports: bigint;
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
const base64Of = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/**
 * Reads transactions (base64) before they are signed. Rejects with a RefusedTransactionError where they do anything else
 * than was promised.
 */
export async function reviewTransactions(
	wires: readonly string[],
	promise: TransactionPromise,
): Promise<TransactionReview> {
	const { judgeTransaction } = await import('./verify-transaction.ts');
	const facts = wires.map((wire) => judgeTransaction(bytesOf(wire), promise));
	const isOnce = new Set(facts.map(({ mint }) => mint)).size === facts.length;
	const most = promise.creates === 'piece' ? promise.most : 1;
	if (facts.length === 0 || facts.length > most || !isOnce) throw new RefusedTransactionError(texts.refused.created);
	const sumOf = (name: 'priceLamports' | 'rentLamports' | 'feeLamports') =>
		facts.reduce((sum, fact) => sum + fact[name], 0n);
	const [priceLamports, rentLamports, feeLamports] = [
		sumOf('priceLamports'),
		sumOf('rentLamports'),
		sumOf('feeLamports'),
	];
	const costLamports = rentLamports + feeLamports;
	if (costLamports !== promise.costLamports) {
		throw new RefusedTransactionError(texts.refused.cost(solText(costLamports), solText(promise.costLamports)));
	}
	return { facts, priceLamports, rentLamports, feeLamports };
}

export interface SignOrder {
	readonly connection: SolanaConnection;
	/** Base64. */
	readonly transactions: readonly string[];
	readonly cluster: string;
	/** Ends the waiting for a wallet that does not answer. */
	readonly signal: AbortSignal;
}

const signatureBytes = 64;

/** What is signed: all that comes behind the signatures, of which there are fewer than 128. */
const messageOf = (wire: Uint8Array) => wire.subarray(1 + signatureBytes * (wire[0] ?? 0));

/** Whether a wallet signed exactly the bytes that it was given, by the whole transactions before and after. */
export function isSameMessage(before: Uint8Array, after: Uint8Array): boolean {
	const [asked, signed] = [messageOf(before), messageOf(after)];
	return asked.length === signed.length && asked.every((byte, place) => byte === signed[place]);
}

function tellRefusal(error: unknown): never {
	if (error instanceof AccountGoneError) throw error;
	if (isClosedRequest(error)) throw new ClosedRequestError('The request was closed', { cause: error });
	throw new WalletFailedError('The wallet did not sign', { cause: error });
}

/**
 * Asks the wallet for its signatures; gives the same transactions with them, base64. Rejects with one of the errors of
 * signing-errors.ts, or with the signal's reason.
 */
export async function signTransactions({ connection, transactions, cluster, signal }: SignOrder): Promise<string[]> {
	signal.throwIfAborted();
	const asked = transactions.map(bytesOf);
	const { wallet, address } = connection;
	const signed = await untilAborted(wallet.sign(asked, address, cluster).catch(tellRefusal), signal);
	const isSame = signed.length === asked.length && asked.every((wire, place) => isSameMessage(wire, signed[place]!));
	if (!isSame) throw new ChangedTransactionError();
	return signed.map(base64Of);
}
