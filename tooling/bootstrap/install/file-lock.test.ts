import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withFileLock } from './file-lock.mjs';

let folder = '';
let path = '';
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'adx-lock-'));
	path = join(folder, 'deeper', 'work.lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

const timeoutMs = 20_000;

test('lets one holder work at a time and leaves nothing behind', async () => {
	let holders = 0;
	let most = 0;
	const work = () =>
		withFileLock(path, { timeoutMs }, async () => {
			holders += 1;
			most = Math.max(most, holders);
			await sleep(5);
			holders -= 1;
		});
	await Promise.all([work(), work(), work()]);
	expect(most).toBe(1);
	expect(existsSync(path)).toBe(false);
});

test('frees the lock when the work fails, and reports the failure', async () => {
	const failing = withFileLock(path, { timeoutMs }, () => Promise.reject(new Error('no network')));
	await expect(failing).rejects.toThrow('no network');
	expect(existsSync(path)).toBe(false);
});

test('takes over at once from a holder that died, and tells nobody to wait', async () => {
	const { pid } = spawnSync(process.execPath, ['--version']);
	await withFileLock(path, { timeoutMs }, async () => {});
	writeFileSync(path, JSON.stringify([pid]));
	const waits: string[] = [];
	const startedMs = performance.now();
	await withFileLock(path, { timeoutMs, onWait: () => waits.push('wait') }, async () => {});
	expect(performance.now() - startedMs).toBeLessThan(1_000);
	expect(waits).toEqual([]);
});

test('takes over from a live process that has not touched the lock for a minute: its id was given to another', async () => {
	await withFileLock(path, { timeoutMs }, async () => {});
	writeFileSync(path, JSON.stringify([process.pid]));
	const longAgo = new Date(Date.now() - 61_000);
	utimesSync(path, longAgo, longAgo);
	expect(await withFileLock(path, { timeoutMs }, async () => 'mine')).toBe('mine');
});

test('rejects after the timeout while a live process holds the lock, naming the file', async () => {
	await withFileLock(path, { timeoutMs }, async () => {
		await expect(withFileLock(path, { timeoutMs: 50 }, async () => {})).rejects.toThrow(path);
	});
});
