import { installZodMessages } from '@adx/validators/zod-messages';
import { Interruption } from './interruption.ts';
import { UsageError } from './usage-error.ts';

/** Every command with the module that runs it, loaded only when asked for. */
const commands: Readonly<Record<string, () => Promise<{ run(args: string[]): Promise<number> }>>> = {
	generate: () => import('./generate.ts'),
	'verify-collection': () => import('./verify-collection.ts'),
	attributes: () => import('./attributes.ts'),
	export: () => import('./export.ts'),
	preflight: () => import('./preflight.ts'),
	rarity: () => import('./rarity.ts'),
	'contact-sheet': () => import('./contact-sheet.ts'),
	'hash-password': () => import('./hash-password.ts'),
	'reset-passwords': () => import('./reset-passwords.ts'),
	'end-sessions': () => import('./end-sessions.ts'),
	'reset-secret-key': () => import('./reset-secret-key.ts'),
	'db:migrate': () => import('./db-migrate.ts'),
};

/** Runs one command; the answer is the process's exit status. */
async function main([name = '', ...args]: string[]): Promise<number> {
	const load = commands[name];
	if (load === undefined)
		throw new UsageError(`Unknown command '${name}'. Commands: ${Object.keys(commands).join(', ')}`);
	installZodMessages();
	return (await load()).run(args);
}

try {
	process.exitCode = await main(process.argv.slice(2));
} catch (error) {
	if (!(error instanceof UsageError || error instanceof Interruption)) throw error;
	console.error(error.message);
	process.exitCode = error instanceof Interruption ? error.exitStatus : 2;
}
