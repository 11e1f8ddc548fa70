/**
 * What went wrong in words that name no address: the node's may hold the operator's key. Errors about the chain say it in
 * a sentence of their own; what was thrown underneath stays with them.
 */
export function describeSolanaError(error: unknown): string {
	if (!(error instanceof Error)) return 'unknown';
	const reason = 'reason' in error ? `${String(error.reason)}: ` : '';
	return `${reason}${error.message.replaceAll(/https?:\/\/\S+/g, '(address)')}`;
}
