import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { UsageError } from '../../command-line/errors.ts';

/**
 * Asks whether to pay what was just told. Throws a UsageError for any answer but yes, and without asking where nobody
 * sits in front of it.
 */
export async function confirmPrice(input: Readable & { readonly isTTY?: boolean }, output: Writable): Promise<void> {
	if (!input.isTTY) throw new UsageError('This costs money: add --yes to pay without being asked.');
	const lines = createInterface({ input, output });
	// The end of the input is no answer, and no error either.
	const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
	// With a reader of lines the terminal's Ctrl-C is its own.
	lines.once('SIGINT', () => lines.close());
	try {
		const answer = await Promise.race([lines.question('Pay for them? [y/N] '), closed]);
		if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('Nothing was paid and nothing written.');
	} finally {
		lines.close();
	}
}
