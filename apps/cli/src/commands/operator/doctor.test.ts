import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createFolderMarker, tieFilesToDatabase } from '@adx/core/platform/installation';
import { recordSecretKey } from '@adx/core/platform/secrets/secret-key';
import { createDiskStorage } from '@adx/core/platform/storage/disk';
import { objectPath } from '@adx/core/platform/storage/integrity/files-testing';
import { insertBlob } from '@adx/db/repositories/uploads/blobs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandLine } from '../../testing/command-testing.ts';
import { withDatabase } from './open-database.ts';

const commandLine = new CommandLine();
afterAll(() => commandLine.removeFolder());

const DATA_DIR = commandLine.path('data');
const filesDir = join(DATA_DIR, 'files');
const pathOf = (sha256: string) => objectPath(filesDir, sha256);
const doctor = (...args: string[]) => commandLine.run(['doctor', ...args], { env: { DATA_DIR } });

const hashes: string[] = [];
beforeAll(async () => {
	mkdirSync(filesDir, { recursive: true });
	const key = randomBytes(32);
	writeFileSync(join(DATA_DIR, 'secret.key'), key.toString('base64'));
	await withDatabase({ DATA_DIR }, async ({ db }) => {
		await tieFilesToDatabase(db, createFolderMarker(filesDir));
		await recordSecretKey(db, new Uint8Array(key), { mayReplace: true });
		const storage = await createDiskStorage(filesDir);
		for (let number = 0; number < 5; number++) {
			const { sha256, sizeBytes, crc32 } = await storage.put(Buffer.from(`picture ${number}`));
			await insertBlob(db, { sha256, sizeBytes, crc32, mime: 'image/png', width: 1, height: 1 });
			hashes.push(sha256);
		}
	});
});

describe('npm run doctor', () => {
	it('finds nothing in an installation that is well, and changes nothing', async () => {
		const { status, out, err } = await doctor('--all');
		expect({ status, err }).toEqual({ status: 0, err: '' });
		expect(out.trimEnd().split('\n')).toEqual([
			'ok      Database and folder of files belong together.',
			'ok      The secret key is the one that the database knows.',
			'ok      This machine and the database have the same time.',
			expect.stringMatching(/^ok {6}The disk has [\d.]+ GB free\.$/),
			'ok      Every recorded file is there: 5.',
			'ok      Files hold what they did when they were stored: 5 read, all of them.',
			'ok      Every stored file is recorded: 5.',
		]);
	});

	it('names what is missing, damaged and unknown, with what to do', async () => {
		const [missing, shorter, altered] = hashes as [string, string, string];
		expect(existsSync(pathOf(missing))).toBe(true);
		rmSync(pathOf(missing));
		writeFileSync(pathOf(shorter), 'short');
		writeFileSync(pathOf(altered), 'Picture 2');
		const stray = createHash('sha256').update('stray').digest('hex');
		mkdirSync(dirname(pathOf(stray)), { recursive: true });
		writeFileSync(pathOf(stray), 'stray');
		const { status, out } = await doctor('--all');
		expect(status).toBe(1);
		expect(out).toMatch(
			/^PROBLEM Files that the database records are missing: 1 of 5\. Bring them back [^\n]+\n {8}(\w+)$/m,
		);
		expect(out).toContain(`        ${missing}\n`);
		expect(out).toMatch(/^PROBLEM Files hold other bytes than when they were stored: 2, with 3 read, all of them\./m);
		expect(out).toContain(`        ${shorter}\n`);
		expect(out).toContain(`        ${altered}\n`);
		expect(out).toMatch(/^warning Files that the database does not record: 1 of 5\./m);
		expect(out).toContain(`        ${stray}\n`);
	});

	it('refuses a folder without an installation, and makes none there', async () => {
		const elsewhere = await commandLine.run(['doctor'], { env: { DATA_DIR: commandLine.path('nothing') } });
		expect(elsewhere).toMatchObject({ status: 2, out: '' });
		expect(elsewhere.err).toMatch(/^DATA_DIR: there is no installation in [^\n]+\n$/);
		expect(existsSync(commandLine.path('nothing'))).toBe(false);
	});
});
