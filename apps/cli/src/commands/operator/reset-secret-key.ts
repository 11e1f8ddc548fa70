import { describeSealed, discardEncrypted } from '@adx/core/platform/secrets/secret-key';
import { countSealedRows } from '@adx/db/repositories/platform/installation';
import { readCommandEnvironment } from '../../command-line/environment.ts';
import { UsageError } from '../../command-line/errors.ts';
import { isHelpRequest } from '../../command-line/parse-arguments.ts';
import { withDatabase } from './open-database.ts';

const help = `Usage: npm run reset-secret-key [-- --yes]

For an installation whose secret.key (or SECRET_KEY) is lost: says what only that key opens and, with --yes, lets the next
start take the key it finds or make a new one. What was sealed with the lost key never opens again: paused jobs ask for
their API key, items that are left of a sale can never be minted, and members sign in with Discord again. With the
embedded database the product must be stopped.`;

/** `npm run reset-secret-key [-- --yes]`: gives up what a lost secret key sealed, and says what that is. */
export async function run(args: string[]): Promise<number> {
	if (isHelpRequest(args)) {
		console.log(help);
		return 0;
	}
	const isConfirmed = args.includes('--yes');
	const unknown = args.find((arg) => arg !== '--yes');
	if (unknown !== undefined) throw new UsageError(`Unknown option '${unknown}'. See --help.`);
	return withDatabase(await readCommandEnvironment(), async ({ db }) => {
		if (!isConfirmed) {
			console.log(`Only the present key opens: ${describeSealed(await countSealedRows(db))}.`);
			console.log('Nothing was changed. To give that up: npm run reset-secret-key -- --yes');
			return 1;
		}
		console.log(`Given up, unless the next start finds the same key: ${describeSealed(await discardEncrypted(db))}.`);
		return 0;
	});
}
