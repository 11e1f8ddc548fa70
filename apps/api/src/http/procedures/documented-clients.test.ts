import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTestStores, type TestStores } from '@adx/core/platform/storage/stores-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProcessPool, type SpawnedServer } from '../../testing/process-testing.ts';

const run = promisify(execFile);
const inRoot = (path: string) => fileURLToPath(new URL(`../../../../../${path}`, import.meta.url));
const password = 'Dev-Pass';

const processes = new ProcessPool();
let stores: TestStores;
let server: SpawnedServer;
let origin: string;

beforeAll(async () => {
	stores = await createTestStores();
	const DATA_DIR = join(processes.folder, 'data');
	server = processes.start({ ...stores.variables, DATA_DIR, DEVELOPER_PASSWORDS: password });
	origin = await server.origin();
}, 180_000);
afterAll(async () => {
	server.child.kill('SIGTERM');
	await server.ended;
	await stores.close();
	processes.removeFolder();
});

/** The commands of the README's chapter with this title, one text per block, for this server. */
function commandsOf(title: string): string[] {
	const readme = readFileSync(inRoot('README.md'), 'utf8');
	const chapter = readme.split(/^## /m).find((text) => text.startsWith(`${title}\n`)) ?? '';
	return [...chapter.matchAll(/^```sh\n(.*?)^```/gms)].map(([, commands = '']) =>
		commands.replaceAll('http://127.0.0.1:3000', origin).replaceAll('…', password),
	);
}

/** The same with the scripts of package.json run in the tests' folder; they themselves write into the repository. */
function toDirectCommands(commands: string): string {
	const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { scripts: Record<string, string> };
	const runner = 'node tooling/bootstrap/run.mjs apps/cli/src/main.ts';
	return commands.replaceAll(/^npm run (\S+) --/gm, (_, name: string) => {
		const script = scripts[name] ?? '';
		if (!script.startsWith(runner)) throw new Error(`There is no script of the command line called ${name}.`);
		return script.replace(runner, `'${process.execPath}' '${inRoot('apps/cli/src/main.ts')}'`);
	});
}

const bash = async (commands: string) =>
	(await run('bash', ['-e', '-c', commands], { cwd: processes.folder, timeout: 110_000 })).stdout;

describe('what the documentation shows', () => {
	it('the typed client signs in, generates three images and lists them', async () => {
		const { stdout } = await run(process.execPath, [inRoot('examples/typed-client/src/main.ts'), origin, password], {
			timeout: 30_000,
		});
		const [signedIn, done, ...images] = stdout.trimEnd().split('\n');
		expect(signedIn).toBe('signed in as developer');
		expect(done).toMatch(/^completed: 3 of 3 images, started \d{4}-\d\d-\d\dT[\d:.]+Z$/);
		expect(images.map((line) => line.split(' ')[0])).toEqual(['#1', '#2', '#3']);
		for (const line of images) expect(line).toMatch(/^#\d (elf|dwarf|orc) wizard, \w+, rank [1-3]: http:\S+\/file/i);
	});

	it('rejects, as any other, a typed client with a wrong password', async () => {
		const wrong = run(process.execPath, [inRoot('examples/typed-client/src/main.ts'), origin, 'wrong']);
		await expect(wrong).rejects.toMatchObject({ code: 1 });
	});

	it('the commands of the README, as they stand there, make a collection, describe its images and export it', async () => {
		const [commands = ''] = commandsOf('Without a browser');
		expect(commands.match(/^npm run /gm)).toHaveLength(commands.trimEnd().split('\n').length);
		const out = await bash(toDirectCommands(commands));
		expect(out).toMatch(/\b5 images\b/);
		const files = (folder: string) => readdirSync(join(processes.folder, folder));
		expect(files('art/images')).toHaveLength(5);
		expect(files('out')).toEqual(expect.arrayContaining(['1.json', '5.json', 'rarity.csv']));
		expect(files('assets')).toHaveLength(12);
		expect(readFileSync(join(processes.folder, 'rarity.csv'), 'utf8').trim().split('\n')).toHaveLength(6);
	});

	it('the curl commands of the README, as they stand there, end with a collection that verifies', async () => {
		const [order = '', download = '', byToken = ''] = commandsOf('With curl');
		const [, , list = ''] = order.split('\n');
		expect(list).toMatch(/^curl .*\/api\/jobs$/);
		await bash(order);
		for (const deadline = Date.now() + 25_000; ; await sleep(200)) {
			const [newest] = JSON.parse(await bash(list)) as { status: string; batchSize: number }[];
			if (newest?.status === 'completed') break;
			if (Date.now() > deadline) throw new Error(`The newest job is ${newest?.status}.`);
		}
		await bash(download);
		const zip = join(processes.folder, 'collection.zip');
		const { stdout } = await run(process.execPath, [inRoot('apps/cli/src/main.ts'), 'verify-collection', zip]);
		expect(stdout).toMatch(/\b3 images\b/);
		expect(JSON.parse(await bash(byToken))).toMatchObject({ totalGenerated: 3 });
	});
});
