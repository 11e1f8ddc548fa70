import { formatAmount } from '../../format-amount.ts';
import {
	ChangedTransactionError,
	RefusedTransactionError,
	UserRejectedError,
	WalletError,
	WalletNotReadyError,
} from '../../signing-errors.ts';
import { AccountChangedError, isSolanaUserRejection } from '../connect/solana-wallet.ts';
import type { ConnectedSolana } from '../connect/use-solana.ts';
import { solanaTexts as texts } from '../solana-texts.ts';
import { untilAborted } from '../until-aborted.ts';
import type { ExpectedTransaction, TransactionDetails } from '../verify/expected-transaction.ts';

/** What transactions that are signed together do, as their bytes say. */
export interface TransactionReview {
	/** One for each transaction, at least one; wallet and recipient are the same in all. */
	readonly facts: readonly TransactionDetails[];
	/** In total, over all transactions. */
	readonly priceLamports: bigint;
	readonly rentLamports: bigint;
	readonly feeLamports: bigint;
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
const base64Of = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/**
 * Reads transactions (base64) before they are signed. Rejects with a RefusedTransactionError where they do anything else
 * than is expected.
 */
export async function reviewTransactions(
	wires: readonly string[],
	expected: ExpectedTransaction,
): Promise<TransactionReview> {
	const { verifyTransaction } = await import('../verify/verify-transaction.ts');
	const facts = wires.map((wire) => verifyTransaction(bytesOf(wire), expected));
	const isOnce = new Set(facts.map(({ mint }) => mint)).size === facts.length;
	const most = expected.creates === 'item' ? expected.most : 1;
	if (facts.length === 0 || facts.length > most || !isOnce) throw new RefusedTransactionError(texts.refused.created);
	const sumOf = (name: 'priceLamports' | 'rentLamports' | 'feeLamports') =>
		facts.reduce((sum, fact) => sum + fact[name], 0n);
	const [priceLamports, rentLamports, feeLamports] = [
		sumOf('priceLamports'),
		sumOf('rentLamports'),
		sumOf('feeLamports'),
	];
	const costLamports = rentLamports + feeLamports;
	if (costLamports !== expected.costLamports) {
		throw new RefusedTransactionError(
			texts.refused.cost(formatAmount(costLamports), formatAmount(expected.costLamports)),
		);
	}
	return { facts, priceLamports, rentLamports, feeLamports };
}

export interface SignRequest {
	readonly connection: ConnectedSolana;
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
	const [requested, signed] = [messageOf(before), messageOf(after)];
	return requested.length === signed.length && requested.every((byte, place) => byte === signed[place]);
}

function throwSigningError(error: unknown): never {
	if (error instanceof AccountChangedError) throw error;
	if (isSolanaUserRejection(error)) throw new UserRejectedError('The request was closed', { cause: error });
	throw new WalletError('The wallet did not sign', { cause: error });
}

/** Asks the wallet to sign a text; base64. Rejects as `signTransactions`, and with a `WalletNotReadyError` where it cannot. */
export async function signSolanaMessage(
	{ wallet, address }: ConnectedSolana,
	message: string,
	signal: AbortSignal,
): Promise<string> {
	if (wallet.signMessage === undefined) throw new WalletNotReadyError(texts.problems.noMessages(wallet.name));
	const signing = wallet.signMessage(new TextEncoder().encode(message), address);
	return base64Of(await untilAborted(signing.catch(throwSigningError), signal));
}

/**
 * Asks the wallet for its signatures; gives the same transactions with them, base64. Rejects with one of the errors of
 * signing-errors.ts, or with the signal's reason.
 */
export async function signTransactions({ connection, transactions, cluster, signal }: SignRequest): Promise<string[]> {
	signal.throwIfAborted();
	const requested = transactions.map(bytesOf);
	const { wallet, address } = connection;
	const signed = await untilAborted(wallet.sign(requested, address, cluster).catch(throwSigningError), signal);
	const isSame =
		signed.length === requested.length && requested.every((wire, place) => isSameMessage(wire, signed[place]!));
	if (!isSame) throw new ChangedTransactionError();
	return signed.map(base64Of);
}
