import { readdirSync, readFileSync } from 'node:fs';
import { inRoot } from '../bootstrap/workspace.mjs';
import { findPostgres } from '../postgres/temporary.mjs';

/** Suites that take their database from TEST_DATABASE_URL. Those of apps/api start the product on the embedded one. */
const suites = ['packages/db', 'packages/core'];

/**
 * The test files that run on PostgreSQL as well, where there is one. The others of these suites would run a second time
 * just as they did before: they neither import a module whose name ends in `testing`, through which alone tests get a
 * database, nor read TEST_DATABASE_URL.
 * @returns {string[]} paths from the root
 */
export function databaseTests() {
	if (!process.env.TEST_DATABASE_URL && findPostgres() === undefined) {
		console.log('No PostgreSQL found and no TEST_DATABASE_URL given: tests run on the embedded database only.');
		return [];
	}
	return suites.flatMap((suite) => {
		const names = readdirSync(inRoot(`${suite}/src`), { recursive: true, encoding: 'utf8' });
		return names
			.filter((name) => name.endsWith('.test.ts') && !name.endsWith('.heavy.test.ts'))
			.map((name) => `${suite}/src/${name.replaceAll('\\', '/')}`)
			.filter((file) => /testing(\.ts)?'|TEST_DATABASE_URL/.test(readFileSync(inRoot(file), 'utf8')));
	});
}
