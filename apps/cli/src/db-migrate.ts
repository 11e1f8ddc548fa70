import { withDatabase } from './open-database.ts';

/** `npm run db:migrate`: brings the database to the newest migration without starting the product. */
export async function run(): Promise<number> {
	await withDatabase(async () => {});
	console.log('The database is up to date.');
	return 0;
}
