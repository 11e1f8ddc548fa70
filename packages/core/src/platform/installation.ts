import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@adx/db/client/database';
import { findOrInsertInstallation, hasBlobs, updateInstallation } from '@adx/db/repositories/platform/installation';
import { ignoreMissing } from './storage/missing-file.ts';

/** In the folder of files; holds the id of the database that the files belong to. */
const markerName = 'installation.id';

/**
 * Ties a database to its folder of files, which exists: both carry the installation's id. What has none yet is given it.
 * Returns why the two do not belong together, as a sentence for the operator; null where they do.
 */
export async function tieFilesToDatabase(db: Database, filesDir: string): Promise<string | null> {
	const path = join(filesDir, markerName);
	const { id, hasMarkedFiles } = await findOrInsertInstallation(db, randomUUID());
	const marker = await readInstallationId(filesDir);
	if (marker === id) {
		if (!hasMarkedFiles) await updateInstallation(db, { hasMarkedFiles: true });
		return null;
	}
	const isEmpty = !(await hasBlobs(db));
	if (marker !== null) {
		// A backup from before databases had an id takes that of the folder.
		if (hasMarkedFiles || isEmpty) {
			return `${filesDir} holds the files of another database. Set DATA_DIR to the folder of this one, or move those files away.`;
		}
		await updateInstallation(db, { id: marker, hasMarkedFiles: true });
		return null;
	}
	if (hasMarkedFiles && !isEmpty) {
		return `${filesDir} is not the folder that holds this database's files. Set DATA_DIR to that one; if they were moved here, write ${id} into ${path}.`;
	}
	await writeFile(path, `${id}\n`, { mode: 0o600, flush: true });
	await updateInstallation(db, { hasMarkedFiles: true });
	return null;
}

/** The id that a folder of files carries; null where it has none. */
export async function readInstallationId(filesDir: string): Promise<string | null> {
	const text = await readFile(join(filesDir, markerName), 'utf8').catch(ignoreMissing);
	return text?.trim() || null;
}
