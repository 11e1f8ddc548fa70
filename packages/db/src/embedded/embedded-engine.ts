import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite';
import { unpackEmptyCluster } from './empty-cluster.ts';

/** PGlite's own parameters, and a page cache that fits one creator's collections in place of 128 MB. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

/** As the server's driver is set: a 64-bit integer is a number, a day stays text. */
const parsers = { [types.INT8]: Number, [types.DATE]: String };

/** An embedded engine with this product's settings; in memory when no `dataDir` is given. Resolves when it is ready. */
export async function startEngine(options: Pick<PGliteOptions, 'dataDir' | 'loadDataDir'>): Promise<PGlite> {
	const pglite = await PGlite.create({ ...options, startParams, parsers });
	pauseBetweenQueries(pglite);
	return pglite;
}

/** Longer than this queries do not follow each other without letting anything else run. */
const roundMs = 5;

/**
 * The engine works on this very thread, and hands itself on to the next query that waits without a pause: what many ask
 * for at once would be done in a single round of the event loop.
 */
function pauseBetweenQueries(pglite: PGlite): void {
	const exec = pglite.execProtocolStream.bind(pglite);
	let roundStartedAt: number | null = null;
	pglite.execProtocolStream = async (...message) => {
		if (roundStartedAt !== null && performance.now() - roundStartedAt > roundMs) await setImmediate();
		if (roundStartedAt === null) {
			roundStartedAt = performance.now();
			void setImmediate().then(() => {
				roundStartedAt = null;
			});
		}
		return exec(...message);
	};
}

/**
 * Opens the engine on `<dataDir>/database`, which is created when missing. It appears there whole or
 * not at all, whenever the process is killed. Rejects when the directory holds something else.
 */
export async function openEmbeddedDatabase(dataDir: string): Promise<PGlite> {
	const directory = join(dataDir, 'database');
	if (existsSync(directory)) await removeIfEmpty(directory);
	if (!existsSync(directory)) await createCluster(dataDir, directory);
	return startEngine({ dataDir: directory });
}

async function removeIfEmpty(directory: string): Promise<void> {
	if (existsSync(join(directory, 'PG_VERSION'))) return;
	if ((await readdir(directory)).length > 0) {
		throw new Error(`${directory} holds files but no database. Move them away, or set another DATA_DIR.`);
	}
	await rmdir(directory);
}

async function createCluster(dataDir: string, directory: string): Promise<void> {
	const draft = `${directory}.new`;
	await rm(draft, { recursive: true, force: true });
	await mkdir(dataDir, { recursive: true });
	const isUnpacked = await unpackEmptyCluster(draft);
	if (!isUnpacked) await (await startEngine({ dataDir: draft })).close();
	await rename(draft, directory);
}
