import { createHash, randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordSecretKey } from '@adx/core/platform/secrets/secret-key';
import { isOnDisk } from '@adx/core/platform/storage/files-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandLine } from '../../testing/command-testing.ts';
import { type Installation, Installations } from '../../testing/installation-testing.ts';

const commandLine = new CommandLine();
const installations = new Installations();
afterAll(async () => {
	await installations.close();
	commandLine.removeFolder();
});

let installation: Installation;
const doctor = (...args: string[]) => commandLine.run(['doctor', ...args], { env: installation.env });

let hashes: string[];
beforeAll(async () => {
	const key = randomBytes(32);
	const SECRET_KEY = key.toString('base64');
	// Where it is not in the settings, it lies in the folder.
	installation = await installations.at(commandLine.path('data'), isOnDisk ? {} : { SECRET_KEY });
	hashes = await installation.store('picture 0', 'picture 1', 'picture 2', 'picture 3', 'picture 4');
	if (isOnDisk) writeFileSync(join(installation.env.DATA_DIR, 'secret.key'), SECRET_KEY);
	await installation.use((db) => recordSecretKey(db, new Uint8Array(key), { mayReplace: true }));
});

describe('npm run doctor', () => {
	it('finds nothing in an installation that is well, and changes nothing', async () => {
		const { status, out, err } = await doctor('--all');
		expect({ status, err }).toEqual({ status: 0, err: '' });
		expect(out.trimEnd().split('\n')).toEqual([
			`ok      Database and ${isOnDisk ? 'folder of files' : 'object store'} belong together.`,
			'ok      The secret key is the one that the database knows.',
			'ok      This machine and the database have the same time.',
			isOnDisk
				? expect.stringMatching(/^ok {6}The disk has [\d.]+ GB free\.$/)
				: 'ok      How much room the object store has, it does not say.',
			'ok      Every recorded file is there: 5.',
			'ok      Files hold what they did when they were stored: 5 read, all of them.',
			'ok      Every stored file is recorded: 5.',
		]);
	});

	it('names what is missing, damaged and unknown, with what to do', async () => {
		const [missing, shorter, altered] = hashes as [string, string, string];
		await installation.remove(missing);
		await installation.overwrite(shorter, Buffer.from('short'));
		await installation.overwrite(altered, Buffer.from('Picture 2'));
		const stray = createHash('sha256').update('stray').digest('hex');
		await installation.overwrite(stray, Buffer.from('stray'));
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
