import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BackupPlace, openBackupFolder, openBackupStore } from '@adx/core/platform/backup/backup-place';
import { toS3Settings } from '@adx/core/platform/storage/storage-settings';
import type { CommandEnvironment } from '../../command-line/environment.ts';
import { UsageError } from '../../command-line/errors.ts';
import { parseStorage } from './open-files.ts';

/** A bucket and a prefix in it, as the settings name them. */
export interface StoreTarget {
	readonly S3_BUCKET: string;
	readonly S3_PREFIX: string;
}

/** Reads `s3://BUCKET/PREFIX`; null for anything else. */
export function parseStoreTarget(text: string | undefined): StoreTarget | null {
	const [, S3_BUCKET, S3_PREFIX = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(text ?? '') ?? [];
	return S3_BUCKET === undefined ? null : { S3_BUCKET, S3_PREFIX };
}

/**
 * Opens a backup in a folder or a store, which is reached by the settings of the environment.
 *
 * @param option that names it, for messages
 */
export async function openBackupPlace(
	text: string | undefined,
	option: '--to' | '--from',
	environment: CommandEnvironment,
	scratchFolder: string,
): Promise<BackupPlace> {
	const target = parseStoreTarget(text);
	if (text === undefined || (target === null && /^\w+:\/\//.test(text))) {
		throw new UsageError(`${option} must be a folder, or like s3://backups or s3://backups/realm. See --help.`);
	}
	if (target === null) {
		// Whoever mistypes the folder to restore from should not find an empty backup there.
		if (option === '--from' && !existsSync(join(text, 'snapshots')))
			throw new UsageError(`--from: there is no backup in ${resolve(text)}`);
		return openBackupFolder(resolve(text));
	}
	const settings = toS3Settings(parseStorage({ ...environment, STORAGE: 's3', ...target }));
	return openBackupStore(settings!, join(scratchFolder, 'spool'));
}
