import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkStart, readSettings } from './start-checks.mjs';

let folder = '';
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'adx-start-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const settings = () => ({ host: '127.0.0.1', port: 0, dataDir: folder, embedded: true, serves: true });

describe('readSettings', () => {
	test('has the documented defaults, and takes an empty variable for one that is not set', () => {
		const expected = { host: '127.0.0.1', port: 3_000, embedded: true, serves: true };
		expect(readSettings({})).toMatchObject(expected);
		expect(readSettings({ HOST: '', PORT: '', DATA_DIR: '', ROLE: '', DATABASE_URL: '' })).toMatchObject(expected);
		expect(readSettings({}).dataDir).toBe(fileURLToPath(new URL('../../../data', import.meta.url)));
	});

	test.each(['abc', '-1', '65536', '3000.5', ' 80', '0x50'])('rejects PORT "%s"', (PORT) => {
		expect(() => readSettings({ PORT })).toThrow('PORT must be a whole number from 0 to 65535');
	});

	test.each(['127.0.0', '300.1.1.1', 'http://127.0.0.1', 'a b', '-x', '127.0.0.1:80'])('rejects HOST "%s"', (HOST) => {
		expect(() => readSettings({ HOST, PUBLIC_ORIGIN: 'https://adx.example' })).toThrow(
			'HOST must be an address or a host name',
		);
	});

	test.each(['127.0.0.1', '127.8.8.8', '::1', 'localhost'])('accepts HOST "%s" without a public origin', (HOST) => {
		expect(readSettings({ HOST }).host).toBe(HOST);
	});

	test('rejects another host without PUBLIC_ORIGIN, and a single role without DATABASE_URL', () => {
		expect(() => readSettings({ HOST: '0.0.0.0' })).toThrow('PUBLIC_ORIGIN must be set');
		expect(readSettings({ HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://adx.example' }).host).toBe('0.0.0.0');
		expect(() => readSettings({ ROLE: 'worker' })).toThrow('DATABASE_URL must be set when ROLE is worker');
		expect(() => readSettings({ ROLE: 'worker', DATABASE_URL: 'postgresql://localhost/adx' })).toThrow(
			'SECRET_KEY must be set when ROLE is worker',
		);
		expect(() => readSettings({ ROLE: 'queen' })).toThrow('ROLE must be all, api or worker');
	});
});

describe('checkStart', () => {
	test('accepts a folder that does not exist yet and does not create it', async () => {
		await checkStart({ ...settings(), dataDir: join(folder, 'a', 'b') });
		expect(readdirSync(folder)).toEqual([]);
	});

	test('rejects a port that is taken, unless this role opens none', async () => {
		const server = createServer().listen(0, '127.0.0.1');
		await once(server, 'listening');
		const address = server.address();
		const port = typeof address === 'object' && address !== null ? address.port : 0;
		try {
			await expect(checkStart({ ...settings(), port })).rejects.toThrow(`PORT ${port} on 127.0.0.1 is already in use`);
			await checkStart({ ...settings(), port, serves: false });
		} finally {
			server.close();
		}
	});

	test('rejects a data directory with a file in its way, naming the file', async () => {
		const file = join(folder, 'data');
		writeFileSync(file, '');
		await expect(checkStart({ ...settings(), dataDir: file })).rejects.toThrow('is not a folder');
		await expect(checkStart({ ...settings(), dataDir: join(file, 'deeper') })).rejects.toThrow(
			`${file} is not a folder`,
		);
	});

	test.runIf(existsSync('/proc/self'))('rejects a data directory where even root can make nothing', async () => {
		for (const dataDir of ['/proc/adx', '/proc/adx/data', '/proc']) {
			await expect(checkStart({ ...settings(), dataDir })).rejects.toThrow(
				`DATA_DIR ${dataDir} is not writable (ENOENT at /proc)`,
			);
		}
	});

	test('leaves a writable folder as it was', async () => {
		await checkStart(settings());
		expect(readdirSync(folder)).toEqual([]);
	});

	test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
		'rejects a data directory without permission to write',
		async () => {
			mkdirSync(join(folder, 'closed'), { mode: 0o500 });
			await expect(checkStart({ ...settings(), dataDir: join(folder, 'closed', 'data') })).rejects.toThrow('EACCES');
		},
	);

	test('rejects a data directory whose lock another process holds, until that process ends', async () => {
		const lock = join(folder, 'adx.lock');
		const script = `const { DatabaseSync } = require('node:sqlite');
			const database = new DatabaseSync(${JSON.stringify(lock)});
			database.exec('BEGIN EXCLUSIVE');
			console.log('held');
			setInterval(() => database, 1000);`;
		const holder = spawn(process.execPath, ['--no-warnings', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
		try {
			await once(holder.stdout, 'data');
			await expect(checkStart(settings())).rejects.toThrow(`DATA_DIR ${folder} is in use by another running process`);
			await checkStart({ ...settings(), embedded: false });
		} finally {
			holder.kill('SIGKILL');
			await once(holder, 'exit');
		}
		await checkStart(settings());
	});

	test('accepts the lock file that an earlier run left behind', async () => {
		new DatabaseSync(join(folder, 'adx.lock')).close();
		await checkStart(settings());
	});
});
