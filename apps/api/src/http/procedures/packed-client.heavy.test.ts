import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedIn, startTestServer, type TestServer } from '../../testing/server-testing.ts';

const run = promisify(execFile);
const inRoot = (path: string) => fileURLToPath(new URL(`../../../../../${path}`, import.meta.url));
const versionOf = (folder: string): string =>
	JSON.parse(readFileSync(inRoot(`${folder}/package.json`), 'utf8')).version;

/** A project outside the workspace that has the tarball and Node's types, nothing else. */
const project = mkdtempSync(join(tmpdir(), 'adx-client-'));
const write = (name: string, text: string) => writeFileSync(join(project, name), text);
const runInProject = (args: readonly string[], env: NodeJS.ProcessEnv = process.env) =>
	run(process.execPath, args, { cwd: project, env, timeout: 120_000 });
const pnpm = (...args: readonly string[]) => runInProject([inRoot('node_modules/pnpm/bin/pnpm.cjs'), ...args]);
const compile = (name: string) =>
	runInProject([
		inRoot('node_modules/typescript/bin/tsc'),
		// tRPC's own declarations name optional packages.
		...[
			'--strict',
			'--noEmit',
			'--skipLibCheck',
			'--module',
			'nodenext',
			'--target',
			'es2024',
			'--types',
			'node',
			name,
		],
	]);

/** The program of the package's README, for this server. */
function readExample(origin: string): string {
	const readme = readFileSync(inRoot('packages/client/README.md'), 'utf8');
	const [, program = ''] = /^```ts\n(.*?)^```/ms.exec(readme) ?? [];
	return program.replaceAll('http://127.0.0.1:3000', origin);
}

let server: TestServer;
beforeAll(async () => {
	server = await startTestServer();
	write('package.json', JSON.stringify({ name: 'outside', private: true, type: 'module' }));
	await pnpm('--dir', inRoot('packages/client'), 'pack', '--pack-destination', project);
	const tarball = `./adx-client-${versionOf('.')}.tgz`;
	await pnpm('add', '--prefer-offline', tarball, `@types/node@${versionOf('node_modules/@types/node')}`);
});
afterAll(async () => {
	await server.close();
	rmSync(project, { recursive: true });
});

describe('the packed client in a project of its own', () => {
	it('compiles the program of its README, which plans, draws and downloads a collection', async () => {
		write('main.ts', readExample(server.origin));
		await compile('main.ts');
		const { json } = await (await signedIn(server.origin)).post('/api/auth/tokens', {
			name: 'client',
			scopes: ['read', 'write'],
			expiresInDays: 7,
		});
		const { token } = json as { token: string };
		const { stdout } = await runInProject(['main.ts'], { ...process.env, ADX_TOKEN: token });
		const [last = '', ...planned] = stdout.trimEnd().split('\n').reverse();
		expect(planned).toEqual(Array(3).fill(expect.stringMatching(/^(elf|orc) wizard, \w+$/)));
		expect(last).toMatch(/^3 of 3 images, a zip of \d{4,} bytes$/);
	});

	it('rejects a wrong input and an unknown field of an answer when it is compiled', async () => {
		const start = "import { createAdxClient } from '@adx/client';\nconst adx = createAdxClient({ origin: '' });\n";
		const call = (name: string) => `const job = await adx.generation.get.query({ ${name}: '' });\n`;
		write('right.ts', `${start}${call('jobId')}job.createdAt.getTime();\nexport {};\n`);
		await compile('right.ts');
		write('input.ts', `${start}${call('id')}export {};\n`);
		await expect(compile('input.ts')).rejects.toMatchObject({ stdout: expect.stringMatching(/input\.ts\(3,.*'id'/) });
		write('output.ts', `${start}${call('jobId')}job.made;\nexport {};\n`);
		await expect(compile('output.ts')).rejects.toMatchObject({
			stdout: expect.stringMatching(/output\.ts\(4,.*'made'/),
		});
	});
});
