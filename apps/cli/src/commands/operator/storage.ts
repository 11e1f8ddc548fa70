import { type CopyResult, copyFiles, listRecordedFiles } from '@adx/core/platform/storage/copy-files';
import type { OpenStorage } from '@adx/core/platform/storage/open-storage';
import { closeThreads } from '@adx/core/platform/threads/threads';
import type { Database } from '@adx/db/client/database';
import { findOrInsertInstallation } from '@adx/db/repositories/platform/installation';
import { readCommandEnvironment } from '../../command-line/environment.ts';
import { UsageError } from '../../command-line/errors.ts';
import { isHelpRequest, parseArguments } from '../../command-line/parse-arguments.ts';
import { createProgress, formatMegabytes } from '../../command-line/progress.ts';
import { pluralize } from '../../command-line/report.ts';
import { parseStoreTarget, type StoreTarget } from './backup-target.ts';
import { withDatabase } from './open-database.ts';
import { findFiles, withFiles } from './open-files.ts';

const help = `Usage: npm run storage -- copy --to s3://BUCKET/PREFIX [--verify]

Copies the files of this installation into an object store, from the disk or from another store. The store is reached by
S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY; the bucket has to exist. Each file is compared with its
hash on the way. The command may be stopped and repeated: what is there is not sent again; with --verify it is read and
compared as well. With PostgreSQL the product may run meanwhile: stop all its processes, repeat the command for what was
stored since, and start them with the settings that it prints. With the embedded database the product must be stopped.
Nothing is deleted. The exit status is 1 where files are missing or damaged.`;

const namedMax = 5;

/** `npm run storage -- copy --to s3://…`: moves an installation's files. */
export async function run(args: string[]): Promise<number> {
	if (isHelpRequest(args)) {
		console.log(help);
		return 0;
	}
	const { values, positionals } = parseArguments({
		args,
		options: { to: { type: 'string' }, verify: { type: 'boolean', default: false } },
		allowPositionals: true,
	});
	if (positionals.join() !== 'copy')
		throw new UsageError('The command is: storage copy --to s3://BUCKET/PREFIX. See --help.');
	const target = parseStoreTarget(values.to);
	if (target === null) throw new UsageError('--to must be like s3://adx-realm or s3://adx-realm/prefix. See --help.');
	const environment = await readCommandEnvironment();
	const from = findFiles(environment);
	const to = findFiles(environment, { STORAGE: 's3', ...target });
	if (from.s3?.bucket === to.s3?.bucket && from.s3?.prefix === to.s3?.prefix) {
		throw new UsageError('The files of this installation lie there already.');
	}
	try {
		return await withDatabase(environment, ({ db }) =>
			withFiles(from, db, (source) =>
				withFiles(to, db, (store) => copy(db, { source, store, verify: values.verify, target })),
			),
		);
	} finally {
		await closeThreads();
	}
}

interface Copy {
	readonly source: OpenStorage;
	readonly store: OpenStorage;
	readonly verify: boolean;
	readonly target: StoreTarget;
}

async function copy(db: Database, { source, store, verify, target }: Copy): Promise<number> {
	const { id } = await findOrInsertInstallation(db, crypto.randomUUID());
	const marker = await store.marker.read();
	if (marker !== null && marker !== id) throw new UsageError(store.marker.foreign);
	const progress = createProgress((files) => pluralize(files, 'file'));
	const options = { verify, onProgress: progress.add };
	const result = await copyFiles(
		{ objects: listRecordedFiles(db), from: source.storage, to: store.storage },
		options,
	).finally(progress.end);
	report(result);
	if (result.damaged.length > 0) return 1;
	// Only now: without it no process starts on files that are half there.
	if (marker === null && !(await store.marker.write(id))) throw new UsageError(store.marker.foreign);
	console.log(`
Everything is there. If the product ran meanwhile: stop all its processes and repeat this command. Then start them with:
  STORAGE=s3
  S3_BUCKET=${target.S3_BUCKET}${target.S3_PREFIX === '' ? '' : `\n  S3_PREFIX=${target.S3_PREFIX}`}
  SECRET_KEY=… (what DATA_DIR/secret.key holds, where it was not set before)
and the S3_ settings of this command. The old files stay where they are, until you delete them.`);
	return 0;
}

function report({ copiedFiles, copiedBytes, presentFiles, damaged }: CopyResult): void {
	console.log(
		`Copied ${pluralize(copiedFiles, 'file')}, ${formatMegabytes(copiedBytes)}; ${presentFiles} were there already.`,
	);
	if (damaged.length === 0) return;
	console.log(`Missing or damaged here, and not copied: ${damaged.length}. npm run doctor says what to do.`);
	for (const sha256 of damaged.slice(0, namedMax)) console.log(`  ${sha256}`);
}
