import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestBucket, hasTestStore } from '@adx/core/platform/storage/s3/s3-testing';
import { afterAll, expect, test } from 'vitest';
import { ProcessPool } from '../testing/process-testing.ts';
import { Browser, generate } from '../testing/server-testing.ts';

const commandLine = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url));
const processes = new ProcessPool();
afterAll(() => {
	processes.removeFolder();
});

test.skipIf(!hasTestStore())(
	'the embedded database with its files in an object store is backed up while the product runs',
	async () => {
		const bucket = await createTestBucket();
		const variables = {
			...bucket.variables,
			DATA_DIR: join(processes.folder, 'data'),
			SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
			DEVELOPER_PASSWORDS: 'a-developer-password',
		};
		const server = processes.start(variables);
		const browser = new Browser(await server.origin());
		expect((await browser.signIn('developer', 'a-developer-password')).status).toBe(200);
		await generate(browser);
		const run = (folder: string, ...args: string[]) =>
			spawnSync(process.execPath, [commandLine, ...args], {
				env: {
					PATH: process.env.PATH,
					...variables,
					DATA_DIR: join(processes.folder, folder),
					STORAGE: folder === 'data' ? 's3' : 'disk',
				},
				encoding: 'utf8',
			});
		const place = join(processes.folder, 'backup');
		const saved = run('data', 'backup', '--to', place);
		expect([saved.stderr, saved.status]).toEqual(['', 0]);
		server.child.kill('SIGTERM');
		await server.ended;
		const restored = run('restored', 'restore', '--from', place);
		expect([restored.stderr, restored.status]).toEqual(['', 0]);
		expect(run('restored', 'doctor', '--all').stdout).toMatch(/^ok {6}Every recorded file is there: 9\.$/m);
		bucket.close();
	},
	240_000,
);
