import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { wrapEmbedded } from '../client/database.ts';
import { openEmbeddedDatabase } from '../embedded/embedded-engine.ts';
import { migrateToLatest } from '../migrations/migrate.ts';
import { hashMigrations } from './database-testing.ts';

const cacheFolder = fileURLToPath(new URL('../../node_modules/.cache/test-data-directory', import.meta.url));

/**
 * Puts a migrated, empty embedded database into a data directory that has none, as a first start would make it: copying
 * its files takes a quarter of the processor's time. Does nothing where one is there.
 *
 * @param dataDir absolute; made where it is missing
 */
export async function seedDataDirectory(dataDir: string): Promise<void> {
	const database = join(dataDir, 'database');
	if (existsSync(database)) return;
	const template = join(cacheFolder, hashMigrations());
	if (!existsSync(template)) await makeTemplate(template);
	mkdirSync(dataDir, { recursive: true });
	cpSync(join(template, 'database'), database, { recursive: true });
}

/** Workers that find none at the same time each make one; the first one stays. */
async function makeTemplate(template: string): Promise<void> {
	mkdirSync(cacheFolder, { recursive: true });
	const draft = mkdtempSync(join(cacheFolder, 'draft-'));
	const { db, destroy } = wrapEmbedded(await openEmbeddedDatabase(draft));
	await migrateToLatest(db);
	await destroy();
	try {
		renameSync(draft, template);
	} catch (error) {
		rmSync(draft, { recursive: true });
		if (!existsSync(template)) throw error;
	}
	// What older migrations left is of no use: it is 40 MB a piece. Other workers may be making this one's.
	const others = readdirSync(cacheFolder).filter((name) => name !== basename(template) && !name.startsWith('draft-'));
	for (const name of others) rmSync(join(cacheFolder, name), { recursive: true, force: true });
}
