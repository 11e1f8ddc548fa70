import {
	type Base64EncodedWireTransaction,
	isSolanaError,
	SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
	SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE,
} from '@solana/kit';
import { type CallOptions, type SolanaConnection, sendRequest } from './connection.ts';
import type { SignedTransaction } from './signed-transaction.ts';
import { SolanaError } from './solana-error.ts';
import { toSolanaError } from './to-solana-error.ts';

/**
 * Hands a signed transaction to the node, which runs it once for show before it passes it on. That it answers says
 * nothing about whether the transaction lands; `readStatuses` does. Sending the same one again changes nothing, so it
 * may be repeated until its blockhash expires.
 * @throws SolanaError with the chain's reason (`expired`, `already_processed`, `insufficient_funds`, `address_in_use`,
 * `sold_out`, `bad_signature`, `refused`), or `unreachable`, after which it may have been passed on all the same
 */
export async function sendTransaction(
	connection: SolanaConnection,
	{ wire }: Pick<SignedTransaction, 'wire'>,
	{ signal, commitment = 'confirmed' }: CallOptions = {},
): Promise<void> {
	const request = connection.rpc.sendTransaction(wire as Base64EncodedWireTransaction, {
		encoding: 'base64',
		preflightCommitment: commitment,
	});
	try {
		await sendRequest(connection, request, signal);
	} catch (error) {
		const cause = error instanceof SolanaError ? error.cause : undefined;
		if (isSolanaError(cause, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE)) {
			throw toSolanaError(cause.cause, cause.context.logs ?? []);
		}
		if (isSolanaError(cause, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE)) {
			throw new SolanaError('bad_signature', 'A signature does not belong to the transaction.', { cause });
		}
		throw error;
	}
}
