import { join } from 'node:path';
import type { Database } from '@adx/db/client/database';
import { createDiskStorage } from './disk.ts';
import { createFolderMarker, type InstallationMarker } from './installation-marker.ts';
import { createS3Storage } from './s3/s3.ts';
import type { S3Settings } from './storage-settings.ts';
import type { Storage } from './types.ts';

export interface StorageOptions {
	/** Null for the disk. */
	readonly s3: S3Settings | null;
	/** Null where files are read alone. */
	readonly db: Database | null;
	readonly dataDir: string;
}

/** The files of an installation, and what ties them to its database. */
export interface OpenStorage {
	readonly storage: Storage;
	readonly marker: InstallationMarker;
	/** How far this machine's clock was off the store's at the last look at the marker; 0 for a disk. */
	clockOffMs(): number;
}

/** Opens the files of an installation where its settings say they lie. A store is asked nothing yet. */
export async function openStorage({ s3: settings, db, dataDir }: StorageOptions): Promise<OpenStorage> {
	if (settings === null) {
		const filesDir = getFilesDir(dataDir);
		const storage = await createDiskStorage(filesDir);
		return { storage, marker: createFolderMarker(filesDir), clockOffMs: () => 0 };
	}
	const spoolFolder = join(dataDir, 'scratch', 'spool');
	const { storage, marker } = await createS3Storage({ settings, db, spoolFolder });
	return { storage, marker, clockOffMs: marker.clockOffMs };
}

/** Where files lie on the disk. */
export const getFilesDir = (dataDir: string): string => join(dataDir, 'files');
