import type { FailedTransactionMetadata } from 'litesvm';

/** A transaction's error as nodes write it: a name, or a name with what belongs to it. */
export type WireError = string | Readonly<Record<string, unknown>>;

/** What failed, or null; litesvm describes it in Rust's notation. */
export function toWireError(result: object): WireError | null {
	if (!('err' in result)) return null;
	const text = String((result as FailedTransactionMetadata).toString());
	const [, name = 'Unknown', rest = ''] = /err: (\w+)(.*?), meta: /s.exec(text) ?? [];
	const [, index, inner, code] = /^\((\d+), (\w+)(?:\((\d+)\))?\)$/.exec(rest) ?? [];
	if (index !== undefined) return { [name]: [Number(index), code === undefined ? inner : { Custom: Number(code) }] };
	const account = /account_index: (\d+)/.exec(rest)?.[1];
	return account === undefined ? name : { [name]: { account_index: Number(account) } };
}

/** Whether a transaction with that error gets into a block and pays its fee. */
export function isLanding(error: WireError): boolean {
	return typeof error === 'object';
}

/** The error as a sentence, in a node's words. */
export function errorSentence(error: WireError): string {
	if (typeof error === 'string') return sentences[error] ?? error;
	const [index, inner] = (error.InstructionError ?? []) as [number?, unknown?];
	if (index === undefined) return sentences[Object.keys(error)[0] ?? ''] ?? JSON.stringify(error);
	const code = (inner as { Custom?: number }).Custom;
	const what = code === undefined ? String(inner) : `custom program error: 0x${code.toString(16)}`;
	return `Error processing Instruction ${index}: ${what}`;
}

const sentences: Readonly<Record<string, string>> = {
	AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
	AlreadyProcessed: 'This transaction has already been processed',
	BlockhashNotFound: 'Blockhash not found',
	InsufficientFundsForFee: 'Insufficient funds for fee',
	InsufficientFundsForRent: 'Transaction results in an account (0) with insufficient funds for rent',
	SignatureFailure: 'Transaction did not pass signature verification',
};
