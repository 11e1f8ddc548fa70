import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type CopyResult, copyFiles } from '../storage/copy-files.ts';
import type { RecordedObject, Storage } from '../storage/types.ts';
import type { BackupPlace, SnapshotManifest } from './backup-place.ts';
import { listDumpedFiles, readDumpHeader } from './dump-file.ts';

export interface BackupOptions {
	/** Writes a dump of the database to a new file of that path. */
	takeDump(path: string): Promise<void>;
	/** The installation's files. */
	readonly files: Storage;
	/** The installation's id, where it is known. */
	readonly installationId: string | null;
	readonly place: BackupPlace;
	/** An existing folder on the local disk, for the dump. */
	readonly scratchFolder: string;
	/** Whether files that lie in the place already are read and compared with their hash. */
	readonly verify: boolean;
	readonly now: () => Date;
	/** Told of files that are done. */
	onProgress(files: number): void;
}

export interface BackupResult {
	/** Of the snapshot. */
	readonly name: string;
	readonly manifest: SnapshotManifest;
	readonly copy: CopyResult;
}

/** How often the database is dumped again because files went while they were copied. */
const attemptsMax = 5;

/**
 * Adds a snapshot: a dump of the database, and every file that it records and no earlier snapshot brought. The installation
 * may be at work: what is deleted while files are copied is found missing, and a later dump no longer records it. Until the
 * manifest is written nothing of it counts, so it may break off anywhere.
 */
export async function createBackup(options: BackupOptions): Promise<BackupResult> {
	const { place, files, verify, onProgress } = options;
	for (let attempt = 1, lost: readonly string[] = []; ; attempt += 1) {
		const dump = join(options.scratchFolder, `backup-${process.pid}-${attempt}.dump`);
		try {
			await options.takeDump(dump);
			const copy = await copyFiles(
				{ objects: listDumpedFiles(dump), from: files, to: place.files },
				{ verify, onProgress },
			);
			// What is still recorded and still missing was so before.
			const isSettled = copy.damaged.every((sha256) => lost.includes(sha256));
			lost = copy.damaged;
			if (isSettled || attempt === attemptsMax) return await addSnapshot(options, dump, copy);
		} finally {
			await rm(dump, { force: true });
		}
	}
}

async function addSnapshot(
	{ place, installationId, now }: BackupOptions,
	dump: string,
	copy: CopyResult,
): Promise<BackupResult> {
	const { migration, withSecrets } = await readDumpHeader(dump);
	const createdAt = now().toISOString();
	const manifest: SnapshotManifest = {
		format: 'adx-realm-backup-1',
		createdAt,
		installationId,
		migration,
		withSecrets,
		database: await storeDump(place.files, dump),
		files: await sumFiles(dump),
		damaged: [...copy.damaged],
	};
	const name = createdAt.replaceAll(/[:.]/g, '-');
	await place.writeManifest(name, `${JSON.stringify(manifest, null, '\t')}\n`);
	return { name, manifest, copy };
}

async function storeDump(files: Storage, path: string): Promise<RecordedObject> {
	const hash = createHash('sha256');
	await pipeline(createReadStream(path), hash);
	const [expectedSha256, { size: sizeBytes }] = [hash.digest('hex'), await stat(path)];
	const stream = createReadStream(path);
	await files.putStream(stream, { expectedSha256, sizeBytes, maxBytes: sizeBytes });
	return { sha256: expectedSha256, sizeBytes };
}

async function sumFiles(dump: string): Promise<{ count: number; bytes: number }> {
	let [count, bytes] = [0, 0];
	for await (const slice of listDumpedFiles(dump)) {
		count += slice.length;
		for (const { sizeBytes } of slice) bytes += sizeBytes;
	}
	return { count, bytes };
}
