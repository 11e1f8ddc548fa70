import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { hashPassword } from '@adx/core/auth/passwords/passwords';
import { type PasswordKind, passwordKindSchema } from '@adx/validators/auth/auth';
import { passwordMaxLength } from '@adx/validators/limits';
import { UsageError } from '../../command-line/errors.ts';
import { isHelpRequest } from '../../command-line/parse-arguments.ts';

const usage = `Usage: npm run hash-password -- --kind ${passwordKindSchema.options.join('|')}
Reads the password from standard input and prints the entry for the environment.`;

/** `npm run hash-password`: the password never appears on the command line, where others could read it. */
export async function run(args: string[]): Promise<number> {
	if (isHelpRequest(args)) {
		console.log(usage);
		return 0;
	}
	const kind = readKind(args);
	if (process.stdin.isTTY) process.stderr.write(`${kind} password: `);
	let password = '';
	for await (const line of createInterface({ input: process.stdin })) {
		password = line;
		break;
	}
	if (password === '') throw new UsageError('No password was given on standard input.');
	if (password.length > passwordMaxLength) {
		throw new UsageError(`A password has at most ${passwordMaxLength} characters.`);
	}
	console.log(await hashPassword(kind, password));
	return 0;
}

function readKind(args: string[]): PasswordKind {
	try {
		const { values } = parseArgs({ args, options: { kind: { type: 'string' } } });
		return passwordKindSchema.parse(values.kind);
	} catch {
		throw new UsageError(usage);
	}
}
