import type { SolanaError, SolanaReason } from '@adx/contracts/solana/solana-error';

/**
 * What went wrong in words that name no address: the node's may hold the operator's key. Errors about the chain say it in
 * a sentence of their own; what was thrown underneath stays with them.
 */
export function describeSolanaError(error: unknown): string {
	if (!(error instanceof Error)) return 'unknown';
	const reason = 'reason' in error ? `${String(error.reason)}: ` : '';
	return `${reason}${error.message.replaceAll(/https?:\/\/\S+/g, '(address)')}`;
}

const sentences: Readonly<Partial<Record<SolanaReason, string>>> = {
	insufficient_funds: 'There was too little SOL in the wallet.',
	address_in_use: 'This item exists already.',
	sold_out: 'The collection was complete already.',
};

/** What a transaction failed of that came into a block: its fee is gone, and nothing else. */
export const toFailureMessage = ({ reason }: Pick<SolanaError, 'reason'>): string =>
	`${sentences[reason] ?? 'The chain refused the transaction.'} Nothing was paid but its fee.`;
