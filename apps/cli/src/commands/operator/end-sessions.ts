import { endAllSessions } from '@adx/core/auth/sessions/end-sessions';
import { readCommandEnvironment } from '../../command-line/environment.ts';
import { UsageError } from '../../command-line/errors.ts';
import { isHelpRequest } from '../../command-line/parse-arguments.ts';
import { formatEnded } from '../../command-line/report.ts';
import { withDatabase } from './open-database.ts';

const help = `Usage: npm run end-sessions [-- --tokens]

Signs everybody out everywhere; with --tokens every access token ends too. Nothing else changes: who signs in again finds
the same work. With the embedded database the product must be stopped.`;

/** `npm run end-sessions [-- --tokens]`: ends every session, and with --tokens every access token. */
export async function run(args: string[]): Promise<number> {
	if (isHelpRequest(args)) {
		console.log(help);
		return 0;
	}
	const unknown = args.find((arg) => arg !== '--tokens');
	if (unknown !== undefined) throw new UsageError(`Unknown option '${unknown}'. See --help.`);
	await withDatabase(await readCommandEnvironment(), async ({ db }) => {
		console.log(formatEnded(await endAllSessions(db, { tokens: args.includes('--tokens') })));
	});
	return 0;
}
