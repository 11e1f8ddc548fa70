/**
 * Why something about Solana failed, for callers to act on:
 * - `not_ours` the bytes are not the transaction that was built, `too_large` they could not be one at all;
 * - `unsigned` a signature is missing, `bad_signature` one does not belong to the bytes;
 * - `expired` the blockhash is too old or not known, `already_processed` this very transaction is on the chain;
 * - `insufficient_funds` the payer has too little, `address_in_use` the mint exists, `sold_out` the group is full;
 * - `refused` the chain refuses it for another reason, `unreachable` nobody answered (in time), or not with what was
 *   asked.
 */
export type SolanaReason =
	| 'not_ours'
	| 'too_large'
	| 'unsigned'
	| 'bad_signature'
	| 'expired'
	| 'already_processed'
	| 'insufficient_funds'
	| 'address_in_use'
	| 'sold_out'
	| 'refused'
	| 'unreachable';

/**
 * A failure with a reason. `logs` are the programs' own words where the chain gave them; the message never holds a key.
 */
export class SolanaError extends Error {
	override readonly name = 'SolanaError';
	readonly reason: SolanaReason;
	readonly logs: readonly string[];

	constructor(reason: SolanaReason, message: string, options: ErrorOptions & { logs?: readonly string[] } = {}) {
		super(message, options);
		this.reason = reason;
		this.logs = options.logs ?? [];
	}
}
