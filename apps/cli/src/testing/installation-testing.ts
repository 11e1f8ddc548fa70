import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createFolderMarker, tieFilesToDatabase } from '@adx/core/platform/installation';
import { createDiskStorage } from '@adx/core/platform/storage/disk';
import { insertBlob } from '@adx/db/repositories/uploads/blobs';
import { addUser } from '@adx/db/testing/rows-testing';
import { withDatabase } from '../commands/operator/open-database.ts';

/** Makes an installation on the disk, or adds to it: a user and these files, whose hashes are returned. */
export function storePictures(dataDir: string, ...pictures: readonly string[]): Promise<string[]> {
	const filesDir = join(dataDir, 'files');
	mkdirSync(filesDir, { recursive: true });
	return withDatabase({ DATA_DIR: dataDir }, async ({ db }) => {
		await tieFilesToDatabase(db, createFolderMarker(filesDir));
		await addUser(db);
		const storage = await createDiskStorage(filesDir);
		const hashes: string[] = [];
		for (const picture of pictures) {
			const { sha256, sizeBytes, crc32 } = await storage.put(Buffer.from(picture));
			await insertBlob(db, { sha256, sizeBytes, crc32, mime: 'image/png', width: 1, height: 1 });
			hashes.push(sha256);
		}
		return hashes;
	});
}
