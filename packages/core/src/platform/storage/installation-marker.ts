import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@adx/db/client/database';
import { findOrInsertInstallation, hasBlobs, updateInstallation } from '@adx/db/repositories/platform/installation';
import { ignoreMissing } from './missing-file.ts';

/** In the folder of files; holds the id of the database that the files belong to. */
const markerName = 'installation.id';

/** What lies beside the files and carries the id of the database that they belong to. */
export interface InstallationMarker {
	/** The id; null where there is none. */
	read(): Promise<string | null>;
	/** Puts it there; false, where the medium can tell, when another process did so first. */
	write(id: string): Promise<boolean>;
	/** For the operator: these are the files of another database. */
	readonly foreign: string;
	/** The same: these are not the files of this database, whose id that is. */
	strange(id: string): string;
}

/**
 * Ties a database to the place of its files, which exists: both carry the installation's id. What has none yet is given it.
 * Returns why the two do not belong together, as a sentence for the operator; null where they do.
 */
export async function tieFilesToDatabase(db: Database, marker: InstallationMarker): Promise<string | null> {
	const { id, hasMarkedFiles } = await findOrInsertInstallation(db, randomUUID());
	const found = await marker.read();
	if (found === id) {
		if (!hasMarkedFiles) await updateInstallation(db, { hasMarkedFiles: true });
		return null;
	}
	const isEmpty = !(await hasBlobs(db));
	if (found !== null) {
		// A backup from before databases had an id takes that of the place.
		if (hasMarkedFiles || isEmpty) return marker.foreign;
		await updateInstallation(db, { id: found, hasMarkedFiles: true });
		return null;
	}
	if (hasMarkedFiles && !isEmpty) return marker.strange(id);
	// A process that started at the same time was first; the next check shows whether it uses the same database.
	if (!(await marker.write(id))) return tieFilesToDatabase(db, marker);
	await updateInstallation(db, { hasMarkedFiles: true });
	return null;
}

/** The marker of a folder of files. */
export function createFolderMarker(filesDir: string): InstallationMarker {
	const path = join(filesDir, markerName);
	return {
		read: () => readInstallationId(filesDir),
		write: async (id) => {
			await writeFile(path, `${id}\n`, { mode: 0o600, flush: true });
			return true;
		},
		foreign: `DATA_DIR: ${filesDir} holds the files of another database. Set DATA_DIR to the folder of this one, or move those files away.`,
		strange: (id) =>
			`DATA_DIR: ${filesDir} is not the folder that holds this database's files. Set DATA_DIR to that one; if they were moved here, write ${id} into ${path}.`,
	};
}

/** The id that a folder of files carries; null where it has none. */
export async function readInstallationId(filesDir: string): Promise<string | null> {
	const text = await readFile(join(filesDir, markerName), 'utf8').catch(ignoreMissing);
	return text?.trim() || null;
}
