import { readCommandEnvironment } from '../../command-line/environment.ts';
import { UsageError } from '../../command-line/errors.ts';
import { isHelpRequest } from '../../command-line/parse-arguments.ts';
import { withDatabase } from './open-database.ts';

const usage = 'Usage: npm run db:migrate';
const help = `${usage}

Brings the database up to date without starting the product. The embedded one only while the product is stopped.`;

/** `npm run db:migrate`: brings the database to the newest migration without starting the product. */
export async function run(args: string[]): Promise<number> {
	if (isHelpRequest(args)) {
		console.log(help);
		return 0;
	}
	if (args.length > 0) throw new UsageError(usage);
	await withDatabase(await readCommandEnvironment(), async () => {});
	console.log('The database is up to date.');
	return 0;
}
