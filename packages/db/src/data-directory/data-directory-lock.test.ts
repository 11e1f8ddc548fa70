import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataDirectoryLockedError, lockDataDirectory } from './data-directory-lock.ts';

let directory: string;
let child: ChildProcess | undefined;
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), 'adx-lock-'));
});
afterEach(() => {
	child?.kill('SIGKILL');
	child = undefined;
	rmSync(directory, { recursive: true });
});

test('makes the directory when it is missing', () => {
	lockDataDirectory(join(directory, 'a', 'b')).release();
});

test('rejects a second holder with one sentence that names the directory', () => {
	const lock = lockDataDirectory(directory);
	expect(() => lockDataDirectory(directory)).toThrow(DataDirectoryLockedError);
	expect(() => lockDataDirectory(directory)).toThrow(`The data directory ${directory} is in use`);
	lock.release();
	lock.release();
	lockDataDirectory(directory).release();
});

test('rejects while another process holds it, and is free as soon as that one is killed', async () => {
	const lockUrl = new URL('./data-directory-lock.ts', import.meta.url).href;
	const program = `
		const { lockDataDirectory } = await import(${JSON.stringify(lockUrl)});
		lockDataDirectory(${JSON.stringify(directory)});
		await new Promise((resolve) => setTimeout(resolve));
		gc();
		await new Promise((resolve) => setTimeout(resolve, 50));
		console.log('locked');
		setInterval(() => {}, 1000);`;
	const holder = spawn(process.execPath, ['--expose-gc', '--input-type=module', '--eval', program], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	child = holder;
	await new Promise<void>((resolve) => holder.stdout.once('data', () => resolve()));
	expect(() => lockDataDirectory(directory)).toThrow(DataDirectoryLockedError);
	const ended = new Promise((resolve) => holder.once('exit', resolve));
	holder.kill('SIGKILL');
	await ended;
	lockDataDirectory(directory).release();
});

test('rejects a directory that cannot be made with the error of the system', () => {
	expect(() => lockDataDirectory('/dev/null/data')).toThrow(/ENOTDIR/);
});
