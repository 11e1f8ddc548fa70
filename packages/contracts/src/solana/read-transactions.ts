import { address, getSolanaErrorFromTransactionError, type Signature } from '@solana/kit';
import { ask, type CallOptions, type SolanaConnection } from './connection.ts';
import { refusalOf } from './refusal.ts';
import type { SolanaError } from './solana-error.ts';

/** Where a transaction is that some block holds. */
export interface SignatureStatus {
	readonly slot: bigint;
	/** A block that is only 'processed' may vanish with all that it holds. */
	readonly level: 'processed' | 'confirmed' | 'finalized';
	/** Why it failed, with a reason; null when it succeeded. One that failed changed nothing but the payer's fee. */
	readonly error: SolanaError | null;
}

/** What a transaction did to one address. */
export interface TransactionEffect {
	readonly slot: bigint;
	/** When its block was made, as far as the node knows. */
	readonly time: Date | null;
	readonly error: SolanaError | null;
	/** What the address has more than before, in lamports; what it has less is negative. */
	readonly receivedLamports: bigint;
}

/** Most signatures that a node tells of in one call. */
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
		const { value } = await ask(connection, request, signal);
		for (const [position, signature] of batch.entries()) {
			const status = value[position] ?? null;
			found.set(
				signature,
				status && {
					slot: status.slot,
					level: status.confirmationStatus ?? 'processed',
					error: status.err === null ? null : refusalOf(getSolanaErrorFromTransactionError(status.err)),
				},
			);
		}
	}
	return found;
}

/**
 * What a transaction did to an address; null when no block of that commitment has it, or it does not name the address.
 */
export async function readEffect(
	connection: SolanaConnection,
	signature: string,
	owner: string,
	{ signal, commitment = 'confirmed' }: CallOptions = {},
): Promise<TransactionEffect | null> {
	const request = connection.rpc.getTransaction(signature as Signature, {
		commitment,
		encoding: 'json',
		maxSupportedTransactionVersion: 0,
	});
	const found = await ask(connection, request, signal);
	if (!found?.meta) return null;
	const position = found.transaction.message.accountKeys.indexOf(address(owner));
	const [before, after] = [found.meta.preBalances[position], found.meta.postBalances[position]];
	if (before === undefined || after === undefined) return null;
	const { err } = found.meta;
	return {
		slot: found.slot,
		time: found.blockTime === null ? null : new Date(Number(found.blockTime) * 1000),
		error: err === null ? null : refusalOf(getSolanaErrorFromTransactionError(err)),
		receivedLamports: after - before,
	};
}
