import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { findFilledTable, restoreTables } from '@adx/db/backup/restore-tables';
import type { Database } from '@adx/db/client/database';
import { migrateTo, migrateToLatest } from '@adx/db/migrations/migrate';
import { type BackupPlace, type SnapshotManifest, snapshotManifest } from './backup-place.ts';
import { readDumpHeader, readDumpRows } from './dump-file.ts';

/** Why nothing is restored, as a sentence for the operator. */
export class RestoreRefusedError extends Error {
	override readonly name = 'RestoreRefusedError';
}

/** Reads a snapshot's manifest, the newest one's unless named. Rejects with a RestoreRefusedError. */
export async function readSnapshot(
	place: BackupPlace,
	wanted: string | undefined,
): Promise<{ readonly name: string; readonly manifest: SnapshotManifest }> {
	const names = await place.listSnapshots();
	const name = wanted ?? names.at(-1);
	if (name === undefined) throw new RestoreRefusedError('There is no backup.');
	const manifest = names.includes(name) ? await place.readManifest(name) : null;
	if (manifest === null) {
		throw new RestoreRefusedError(`There is no snapshot ${name}. There are: ${names.join(', ') || 'none'}.`);
	}
	const parsed = snapshotManifest.safeParse(parseJson(manifest));
	if (!parsed.success) throw new RestoreRefusedError(`The snapshot ${name} is damaged, or of a later version.`);
	return { name, manifest: parsed.data };
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

/**
 * Brings a snapshot's rows into an empty database, whose schema may be missing, and then brings that up to date. Rejects with
 * a RestoreRefusedError where it is not empty, with a NewerDatabaseError for a snapshot of a later version, and with a
 * DamagedObjectError or DumpUnreadableError where the dump is damaged; no row is there then. Returns how many rows those are.
 *
 * @param path of a new file on the local disk, for the dump; it stays
 */
export async function restoreRows(
	{ db, place, path }: { readonly db: Database; readonly place: BackupPlace; readonly path: string },
	{ database, migration }: SnapshotManifest,
): Promise<number> {
	// First, since tables that do not exist are empty, too.
	const filled = await findFilledTable(db);
	if (filled !== null) {
		throw new RestoreRefusedError(
			'The database is not empty. Set DATA_DIR to a new folder, or DATABASE_URL to an empty database; --files-only brings back what files this one lacks.',
		);
	}
	const fault = await place.files.verify(database);
	if (fault !== null)
		throw new RestoreRefusedError('The dump of this snapshot is damaged. Another one may be whole: --snapshot.');
	await pipeline(await place.files.open(database), createWriteStream(path, { mode: 0o600 }));
	// First, so that what is no dump leaves no tables.
	await readDumpHeader(path);
	await migrateTo(db, migration);
	const count = await restoreTables(db, readDumpRows(path));
	await migrateToLatest(db);
	return count;
}
