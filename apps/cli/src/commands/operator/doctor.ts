import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Diagnosis, examineInstallation } from '@adx/core/platform/doctor/examine-installation';
import type { OpenStorage } from '@adx/core/platform/storage/open-storage';
import { closeThreads } from '@adx/core/platform/threads/threads';
import type { Database } from '@adx/db/client/database';
import { type CommandEnvironment, readCommandEnvironment } from '../../command-line/environment.ts';
import { UsageError } from '../../command-line/errors.ts';
import { isHelpRequest } from '../../command-line/parse-arguments.ts';
import { withDatabase } from './open-database.ts';
import { findFiles, withFiles } from './open-files.ts';

const help = `Usage: npm run doctor [-- --all]

Looks an installation over and says what to do about what it finds: files and database that do not belong together, rows
without files, files without rows, files that hold other bytes, the secret key, the clock and the room on the disk. One file
in a hundred is read through; with --all every file is. Nothing is repaired; a database of an older version is brought up to
date, as at a start. With the embedded database the product must be stopped. The exit status is 1 where there is a problem.`;

const readOneInUnlessAll = 100;
const keyBytes = 32;
const labels: Readonly<Record<Diagnosis['state'], string>> = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' };

/** `npm run doctor [-- --all]`: looks an installation over. */
export async function run(args: string[]): Promise<number> {
	if (isHelpRequest(args)) {
		console.log(help);
		return 0;
	}
	const unknown = args.find((arg) => arg !== '--all');
	if (unknown !== undefined) throw new UsageError(`Unknown option '${unknown}'. See --help.`);
	const environment = await readCommandEnvironment();
	const places = findFiles(environment);
	const examine = async (db: Database, { storage, marker }: OpenStorage) => {
		const filesId = await marker.read();
		const secretKey = readSecretKey(environment, places.dataDir);
		const installation = { db, storage, filesId, secretKey, now: () => new Date() };
		const readOneIn = args.includes('--all') ? 1 : readOneInUnlessAll;
		let hasProblem = false;
		for await (const diagnosis of examineInstallation(installation, { readOneIn })) {
			hasProblem ||= diagnosis.state === 'problem';
			print(diagnosis);
		}
		return hasProblem ? 1 : 0;
	};
	try {
		return await withDatabase(environment, ({ db }) => withFiles(places, db, (files) => examine(db, files)));
	} finally {
		await closeThreads();
	}
}

function print({ state, text, cure, examples }: Diagnosis): void {
	console.log(`${labels[state]} ${text}${cure === null ? '' : ` ${cure}`}`);
	for (const example of examples) console.log(`        ${example}`);
}

/** As the server finds it; null for none, or one that is not a key. */
function readSecretKey({ SECRET_KEY }: CommandEnvironment, dataDir: string): Uint8Array | null {
	const path = join(dataDir, 'secret.key');
	const text = SECRET_KEY || (existsSync(path) ? readFileSync(path, 'utf8') : '');
	const key = Buffer.from(text.trim(), 'base64');
	return key.byteLength === keyBytes ? new Uint8Array(key) : null;
}
