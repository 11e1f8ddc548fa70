import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { tieFilesToDatabase } from '@adx/core/platform/storage/installation-marker';
import { objectPath } from '@adx/core/platform/storage/integrity/files-testing';
import type { OpenStorage } from '@adx/core/platform/storage/open-storage';
import { createTestStores } from '@adx/core/platform/storage/stores-testing';
import type { Database } from '@adx/db/client/database';
import { insertBlob } from '@adx/db/repositories/uploads/blobs';
import { seedDataDirectory } from '@adx/db/testing/data-directory-testing';
import { addUser } from '@adx/db/testing/rows-testing';
import { withDatabase } from '../commands/operator/open-database.ts';
import { findFiles, withFiles } from '../commands/operator/open-files.ts';

type Variables = Readonly<Record<string, string>>;

/** Folders of one test file; each is an installation, on a database and a bucket of its own where TEST_STORAGE is `s3`. */
export class Installations {
	readonly #opened = new Map<string, Promise<Installation>>();
	readonly #closing: (() => Promise<void>)[] = [];

	/** @param variables of its own, in place of those: with `STORAGE` its files lie where that says */
	at(dataDir: string, variables: Variables = {}): Promise<Installation> {
		const opened = this.#opened.get(dataDir) ?? this.#open(dataDir, variables);
		this.#opened.set(dataDir, opened);
		return opened;
	}

	async close(): Promise<void> {
		for (const close of this.#closing.splice(0)) await close();
		this.#opened.clear();
	}

	async #open(dataDir: string, variables: Variables): Promise<Installation> {
		const { close, bucket, variables: given } = await createTestStores();
		this.#closing.push(close);
		const env: Installation['env'] = { ...given, DATA_DIR: dataDir, ...variables };
		if (bucket !== null && env.STORAGE === 's3') return new Installation(env, bucket);
		if (env.DATABASE_URL === undefined) await seedDataDirectory(dataDir);
		const pathOf = (sha256: string) => objectPath(join(dataDir, 'files'), sha256);
		return new Installation(env, {
			overwrite: async (sha256, bytes) => {
				mkdirSync(dirname(pathOf(sha256)), { recursive: true });
				writeFileSync(pathOf(sha256), bytes);
			},
			remove: async (sha256) => rmSync(pathOf(sha256)),
		});
	}
}

/** What befalls the files of an installation. */
interface Mishaps {
	overwrite(sha256: string, bytes: Uint8Array): Promise<void>;
	remove(sha256: string): Promise<void>;
}

export class Installation {
	/** As the operator sets them. */
	readonly env: Variables & { readonly DATA_DIR: string };
	readonly overwrite: Mishaps['overwrite'];
	readonly remove: Mishaps['remove'];

	constructor(env: Installation['env'], { overwrite, remove }: Mishaps) {
		this.env = env;
		this.overwrite = overwrite;
		this.remove = remove;
	}

	readonly use = <Result>(work: (db: Database) => Promise<Result>): Promise<Result> =>
		withDatabase(this.env, ({ db }) => work(db));

	/** Makes the installation, or adds to it: a user and these files, whose hashes are returned. */
	store(...pictures: readonly string[]): Promise<string[]> {
		mkdirSync(join(this.env.DATA_DIR, 'files'), { recursive: true });
		return this.#withFiles(async ({ storage, marker }, db) => {
			await tieFilesToDatabase(db, marker);
			await addUser(db);
			const hashes: string[] = [];
			for (const picture of pictures) {
				const { sha256, sizeBytes, crc32 } = await storage.put(Buffer.from(picture));
				await insertBlob(db, { sha256, sizeBytes, crc32, mime: 'image/png', width: 1, height: 1 });
				hashes.push(sha256);
			}
			return hashes;
		});
	}

	/** The bytes of each; null for one that is not there. */
	read(hashes: readonly string[]): Promise<(Buffer | null)[]> {
		return this.#withFiles(({ storage }) =>
			Promise.all(hashes.map((sha256) => buffer(storage.read(sha256)).catch(() => null))),
		);
	}

	#withFiles<Result>(work: (files: OpenStorage, db: Database) => Promise<Result>): Promise<Result> {
		return this.use((db) => withFiles(findFiles(this.env), db, (files) => work(files, db)));
	}
}
