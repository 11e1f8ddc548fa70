import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite';
import { emptyClusterPath } from './empty-cluster.ts';

/** PGlite's own start parameters and a page cache that fits one creator's collections: 128 MB would be reserved otherwise. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

/** As the server's driver is set: a 64-bit integer is a number, a day stays text. */
const parsers = { [types.INT8]: Number, [types.DATE]: String };

/** An embedded engine with this product's settings; in memory when no `dataDir` is given. Resolves when it is ready. */
export async function startEngine(options: Pick<PGliteOptions, 'dataDir' | 'loadDataDir'>): Promise<PGlite> {
	return PGlite.create({ ...options, startParams, parsers });
}

/**
 * Opens the engine on `<dataDir>/database`, which is created when missing. A kill at any moment of the
 * creation leaves a directory that the next call makes anew; nothing was stored in it yet.
 */
export async function openEmbedded(dataDir: string): Promise<PGlite> {
	const directory = join(dataDir, 'database');
	const preparingMark = join(dataDir, 'database.preparing');
	const isPreparing = existsSync(preparingMark);
	if (!isPreparing && existsSync(join(directory, 'PG_VERSION'))) return startEngine({ dataDir: directory });
	await mkdir(dataDir, { recursive: true });
	if (isPreparing) await rm(directory, { recursive: true, force: true });
	else await refuseForeignFiles(directory);
	await writeFile(preparingMark, '');
	const loadDataDir = await readEmptyCluster();
	const pglite = await startEngine({ dataDir: directory, ...(loadDataDir && { loadDataDir }) });
	await rm(preparingMark);
	return pglite;
}

async function refuseForeignFiles(directory: string): Promise<void> {
	if (existsSync(directory) && (await readdir(directory)).length > 0) {
		throw new Error(`${directory} holds files but no database. Move them away, or choose another DATA_DIR.`);
	}
}

/**
 * The freshly initialised cluster that ships with the source, which saves the engine from initialising
 * one itself (seconds, and twice the memory). Undefined when there is none of the installed version.
 */
export async function readEmptyCluster(): Promise<Blob | undefined> {
	const path = emptyClusterPath();
	if (!existsSync(path)) return undefined;
	return new Blob([await promisify(zstdDecompress)(await readFile(path))], { type: 'application/x-tar' });
}
