import { readCommandEnvironment } from './environment.ts';
import { withDatabase } from './open-database.ts';
import { UsageError } from './usage-error.ts';

/** `npm run db:migrate`: brings the database to the newest migration without starting the product. */
export async function run(args: string[]): Promise<number> {
	if (args.length > 0) throw new UsageError('Usage: npm run db:migrate');
	await withDatabase(await readCommandEnvironment(), async () => {});
	console.log('The database is up to date.');
	return 0;
}
