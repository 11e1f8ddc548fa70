import { readdirSync, readFileSync } from 'node:fs';
import { inRoot } from '../bootstrap/workspace.mjs';
import { findPostgres } from '../postgres/temporary.mjs';

/** Suites that take their database from TEST_DATABASE_URL. */
const suites = ['packages/db', 'packages/core'];
/** The apps' suites start the product on the embedded one, but for these files. */
export const appTests = 'apps/{api,cli}/src/**/*.postgres.test.ts';
/** Through a module whose name ends in `testing` alone tests get a database. */
const takesDatabase = /testing(\.ts)?'|TEST_DATABASE_URL/;
const tellsDatabasesApart = /TEST_DATABASE_URL|databaseUrl/;
/** A test's name that says so: the one connection of the embedded database lets no two transactions meet. */
const racesCallers =
	/^\s*(it\b.*|')(\b(\d+|many) .*\bat once|\balso when .*\bat once|at the same (time|moment)|simultaneous)/m;

/**
 * The test files that run on PostgreSQL as well, where there is one; the others of these suites would run a second time
 * just as they did before. `npm test` takes every query (packages/db), what tells the two databases apart and what lets
 * callers race; of the other verbs, which speak to either through those queries, the heavy tests vary the database.
 * @param {{ heavy: boolean }} options
 * @returns {string[]} paths from the root
 */
export function databaseTests({ heavy }) {
	if (!process.env.TEST_DATABASE_URL && findPostgres() === undefined) {
		console.log('No PostgreSQL found and no TEST_DATABASE_URL given: tests run on the embedded database only.');
		return [];
	}
	const inSuites = suites.flatMap((suite) => {
		const names = readdirSync(inRoot(`${suite}/src`), { recursive: true, encoding: 'utf8' });
		return names
			.filter((name) => name.endsWith('.test.ts') && !name.endsWith('.heavy.test.ts'))
			.map((name) => `${suite}/src/${name.replaceAll('\\', '/')}`)
			.filter((file) => {
				const text = readFileSync(inRoot(file), 'utf8');
				const isVaried = suite !== 'packages/db' && !tellsDatabasesApart.test(text) && !racesCallers.test(text);
				return takesDatabase.test(text) && isVaried === heavy;
			});
	});
	return heavy ? inSuites : [...inSuites, appTests];
}
