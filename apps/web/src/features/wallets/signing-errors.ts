import { AccountChangedError } from './solana/connect/solana-wallet.ts';
import { solanaTexts as texts } from './solana/solana-texts.ts';

/** The transaction does something else than is expected; the message says what. */
export class RefusedTransactionError extends Error {
	override readonly name = 'RefusedTransactionError';
}

/** The contract would not carry it out; the message is a sentence. */
export class ContractRefusalError extends Error {
	override readonly name = 'ContractRefusalError';
}

/** The wallet signed other bytes than it was given. */
export class ChangedTransactionError extends Error {
	override readonly name = 'ChangedTransactionError';
}

/** The user closed what the wallet asked. */
export class UserRejectedError extends Error {
	override readonly name = 'UserRejectedError';
}

/** The wallet refused for a reason of its own, which is the cause. */
export class WalletError extends Error {
	override readonly name = 'WalletError';
}

/** There is no wallet to ask; the message says what to do. */
export class WalletNotReadyError extends Error {
	override readonly name = 'WalletNotReadyError';
}

/** Why nothing was signed. Closing the wallet's request is not a failure. */
export interface SigningErrorMessage {
	readonly text: string;
	readonly isError: boolean;
}

/** Says for people what went wrong between a transaction and its signature; null where it was something else. */
export function toSigningError(error: unknown, wallet: string): SigningErrorMessage | null {
	if (error instanceof WalletNotReadyError) return { text: error.message, isError: false };
	if (error instanceof UserRejectedError) return { text: texts.rejected, isError: false };
	if (error instanceof RefusedTransactionError) return { text: texts.refused.text(error.message), isError: true };
	if (error instanceof ContractRefusalError) return { text: error.message, isError: true };
	if (error instanceof ChangedTransactionError) return { text: texts.problems.changed(wallet), isError: true };
	if (error instanceof AccountChangedError) return { text: texts.problems.account(wallet), isError: true };
	if (error instanceof WalletError) return { text: texts.problems.signing(wallet), isError: true };
	return null;
}
