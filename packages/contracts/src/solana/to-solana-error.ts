import {
	isSolanaError,
	SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM,
	SOLANA_ERROR__TRANSACTION_ERROR__ACCOUNT_NOT_FOUND,
	SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED,
	SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND,
	SOLANA_ERROR__TRANSACTION_ERROR__INSUFFICIENT_FUNDS_FOR_FEE,
	SOLANA_ERROR__TRANSACTION_ERROR__INSUFFICIENT_FUNDS_FOR_RENT,
} from '@solana/kit';
import { SolanaError, type SolanaReason } from './solana-error.ts';

/** The system program's errors, and the group interface's `SizeExceedsMaxSize`, by their numbers. */
const accountInUse = 0;
const tooFewLamports = 1;
const groupIsFull = 0xcb0a6959;

const systemProgram = '11111111111111111111111111111111';
/** Where the system program allocates the mint's account at the latest; Token-2022 makes it a mint after that. */
const lastAllocationIndex = 4;

const sentences: Readonly<Partial<Record<SolanaReason, string>>> = {
	expired: 'The transaction was not sent in time: its blockhash is not known to the chain any more.',
	already_processed: 'The transaction is on the chain already.',
	insufficient_funds: 'There is not enough SOL in the wallet.',
	address_in_use: 'What the transaction would make exists already.',
	sold_out: 'The collection is complete: no further item can be made.',
	refused: 'The chain refuses the transaction.',
};

/**
 * Says why the chain refused a transaction made by this package. `cause` is kit's error for what the node tells of it
 * (`getSolanaErrorFromTransactionError`).
 */
export function toSolanaError(cause: unknown, logs: readonly string[] = []): SolanaError {
	const reason = findReason(cause, logs);
	return new SolanaError(reason, sentences[reason] ?? '', { cause, logs });
}

function findReason(cause: unknown, logs: readonly string[]): SolanaReason {
	if (isSolanaError(cause, SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM)) {
		const [code, index] = [Number(cause.context.code), Number(cause.context.index)];
		if (code === groupIsFull) return 'sold_out';
		if (!isOfSystemProgram({ code, index }, logs)) return 'refused';
		return code === accountInUse ? 'address_in_use' : 'insufficient_funds';
	}
	if (isSolanaError(cause, SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND)) return 'expired';
	if (isSolanaError(cause, SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED)) return 'already_processed';
	if (isSolanaError(cause, SOLANA_ERROR__TRANSACTION_ERROR__INSUFFICIENT_FUNDS_FOR_RENT)) {
		// The payer is the first account; any other one that has too little is not for the payer to mend.
		return Number(cause.context.accountIndex) === 0 ? 'insufficient_funds' : 'refused';
	}
	const isPoor =
		isSolanaError(cause, SOLANA_ERROR__TRANSACTION_ERROR__INSUFFICIENT_FUNDS_FOR_FEE) ||
		isSolanaError(cause, SOLANA_ERROR__TRANSACTION_ERROR__ACCOUNT_NOT_FOUND);
	return isPoor ? 'insufficient_funds' : 'refused';
}

/**
 * Whether a program's own number for a failure is one of the system program's: Token-2022 counts from 0 as well. The
 * logs tell, unless they were cut or not kept; then the place does. Lamports that lack in a later instruction are those
 * for the buyer's account, the only ones that a program moves by itself.
 */
function isOfSystemProgram({ code, index }: { code: number; index: number }, logs: readonly string[]): boolean {
	if (code !== accountInUse && code !== tooFewLamports) return false;
	const [, program] = logs.join('\n').match(/^Program (\w+) failed: custom program error/m) ?? [];
	if (program !== undefined) return program === systemProgram;
	return code === tooFewLamports || index <= lastAllocationIndex;
}
