import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type BackupOptions, type BackupResult, createBackup } from '@adx/core/platform/backup/create-backup';
import { writeDump } from '@adx/core/platform/backup/dump-file';
import { takeRunningDump } from '@adx/core/platform/backup/running-dump';
import { closeThreads } from '@adx/core/platform/threads/threads';
import { findOrInsertInstallation } from '@adx/db/repositories/platform/installation';
import { type CommandEnvironment, readCommandEnvironment } from '../../command-line/environment.ts';
import { isHelpRequest, parseArguments } from '../../command-line/parse-arguments.ts';
import { createProgress, formatMegabytes } from '../../command-line/progress.ts';
import { pluralize } from '../../command-line/report.ts';
import { openBackupPlace } from './backup-target.ts';
import { ProductRunningError, withDatabase } from './open-database.ts';
import { findFiles, withFiles } from './open-files.ts';

const help = `Usage: npm run backup -- --to DIR|s3://BUCKET/PREFIX [--with-secrets] [--verify]

Adds a snapshot of this installation to a folder or an object store, which may hold others: its database as it is at one
moment, and the files that no earlier snapshot brought, each compared with its hash on the way. The product may run
meanwhile; with the embedded database it pauses while that is read. What the secret key seals (API keys of jobs, secrets of
sales, grants of Discord) is left out unless --with-secrets is given, and the key itself always is: keep
DATA_DIR/secret.key, or SECRET_KEY, elsewhere. With --verify the files that are there already are read and compared as well.
The command may be stopped and repeated. A store is reached by S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and
S3_SECRET_ACCESS_KEY. The exit status is 1 where files of the installation are missing or damaged.`;

const namedMax = 5;

type Source = Pick<BackupOptions, 'files' | 'installationId' | 'takeDump'>;

/** `npm run backup -- --to DIR|s3://…`: adds a snapshot to a backup. */
export async function run(args: string[]): Promise<number> {
	if (isHelpRequest(args)) {
		console.log(help);
		return 0;
	}
	const { values } = parseArguments({
		args,
		options: {
			to: { type: 'string' },
			'with-secrets': { type: 'boolean', default: false },
			verify: { type: 'boolean', default: false },
		},
	});
	const environment = await readCommandEnvironment();
	const scratchFolder = join(resolve(environment.DATA_DIR || './data'), 'scratch');
	try {
		const place = await openBackupPlace(values.to, '--to', environment, scratchFolder);
		return await withSource(environment, { withSecrets: values['with-secrets'] }, async (source) => {
			await mkdir(scratchFolder, { recursive: true, mode: 0o700 });
			const progress = createProgress((files) => pluralize(files, 'file'));
			const options = { place, scratchFolder, verify: values.verify, now: () => new Date(), onProgress: progress.add };
			return report(await createBackup({ ...source, ...options }).finally(progress.end));
		});
	} finally {
		await closeThreads();
	}
}

/** Hands over database and files, also where a running product holds the embedded database. */
async function withSource(
	environment: CommandEnvironment,
	options: { readonly withSecrets: boolean },
	use: (source: Source) => Promise<number>,
): Promise<number> {
	const places = findFiles(environment);
	try {
		return await withDatabase(environment, async ({ db }) => {
			const { id: installationId } = await findOrInsertInstallation(db, crypto.randomUUID());
			const takeDump = (path: string) => writeDump({ db, path }, options);
			return withFiles(places, db, ({ storage: files }) => use({ files, installationId, takeDump }));
		});
	} catch (error) {
		if (!(error instanceof ProductRunningError)) throw error;
		const takeDump = (path: string) => takeRunningDump({ dataDir: places.dataDir, path }, options);
		return withFiles(places, null, async ({ storage: files, marker }) =>
			use({ files, installationId: await marker.read(), takeDump }),
		);
	}
}

function report({ name, manifest, copy }: BackupResult): number {
	const { files, database, damaged, withSecrets } = manifest;
	const size = formatMegabytes(database.sizeBytes);
	console.log(
		`Snapshot ${name}: ${pluralize(files.count, 'file')}, ${formatMegabytes(files.bytes)}, and a database of ${size}.`,
	);
	console.log(`New in this backup: ${pluralize(copy.copiedFiles, 'file')}, ${formatMegabytes(copy.copiedBytes)}.`);
	const sealed = withSecrets ? 'What the secret key seals is in it' : 'Nothing that the secret key seals is in it';
	console.log(`${sealed}; the key is not: keep DATA_DIR/secret.key, or SECRET_KEY, elsewhere.`);
	if (damaged.length === 0) return 0;
	console.log(`Missing or damaged here, and not backed up: ${damaged.length}. npm run doctor says what to do.`);
	for (const sha256 of damaged.slice(0, namedMax)) console.log(`  ${sha256}`);
	return 1;
}
