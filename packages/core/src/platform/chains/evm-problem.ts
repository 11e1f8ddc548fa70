/** What is wrong with a chain, in words of our own. */
export class ChainError extends Error {
	override readonly name = 'ChainError';
}

const causesMax = 6;

/**
 * What went wrong without a word of the node's: errors of viem name its address, which may hold the operator's key, and
 * a node may repeat that key in anything it says. Names and codes of the error and its causes say enough.
 */
export function describeEvmError(error: unknown): string {
	const causes: string[] = [];
	for (let each = error; each instanceof Error && causes.length < causesMax; each = each.cause) {
		if (each instanceof ChainError) return each.message;
		const codes = ['status', 'code'].flatMap((field) => codeIn((each as unknown as Record<string, unknown>)[field]));
		causes.push([each.name, ...codes].join(' '));
	}
	return causes.length === 0 ? typeof error : causes.join(', because of ');
}

const codeIn = (value: unknown): string[] =>
	typeof value === 'number' || /^[A-Z][A-Z0-9_]{1,40}$/.test(String(value)) ? [String(value)] : [];
