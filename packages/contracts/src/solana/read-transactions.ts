import { getSolanaErrorFromTransactionError, type Signature } from '@solana/kit';
import { type CallOptions, type SolanaConnection, sendRequest } from './connection.ts';
import type { SolanaError } from './solana-error.ts';
import { toSolanaError } from './to-solana-error.ts';

/** The position of a transaction that is in a block. */
export interface SignatureStatus {
	readonly slot: bigint;
	/** A block that is only 'processed' may vanish with all that it holds. */
	readonly level: 'processed' | 'confirmed' | 'finalized';
	/** Why it failed, with a reason; null when it succeeded. One that failed changed nothing but the payer's fee. */
	readonly error: SolanaError | null;
}

/** Most signatures that a node returns in one call. */
const signaturesPerCall = 256;

/** Where these transactions are, by signature, each null when no block has it (yet). However old they are. */
export async function readStatuses(
	connection: SolanaConnection,
	signatures: readonly string[],
	{ signal }: Pick<CallOptions, 'signal'> = {},
): Promise<Map<string, SignatureStatus | null>> {
	const found = new Map<string, SignatureStatus | null>();
	for (let start = 0; start < signatures.length; start += signaturesPerCall) {
		const batch = signatures.slice(start, start + signaturesPerCall) as Signature[];
		const request = connection.rpc.getSignatureStatuses(batch, { searchTransactionHistory: true });
		const { value } = await sendRequest(connection, request, signal);
		for (const [position, signature] of batch.entries()) {
			const status = value[position] ?? null;
			found.set(
				signature,
				status && {
					slot: status.slot,
					level: status.confirmationStatus ?? 'processed',
					error: status.err === null ? null : toSolanaError(getSolanaErrorFromTransactionError(status.err)),
				},
			);
		}
	}
	return found;
}
