import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createTestStores } from '@adx/core/platform/storage/stores-testing';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { ProcessPool } from './testing/process-testing.ts';
import { Browser, sendRequest } from './testing/server-testing.ts';

const processes = new ProcessPool();
const { folder } = processes;
const start = (variables: Readonly<Record<string, string>>) => processes.start(variables);
afterEach(() => processes.killAll());
afterAll(() => processes.removeFolder());

const oneLine = (start: string) => new RegExp(`^${start}[^\\n]*\\n$`);

describe('a start that cannot succeed', () => {
	it('rejects a malformed variable with one line and status 1 and changes nothing', async () => {
		const dataDir = join(folder, 'untouched');
		const server = start({ PORT: 'nonsense', DATA_DIR: dataDir });
		expect(await server.ended).toBe(1);
		expect(server.err()).toMatch(oneLine('PORT '));
		expect(server.out()).toBe('');
		expect(existsSync(dataDir)).toBe(false);
	});

	it('rejects a port that is taken with one line and status 1 and changes nothing', async () => {
		const blocker = createServer().listen(0, '127.0.0.1');
		await new Promise((resolve) => blocker.once('listening', resolve));
		const address = blocker.address();
		const port = typeof address === 'object' && address !== null ? address.port : 0;
		const dataDir = join(folder, 'untouched');
		const server = start({ PORT: String(port), DATA_DIR: dataDir });
		expect(await server.ended).toBe(1);
		expect(server.err()).toMatch(oneLine(`PORT: ${port} on 127\\.0\\.0\\.1 is already in use`));
		expect(existsSync(dataDir)).toBe(false);
		await new Promise((resolve) => blocker.close(resolve));
	});

	it('rejects a host that is not of this machine with one line and status 1 and changes nothing', async () => {
		const dataDir = join(folder, 'untouched');
		// A documentation network: nobody's.
		const server = start({ HOST: '192.0.2.1', PUBLIC_ORIGIN: 'https://adx.example', DATA_DIR: dataDir });
		expect(await server.ended).toBe(1);
		expect(server.err()).toMatch(oneLine('HOST: cannot listen on 192\\.0\\.2\\.1 '));
		expect(existsSync(dataDir)).toBe(false);
	});

	it('rejects a data directory that cannot be written with one line and status 1', async () => {
		writeFileSync(join(folder, 'file'), '');
		const nowhere = existsSync('/proc/self') ? ['/proc/adx', '/proc/adx/data', '/proc'] : [];
		for (const dataDir of [join(folder, 'file'), join(folder, 'file', 'below'), ...nowhere]) {
			const server = start({ DATA_DIR: dataDir });
			expect(await server.ended).toBe(1);
			expect(server.err()).toMatch(oneLine('DATA_DIR: '));
		}
	});
});

// On the embedded database wherever tests run: its directory is locked, and its key made, by the first process.
describe('a running process', () => {
	// It starts three processes.
	it('prints its passwords once, serves, refuses a second one, and ends on SIGTERM with nothing left behind', {
		timeout: 300_000,
	}, async () => {
		const dataDir = join(folder, 'data');
		const first = start({ DATA_DIR: dataDir });
		const origin = await first.origin();
		const printed = [...first.out().matchAll(/^password (\w+) (\S+)$/gm)].map(([, kind, password]) => [kind, password]);
		expect(printed.map(([kind]) => kind)).toEqual(['developer', 'community', 'premium', 'admin']);
		expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
		const developerPassword = printed[0]?.[1] ?? '';
		const browser = new Browser(origin);
		expect((await browser.signIn('developer', developerPassword)).status).toBe(200);

		const second = start({ DATA_DIR: dataDir });
		expect(await second.ended).toBe(1);
		expect(second.err()).toMatch(oneLine('DATA_DIR: '));
		expect(second.err()).toContain('in use');
		expect((await sendRequest(origin, '/readyz')).status).toBe(200);

		first.child.kill('SIGTERM');
		expect(await first.ended).toBe(0);
		expect(first.out().match(/^ready /gm)).toHaveLength(1);
		expect(first.err()).toBe('');
		expect(readdirSync(dataDir).filter((name) => /tmp|preparing|\.pid|\.\d+$/.test(name))).toEqual([]);

		const again = start({ DATA_DIR: dataDir });
		const againOrigin = await again.origin();
		expect(again.out()).not.toContain('password ');
		const returning = new Browser(againOrigin);
		for (const [name, value] of browser.cookies) returning.cookies.set(name, value);
		expect((await returning.call('/api/auth/check')).json).toMatchObject({ authenticated: true });
		again.child.kill('SIGINT');
		expect(await again.ended).toBe(0);
	});

	it('says which address to open where that is another one than it listens on', { timeout: 180_000 }, async () => {
		const stores = await createTestStores();
		const DATA_DIR = join(folder, 'public');
		const server = start({ ...stores.variables, DATA_DIR, PUBLIC_ORIGIN: 'https://adx.example' });
		const origin = await server.origin();
		expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
		expect(server.out().split('\n')).toContain(`ready https://adx.example (listening on ${origin})`);
		expect((await sendRequest(origin, '/', { headers: { host: 'adx.example' } })).status).not.toBe(403);
		server.child.kill('SIGTERM');
		expect(await server.ended).toBe(0);
		await stores.close();
	});

	it('ends cleanly when told so while it is still starting', async () => {
		const dataDir = join(folder, 'early');
		const server = start({ DATA_DIR: dataDir });
		while (!existsSync(join(dataDir, 'adx.lock'))) await new Promise((resolve) => setTimeout(resolve, 10));
		server.child.kill('SIGTERM');
		expect(await server.ended).toBe(0);
		expect(server.out()).not.toContain('ready');
	});
});
