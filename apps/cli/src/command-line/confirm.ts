import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { UsageError } from './errors.ts';

export interface Confirmation {
	/** E.g. 'Pay for them?'. */
	readonly question: string;
	/** Where nobody can be asked: what that needs. */
	readonly unasked: string;
	/** After any answer but yes. */
	readonly declined: string;
}

/**
 * Asks whether to do what was just told. Throws a UsageError for any answer but yes, and without asking where nobody sits in
 * front of it.
 */
export async function confirm(
	{ question, unasked, declined }: Confirmation,
	input: Readable & { readonly isTTY?: boolean } = process.stdin,
	output: Writable = process.stderr,
): Promise<void> {
	if (!input.isTTY) throw new UsageError(unasked);
	const lines = createInterface({ input, output });
	// The end of the input is not an answer, and no error either.
	const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
	// With a reader of lines the terminal's Ctrl-C is its own.
	lines.once('SIGINT', () => lines.close());
	try {
		const answer = await Promise.race([lines.question(`${question} [y/N] `), closed]);
		if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError(declined);
	} finally {
		lines.close();
	}
}
