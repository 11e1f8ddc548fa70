import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertBlob } from '@adx/db/repositories/uploads/blobs';
import { createTestDatabase, type TestDatabase } from '@adx/db/testing/database-testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDiskStorage } from '../storage/disk.ts';
import { objectPath } from '../storage/integrity/files-testing.ts';
import { openBackupFolder } from './backup-place.ts';
import { createBackup } from './create-backup.ts';
import { listDumpedFiles, writeDump } from './dump-file.ts';

let folder = '';
let database: TestDatabase;
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'adx-backup-'));
	database = await createTestDatabase();
});
afterEach(async () => {
	await database.destroy();
	rmSync(folder, { recursive: true, force: true });
});

/** Stores some files, and backs up; `afterDump` is what happens before they are copied. */
async function backUp(afterDump: (sha256: string) => Promise<void>) {
	const { db } = database;
	const files = await createDiskStorage(join(folder, 'files'));
	const hashes: string[] = [];
	for (const content of ['one', 'two']) {
		const { sha256, sizeBytes, crc32 } = await files.put(Buffer.from(content));
		await insertBlob(db, { sha256, sizeBytes, crc32, mime: 'image/png', width: 1, height: 1 });
		hashes.push(sha256);
	}
	const lost = hashes[0]!;
	const place = await openBackupFolder(join(folder, 'saved'));
	let dumps = 0;
	const { manifest } = await createBackup({
		takeDump: async (path) => {
			await writeDump({ db, path }, { withSecrets: false });
			dumps += 1;
			await afterDump(lost);
		},
		files,
		installationId: null,
		place,
		scratchFolder: folder,
		verify: false,
		now: () => new Date(),
		onProgress: () => {},
	});
	const dump = objectPath(join(folder, 'saved', 'files'), manifest.database.sha256);
	const recorded: string[] = [];
	for await (const slice of listDumpedFiles(dump)) recorded.push(...slice.map(({ sha256 }) => sha256));
	return { manifest, hashes, recorded, dumps };
}

const removeFile = (sha256: string) => rmSync(objectPath(join(folder, 'files'), sha256), { force: true });

test('a file that is deleted while files are copied is in neither the dump nor the list of what is damaged', async () => {
	const { manifest, hashes, recorded, dumps } = await backUp(async (lost) => {
		await database.db.deleteFrom('blobs').where('sha256', '=', lost).execute();
		removeFile(lost);
	});
	expect([manifest.damaged, manifest.files.count, dumps]).toEqual([[], 1, 2]);
	expect(recorded).toEqual([hashes[1]]);
});

test('a file that is recorded and missing, dump after dump, is named', async () => {
	const { manifest, hashes, dumps } = await backUp(async (lost) => removeFile(lost));
	expect([manifest.damaged, manifest.files.count, dumps]).toEqual([[hashes[0]], 2, 2]);
});
