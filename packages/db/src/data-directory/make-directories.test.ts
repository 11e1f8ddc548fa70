import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDirectories } from './make-directories.ts';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'adx-make-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('makes what is missing with the given mode and leaves what is there', () => {
	const { mode } = statSync(folder);
	makeDirectories(join(folder, 'a', 'b'), 0o700);
	makeDirectories(join(folder, 'a', 'b'), 0o755);
	expect(['a', 'a/b'].map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o700, 0o700]);
	expect(statSync(folder).mode).toBe(mode);
});

test('rejects a file or a link to nowhere in the way with the error of the system', () => {
	writeFileSync(join(folder, 'file'), '');
	symlinkSync(join(folder, 'nowhere'), join(folder, 'link'));
	expect(() => makeDirectories(join(folder, 'file', 'below'))).toThrow(/ENOTDIR/);
	expect(() => makeDirectories(join(folder, 'link'))).toThrow(/EEXIST/);
	expect(existsSync(join(folder, 'nowhere'))).toBe(false);
});

test.runIf(existsSync('/proc/self'))('rejects a place where nothing can be made, without trying forever', () => {
	// In a process of its own, since an endless loop could not be interrupted here.
	const url = new URL('./make-directories.ts', import.meta.url).href;
	const program = `const { makeDirectories } = await import(${JSON.stringify(url)}); makeDirectories('/proc/adx/data');`;
	const options = { timeout: 10_000, killSignal: 'SIGKILL', encoding: 'utf8' } as const;
	const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], options);
	expect(status).toBe(1);
	expect(stderr).toContain("ENOENT: no such file or directory, mkdir '/proc/adx'");
});
