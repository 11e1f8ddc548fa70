import type { TestProject } from 'vitest/node';
import { findPostgres, startTemporaryPostgres } from '../postgres/temporary.mjs';

declare module 'vitest' {
	interface ProvidedContext {
		/** Undefined where there is no PostgreSQL. */
		databaseUrl: string | undefined;
	}
}

/** Gives tests a PostgreSQL: the one that TEST_DATABASE_URL names, else a temporary one where its programs are found. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
	const { TEST_DATABASE_URL: given } = process.env;
	const binDir = findPostgres();
	if (given || binDir === undefined) {
		project.provide('databaseUrl', given || undefined);
		return undefined;
	}
	const { url, stop } = await startTemporaryPostgres(binDir);
	project.provide('databaseUrl', url);
	return stop;
}
