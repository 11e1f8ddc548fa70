import type { Migration } from 'kysely/migration';
import * as createGenerationTables from './0001-create-generation-tables.ts';
import * as createAccessTables from './0002-create-access-tables.ts';

/**
 * Every migration by the name of its file, in order. Never change or remove one that was published:
 * add the next number.
 */
export const migrations: Readonly<Record<string, Migration>> = {
	'0001-create-generation-tables': createGenerationTables,
	'0002-create-access-tables': createAccessTables,
};
