import { readdirSync, readFileSync, truncateSync } from 'node:fs';
import { objectPath } from '@adx/core/platform/storage/integrity/files-testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CommandLine } from '../../testing/command-testing.ts';
import { runInProcess } from '../../testing/in-process-testing.ts';
import { Installations } from '../../testing/installation-testing.ts';
import * as backup from './backup.ts';
import * as doctor from './doctor.ts';
import * as restore from './restore.ts';

const commands = { backup, restore, doctor };

let commandLine: CommandLine;
const installations = new Installations();
beforeEach(() => {
	commandLine = new CommandLine();
});
afterEach(async () => {
	vi.unstubAllEnvs();
	await installations.close();
	commandLine.removeFolder();
});

const at = (dataDir: string) => installations.at(commandLine.path(dataDir));
const saved = () => commandLine.path('saved');
async function run(dataDir: string, command: keyof typeof commands, ...args: string[]) {
	const { env } = await at(dataDir);
	for (const [name, value] of Object.entries({ DATABASE_URL: '', ADX_SKIP_ENV_FILE: '1', ...env }))
		vi.stubEnv(name, value);
	return runInProcess(commands[command].run, args);
}
const readUsers = async (dataDir: string) =>
	(await at(dataDir)).use((db) => db.selectFrom('users').selectAll().orderBy('id').execute());
const store = async (dataDir: string, ...pictures: string[]) => (await at(dataDir)).store(...pictures);

// Each opens several databases.
describe('npm run backup and npm run restore', () => {
	it('bring an installation into an empty folder; a second snapshot takes only what is new', async () => {
		const hashes = await store('old', 'one', 'two');
		const first = await run('old', 'backup', '--to', saved());
		expect([first.status, first.err]).toEqual([0, '']);
		expect(first.out).toMatch(/^Snapshot \S+Z: 2 files, /);
		expect(first.out).toMatch(/New in this backup: 2 files/);
		hashes.push(...(await store('old', 'three')));
		const second = await run('old', 'backup', '--to', saved(), '--verify');
		expect(second.out).toMatch(/New in this backup: 1 file,/);

		const restored = await run('new', 'restore', '--from', saved());
		expect([restored.status, restored.err]).toEqual([0, '']);
		expect(restored.out).toMatch(/^Brought back 3 files/m);
		expect(await readUsers('new')).toEqual(await readUsers('old'));
		expect(await (await at('new')).read(hashes)).toEqual(['one', 'two', 'three'].map((text) => Buffer.from(text)));
		const examined = await run('new', 'doctor', '--all');
		expect(examined.out).toMatch(/^ok {6}Database and (folder of files|object store) belong together\.$/m);
		expect(examined.out).toMatch(/^ok {6}Every recorded file is there: 3\.$/m);
	});

	it('restores the snapshot that is named', async () => {
		await store('old', 'one');
		await run('old', 'backup', '--to', saved());
		const [name = ''] = readdirSync(commandLine.path('saved', 'snapshots'));
		await store('old', 'two');
		await run('old', 'backup', '--to', saved());
		const restored = await run('new', 'restore', '--from', saved(), '--snapshot', name.replace('.json', ''));
		expect(restored.out).toMatch(/^Brought back 1 file,/m);
		const unknown = await run('newer', 'restore', '--from', saved(), '--snapshot', 'yesterday');
		expect([unknown.status, unknown.err]).toEqual([
			2,
			expect.stringMatching(/^There is no snapshot yesterday\. There are: /),
		]);
	});

	it('refuse a database that holds rows, and bring back what files it lacks', async () => {
		const [lost = '', altered = ''] = await store('old', 'one', 'two');
		await run('old', 'backup', '--to', saved());
		const refused = await run('old', 'restore', '--from', saved());
		expect([refused.status, refused.err]).toEqual([2, expect.stringMatching(/^The database is not empty\. [^\n]+\n$/)]);
		const installation = await at('old');
		await installation.remove(lost);
		await installation.overwrite(altered, Buffer.from('owt'));
		const mended = await run('old', 'restore', '--from', saved(), '--files-only');
		expect([mended.status, mended.out]).toEqual([0, expect.stringMatching(/^Brought back 2 files.*0 were there/)]);
		expect(await installation.read([lost, altered])).toEqual([Buffer.from('one'), Buffer.from('two')]);
	});

	it('name files that are missing, and go on without them', async () => {
		const [lost = ''] = await store('old', 'one', 'two');
		await (await at('old')).remove(lost);
		const backup = await run('old', 'backup', '--to', saved());
		expect(backup.status).toBe(1);
		expect(backup.out).toContain(`Missing or damaged here, and not backed up: 1.`);
		expect(backup.out).toContain(`  ${lost}\n`);
		const restored = await run('new', 'restore', '--from', saved());
		expect([restored.status, restored.out]).toEqual([1, expect.stringContaining(`  ${lost}\n`)]);
	});

	it('restore no row of a dump that is damaged', async () => {
		await store('old', 'one');
		await run('old', 'backup', '--to', saved());
		const [name = ''] = readdirSync(commandLine.path('saved', 'snapshots'));
		const manifest = JSON.parse(readFileSync(commandLine.path('saved', 'snapshots', name), 'utf8'));
		truncateSync(objectPath(commandLine.path('saved', 'files'), manifest.database.sha256), 100);
		const restored = await run('new', 'restore', '--from', saved());
		expect([restored.status, restored.err]).toEqual([
			2,
			expect.stringMatching(/^The dump of this snapshot is damaged\./),
		]);
	});

	it.each([
		['backup', [], /^--to must be a folder, or like s3:/],
		['backup', ['--to', 'https://backups.example'], /^--to must be a folder, or like s3:/],
		['restore', ['--from', 'nowhere'], /^--from: there is no backup in /],
	] as const)('%s %j is refused in a line', async (command, args, line) => {
		await store('old', 'one');
		const { status, err } = await run('old', command, ...args);
		expect([status, err.trimEnd()]).toEqual([2, expect.stringMatching(line)]);
		expect(err.trimEnd()).not.toContain('\n');
	});
});
