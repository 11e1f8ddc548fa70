import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encryptText } from '@adx/core/platform/secrets/sealed-text';
import { createPixelEngine } from '@adx/core/platform/services-testing';
import { isOnDisk } from '@adx/core/platform/storage/files-testing';
import { insertUser } from '@adx/db/repositories/auth/users';
import {
	createServerDatabase,
	createTestDatabase,
	type ServerDatabase,
	type TestDatabase,
} from '@adx/db/testing/database-testing';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseEnvironment } from '../../server/env.ts';
import { type RunningServer, startServer } from '../../server/start-server.ts';
import { resolveSecretKey } from './secret-key.ts';

const folder = mkdtempSync(join(tmpdir(), 'adx-key-'));
const databases = new Map<string, ServerDatabase>();
afterAll(async () => {
	for (const { destroy } of databases.values()) await destroy();
	rmSync(folder, { recursive: true });
});

/** Of a folder, on a server where TEST_STORAGE is `s3`; key and files stay in the folder, which these tests are about. */
async function getDatabaseUrl(dataDir: string): Promise<string> {
	if (isOnDisk) return '';
	if (!databases.has(dataDir)) databases.set(dataDir, await createServerDatabase());
	return databases.get(dataDir)!.databaseUrl;
}

/** Starts the product, lets something be done with it, and ends it. Returns what was logged at warn and above. */
async function run(
	dataDir: string,
	use: (server: RunningServer) => Promise<unknown> = async () => {},
	variables: Readonly<Record<string, string>> = {},
): Promise<string> {
	const lines: string[] = [];
	const server = await startServer(
		parseEnvironment({
			PORT: '0',
			DATA_DIR: dataDir,
			DATABASE_URL: await getDatabaseUrl(dataDir),
			LOG_LEVEL: 'warn',
			DEVELOPER_PASSWORDS: 'Dev-Pass',
			...variables,
		}),
		{ engines: new Map([['forge', createPixelEngine()]]), writeLog: (line) => void lines.push(line) },
	);
	try {
		await use(server);
	} finally {
		await server.close();
	}
	return lines.join('');
}

describe('the secret key of several processes', () => {
	let database: TestDatabase;
	beforeAll(async () => {
		database = await createTestDatabase();
	});
	afterAll(() => database.destroy());

	it('is refused in one line where it is another one than the first had, though nothing is sealed yet', async () => {
		const log = pino({ level: 'silent' });
		const start = (ROLE: 'api' | 'all', byte: number) =>
			resolveSecretKey(
				database.db,
				{ DATA_DIR: folder, DATABASE_URL: 'postgresql://server/adx', ROLE, SECRET_KEY: new Uint8Array(32).fill(byte) },
				log,
			);
		for (const role of ['api', 'all', 'api'] as const) expect(await start(role, 1)).toEqual(new Uint8Array(32).fill(1));
		for (const role of ['api', 'all'] as const) {
			await expect(start(role, 2)).rejects.toThrow(
				/^SECRET_KEY is another one than before: all processes need the same\. [^\n]*`npm run reset-secret-key`[^\n]+$/,
			);
		}
	});
});

describe('the secret key at a start', () => {
	it('is refused in one line where it is not the one that the database’s secrets were sealed with', async () => {
		const dataDir = mkdtempSync(join(folder, 'sealed-'));
		const path = join(dataDir, 'secret.key');
		await run(dataDir, async ({ services: { db, secretKey } }) => {
			const refreshToken = encryptText(secretKey, { purpose: 'discord refresh token', rowId: 'member' }, 'refresh');
			await insertUser(db, { id: 'member', refreshToken });
		});
		const key = readFileSync(path, 'utf8');
		rmSync(path);
		await expect(run(dataDir)).rejects.toThrow(
			`${path} is missing, and nothing else opens what the database holds sealed`,
		);
		// Not even a new one was made.
		expect(() => statSync(path)).toThrow('ENOENT');
		const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');
		await expect(run(dataDir, undefined, { SECRET_KEY })).rejects.toThrow(
			/^SECRET_KEY is another one than before, [^\n]+$/,
		);
		await run(dataDir, undefined, { SECRET_KEY: key.trim() });
		writeFileSync(path, key);
		// Whatever the umask of this process is.
		chmodSync(path, 0o644);
		chmodSync(dataDir, 0o755);
		const logged = await run(dataDir);
		for (const each of [path, dataDir]) expect(logged).toContain(`${each} was open to other users of this machine`);
		expect([path, dataDir].map((each) => statSync(each).mode & 0o777)).toEqual([0o600, 0o700]);
		expect(await run(dataDir)).toBe('');
	});

	// Linux changes the mode of nothing that describes a process, not even for root.
	it.skipIf(process.platform !== 'linux')('is taken with a warning where its mode cannot be changed', async () => {
		const dataDir = join(folder, 'mounted');
		const path = join(dataDir, 'secret.key');
		const key = Buffer.alloc(32, 9);
		const holder = spawn('sleep', ['600'], { argv0: key.toString('base64') });
		try {
			await once(holder, 'spawn');
			mkdirSync(dataDir, { mode: 0o700 });
			symlinkSync(`/proc/${holder.pid}/cmdline`, path);
			const logged = await run(dataDir, async ({ services: { secretKey } }) =>
				expect(secretKey).toEqual(Uint8Array.from(key)),
			);
			expect(logged).toContain(
				`${path} can be read by other users of this machine: make it yours alone (chmod 600), or set SECRET_KEY`,
			);
			expect(logged).not.toContain('was open');
			expect(await run(dataDir, undefined, { SECRET_KEY: key.toString('base64') })).toBe('');
		} finally {
			holder.kill();
		}
	});

	it('comes with its folder of files: another folder than the database’s is refused in one line', async () => {
		const dataDir = join(folder, 'files-of-another');
		mkdirSync(join(dataDir, 'files'), { recursive: true, mode: 0o700 });
		writeFileSync(join(dataDir, 'files', 'installation.id'), 'another');
		await expect(run(dataDir)).rejects.toThrow(/^DATA_DIR: \S+ holds the files of another database\. [^\n]+$/);
	});
});
