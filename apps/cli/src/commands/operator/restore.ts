import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BackupPlace } from '@adx/core/platform/backup/backup-place';
import { DumpUnreadableError } from '@adx/core/platform/backup/dump-file';
import { RestoreRefusedError, readSnapshot, restoreRows } from '@adx/core/platform/backup/restore-backup';
import { copyFiles, listRecordedFiles } from '@adx/core/platform/storage/copy-files';
import { tieFilesToDatabase } from '@adx/core/platform/storage/installation-marker';
import type { OpenStorage } from '@adx/core/platform/storage/open-storage';
import { closeThreads } from '@adx/core/platform/threads/threads';
import type { Database, DatabaseHandle } from '@adx/db/client/database';
import { readCommandEnvironment } from '../../command-line/environment.ts';
import { UsageError } from '../../command-line/errors.ts';
import { isHelpRequest, parseArguments } from '../../command-line/parse-arguments.ts';
import { createProgress, formatMegabytes } from '../../command-line/progress.ts';
import { pluralize } from '../../command-line/report.ts';
import { openBackupPlace } from './backup-target.ts';
import { withDatabase } from './open-database.ts';
import { findFiles, withFiles } from './open-files.ts';

const help = `Usage: npm run restore -- --from DIR|s3://BUCKET/PREFIX [--snapshot NAME] [--files-only]

Brings a snapshot back, the newest unless another one is named: its rows into an empty database, of either kind, and its
files to where the settings say that files lie. Each file is compared with its hash on the way. --files-only leaves the
database alone and brings back the files that it records and that are missing or damaged; it also goes on with a restore
that was stopped after the rows. The product must be stopped. A backup in a store is reached by S3_ENDPOINT, S3_REGION,
S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. The exit status is 1 where files are missing from the backup.`;

const namedMax = 5;

/** `npm run restore -- --from DIR|s3://…`: brings an installation back. */
export async function run(args: string[]): Promise<number> {
	if (isHelpRequest(args)) {
		console.log(help);
		return 0;
	}
	const { values } = parseArguments({
		args,
		options: {
			from: { type: 'string' },
			snapshot: { type: 'string' },
			'files-only': { type: 'boolean', default: false },
		},
	});
	const environment = await readCommandEnvironment();
	const scratchFolder = join(resolve(environment.DATA_DIR || './data'), 'scratch');
	try {
		const place = await openBackupPlace(values.from, '--from', environment, scratchFolder);
		const { snapshot, 'files-only': filesOnly } = values;
		const places = findFiles(environment, {}, { mayBeNew: true });
		const use = ({ db }: DatabaseHandle) =>
			withFiles(places, db, async (files) => {
				if (!filesOnly) await bringRows(db, files, { place, scratchFolder, snapshot });
				return bringFiles(db, files, place);
			});
		return await withDatabase(environment, use, { migrates: filesOnly });
	} catch (error) {
		const isExpected = error instanceof RestoreRefusedError || error instanceof DumpUnreadableError;
		throw isExpected ? new UsageError(error.message, { cause: error }) : error;
	} finally {
		await closeThreads();
	}
}

interface Rows {
	readonly place: BackupPlace;
	readonly scratchFolder: string;
	readonly snapshot: string | undefined;
}

async function bringRows(
	db: Database,
	{ marker }: OpenStorage,
	{ place, scratchFolder, snapshot }: Rows,
): Promise<void> {
	const { name, manifest } = await readSnapshot(place, snapshot);
	const found = await marker.read();
	if (found !== null && found !== manifest.installationId) throw new UsageError(marker.foreign);
	await mkdir(scratchFolder, { recursive: true, mode: 0o700 });
	const path = join(scratchFolder, `restore-${process.pid}.dump`);
	try {
		const count = await restoreRows({ db, place, path }, manifest);
		console.log(`Snapshot ${name}: ${count} rows are in the database.`);
		if (found === null && manifest.installationId !== null) await marker.write(manifest.installationId);
	} finally {
		await rm(path, { force: true });
	}
	console.log(
		manifest.withSecrets
			? 'Put the secret.key of that installation into DATA_DIR, or set SECRET_KEY to it, before you start the product.'
			: 'What the secret key sealed was not in it: paused jobs ask for their API key, and members sign in with Discord again.',
	);
}

async function bringFiles(db: Database, { storage, marker }: OpenStorage, place: BackupPlace): Promise<number> {
	const problem = await tieFilesToDatabase(db, marker);
	if (problem !== null) throw new UsageError(problem);
	const progress = createProgress((files) => pluralize(files, 'file'));
	const copy = { objects: listRecordedFiles(db), from: place.files, to: storage };
	const result = await copyFiles(copy, { verify: true, onProgress: progress.add }).finally(progress.end);
	const { copiedFiles, copiedBytes, presentFiles, damaged } = result;
	console.log(
		`Brought back ${pluralize(copiedFiles, 'file')}, ${formatMegabytes(copiedBytes)}; ${presentFiles} were there and whole.`,
	);
	if (damaged.length === 0) return 0;
	console.log(`Missing or damaged in the backup too: ${damaged.length}.`);
	for (const sha256 of damaged.slice(0, namedMax)) console.log(`  ${sha256}`);
	return 1;
}
