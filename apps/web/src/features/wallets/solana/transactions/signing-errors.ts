import { solanaTexts as texts } from '../connect/solana-texts.ts';
import { AccountGoneError } from '../connect/solana-wallet.ts';

/** The transaction does something else than was promised; the message says what. */
export class RefusedTransactionError extends Error {
	override readonly name = 'RefusedTransactionError';
}

/** The wallet signed other bytes than it was given. */
export class ChangedTransactionError extends Error {
	override readonly name = 'ChangedTransactionError';
}

/** The user closed what the wallet asked. */
export class ClosedRequestError extends Error {
	override readonly name = 'ClosedRequestError';
}

/** The wallet refused for a reason of its own, which is the cause. */
export class WalletFailedError extends Error {
	override readonly name = 'WalletFailedError';
}

/** Why nothing was signed. Closing the wallet's request is no failure. */
export interface SigningProblem {
	readonly text: string;
	readonly isError: boolean;
}

/** Says for people what went wrong between a transaction and its signature; null where it was something else. */
export function signingProblemOf(error: unknown, wallet: string): SigningProblem | null {
	if (error instanceof ClosedRequestError) return { text: texts.closed, isError: false };
	if (error instanceof RefusedTransactionError) return { text: texts.refused.text(error.message), isError: true };
	if (error instanceof ChangedTransactionError) return { text: texts.problems.changed(wallet), isError: true };
	if (error instanceof AccountGoneError) return { text: texts.problems.account(wallet), isError: true };
	if (error instanceof WalletFailedError) return { text: texts.problems.signing(wallet), isError: true };
	return null;
}
