import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { getFilesDir, type OpenStorage, openStorage } from '@adx/core/platform/storage/open-storage';
import {
	findStorageProblem,
	type S3Settings,
	type StorageVariables,
	storageVariables,
	toS3Settings,
} from '@adx/core/platform/storage/storage-settings';
import { StorageAwayError, StorageFullError } from '@adx/core/platform/storage/types';
import type { Database } from '@adx/db/client/database';
import type { CommandEnvironment } from '../../command-line/environment.ts';
import { UsageError } from '../../command-line/errors.ts';

/** Where an installation's files lie, as its settings say. */
export interface FilePlaces {
	readonly dataDir: string;
	/** Null for the disk. */
	readonly s3: S3Settings | null;
}

/** Reads the settings as the server does. Throws a UsageError for one that is wrong, and for a folder without an installation. */
export function findFiles(
	environment: CommandEnvironment,
	change: Partial<CommandEnvironment> = {},
	{ mayBeNew = false } = {},
): FilePlaces {
	const dataDir = resolve(environment.DATA_DIR || './data');
	const s3 = toS3Settings(parseStorage({ ...environment, ...change }));
	// Whoever mistypes DATA_DIR should not get an empty installation there.
	if (s3 === null && !mayBeNew && !existsSync(getFilesDir(dataDir))) {
		throw new UsageError(`DATA_DIR: there is no installation in ${dataDir}`);
	}
	return { dataDir, s3 };
}

/** Throws a UsageError for a setting that is wrong. */
export function parseStorage(environment: CommandEnvironment): StorageVariables {
	const given = Object.entries(environment).filter(([, value]) => value !== '');
	const parsed = storageVariables.safeParse(Object.fromEntries(given));
	const issue = parsed.error?.issues[0];
	if (!parsed.success) throw new UsageError(`${String(issue?.path[0])} ${issue?.message}`);
	const problem = findStorageProblem(parsed.data);
	if (problem !== null) throw new UsageError(problem);
	return parsed.data;
}

/** Hands the files to `use`, without a database to be read alone. Throws a UsageError for a store that cannot be used. */
export async function withFiles<Result>(
	places: FilePlaces,
	db: Database | null,
	use: (files: OpenStorage) => Promise<Result>,
): Promise<Result> {
	try {
		return await use(await openStorage({ ...places, db }));
	} catch (error) {
		const isOfStore = error instanceof StorageAwayError || error instanceof StorageFullError;
		throw isOfStore ? new UsageError(error.message, { cause: error }) : error;
	}
}
