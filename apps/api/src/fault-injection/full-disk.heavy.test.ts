import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { ProcessPool } from '../testing/process-testing.ts';
import { Browser } from '../testing/server-testing.ts';

// The embedded database on a disk that is really full: a file system of its own in memory.

const mountPoint = mkdtempSync(join(tmpdir(), 'adx-full-disk-'));
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', mountPoint], { encoding: 'utf8' });
const isMounted = mounted.status === 0;
if (!isMounted) console.log('Skipped: a small disk can only be mounted by root on Linux.');

const processes = new ProcessPool();
const dataDir = join(mountPoint, 'data');
const ballast = join(mountPoint, 'ballast');
afterEach(() => processes.killAll());
afterAll(() => {
	if (isMounted) spawnSync('umount', [mountPoint]);
	rmSync(mountPoint, { recursive: true, force: true });
	processes.removeFolder();
});

function leaveFree(bytes: number): void {
	rmSync(ballast, { force: true });
	const { bavail, bsize } = statfsSync(mountPoint);
	const megabyte = Buffer.alloc(1 << 20);
	const file = openSync(ballast, 'wx');
	for (let left = bavail * bsize - bytes; left > 0; ) {
		left -= writeSync(file, megabyte, 0, Math.min(megabyte.length, left));
	}
	closeSync(file);
}

const password = 'full-disk-password';
const start = () => processes.start({ DATA_DIR: dataDir, DEVELOPER_PASSWORDS: password });

async function expectOneLine(server: ReturnType<typeof start>) {
	expect(await server.ended).toBe(1);
	const lines = server.err().trim().split('\n');
	expect(lines).toEqual([expect.stringMatching(/^DATA_DIR: /)]);
	return lines[0];
}

describe.skipIf(!isMounted)('the embedded database on a full disk', () => {
	const full = `DATA_DIR: the disk of ${dataDir} is full; free some space, then start again`;

	it.each([1_000_000, 30_000_000])('says so in one line when the first start has but %i bytes', async (bytes) => {
		leaveFree(bytes);
		expect(await expectOneLine(start())).toBe(full);
		rmSync(dataDir, { recursive: true, force: true });
	});

	it('refuses a preset with a sentence, goes on, says why it cannot start, and has lost nothing', async () => {
		rmSync(ballast, { force: true });
		const first = start();
		const browser = new Browser(await first.origin());
		await browser.signIn('developer', password);
		const save = (name: string) => browser.post('/api/presets', { name, description: 'x'.repeat(900) });
		expect((await save('early')).status).toBe(200);
		leaveFree(0);
		let saved = 1;
		let refused = await save('late 1');
		// What the database has in its files already takes a few more.
		for (; refused.status === 200 && saved < 200; saved += 1) refused = await save(`late ${saved + 1}`);
		expect(refused.status).toBe(409);
		expect(refused.json).toMatchObject({
			reason: 'storage_full',
			error: 'The disk of this installation is full. Free some space, then try again.',
		});
		expect((await browser.call('/api/presets')).json).toHaveLength(saved);
		first.child.kill('SIGKILL');
		await first.ended;
		for (const bytes of [0, 100_000]) {
			leaveFree(bytes);
			await expectOneLine(start());
		}
		rmSync(ballast);
		const last = start();
		const again = new Browser(await last.origin());
		for (const [name, value] of browser.cookies) again.cookies.set(name, value);
		expect((await again.call('/api/presets')).json).toHaveLength(saved);
		expect((await again.post('/api/presets', { name: 'after' })).status).toBe(200);
		last.child.kill('SIGTERM');
		expect(await last.ended).toBe(0);
	});
});
