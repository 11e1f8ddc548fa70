import { suggestName } from '@adx/core/platform/suggest-name';
import { installZodMessages } from '@adx/validators/zod-messages';
import { UsageError } from './command-line/errors.ts';
import { Interruption } from './command-line/interruption.ts';

/** Every command with the module that runs it, loaded only when asked for. */
const commands: Readonly<Record<string, () => Promise<{ run(args: string[]): Promise<number> }>>> = {
	generate: () => import('./commands/generate/generate.ts'),
	'verify-collection': () => import('./commands/collection/verify-collection.ts'),
	attributes: () => import('./commands/attributes/attributes.ts'),
	export: () => import('./commands/export/export.ts'),
	preflight: () => import('./commands/collection/preflight.ts'),
	rarity: () => import('./commands/collection/rarity.ts'),
	'contact-sheet': () => import('./commands/forge/contact-sheet.ts'),
	'hash-password': () => import('./commands/operator/hash-password.ts'),
	'reset-passwords': () => import('./commands/operator/reset-passwords.ts'),
	'end-sessions': () => import('./commands/operator/end-sessions.ts'),
	'reset-secret-key': () => import('./commands/operator/reset-secret-key.ts'),
	doctor: () => import('./commands/operator/doctor.ts'),
	backup: () => import('./commands/operator/backup.ts'),
	restore: () => import('./commands/operator/restore.ts'),
	storage: () => import('./commands/operator/storage.ts'),
	'delete-data': () => import('./commands/operator/delete-data.ts'),
	'db:migrate': () => import('./commands/operator/db-migrate.ts'),
};

/** Runs one command; the answer is the process's exit status. */
async function main([name = '', ...args]: string[]): Promise<number> {
	const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
	if (load === undefined) {
		const names = Object.keys(commands);
		throw new UsageError(`Unknown command '${name}'.${suggestName(name, names)} Commands: ${names.join(', ')}`);
	}
	installZodMessages();
	return (await load()).run(args);
}

// Whoever reads the output may stop at any line, as `head` does: what is left is for nobody, and no defect.
for (const stream of [process.stdout, process.stderr]) {
	stream.on('error', (error: NodeJS.ErrnoException) => {
		if (error.code !== 'EPIPE') throw error;
	});
}

try {
	process.exitCode = await main(process.argv.slice(2));
} catch (error) {
	if (!(error instanceof UsageError || error instanceof Interruption)) throw error;
	console.error(error.message);
	process.exitCode = error instanceof Interruption ? error.exitStatus : 2;
}
