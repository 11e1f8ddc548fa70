import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DumpUnreadableError, readDumpHeader, readDumpRows } from './dump-file.ts';

let folder = '';
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'adx-dump-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A dump with so many random rows that most of its file is unread when its first lines are there. */
function writeLarge(name: string, format: string): string {
	const rows = Array.from({ length: 2_000 }, () => ({ table: 'blobs', rows: [randomBytes(1_000).toString('hex')] }));
	const lines = [{ format, migration: '0001', withSecrets: true }, ...rows, { rowCount: rows.length }];
	const path = join(folder, name);
	writeFileSync(path, zstdCompressSync(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
	return path;
}

/** Files of the folder that this process has open. */
function listOpenFiles(): string[] {
	return readdirSync('/proc/self/fd').flatMap((descriptor) => {
		try {
			const target = readlinkSync(`/proc/self/fd/${descriptor}`);
			return target.startsWith(folder) ? [target] : [];
		} catch {
			return [];
		}
	});
}

// Only there does the system tell which files are open.
it.runIf(process.platform === 'linux')('closes a dump of which only the beginning is read', async () => {
	const dump = writeLarge('dump', 'adx-realm-dump-1');
	expect(await readDumpHeader(dump)).toMatchObject({ migration: '0001', withSecrets: true });
	await expect.poll(listOpenFiles).toEqual([]);
	for await (const { table } of readDumpRows(dump)) {
		expect(table).toBe('blobs');
		expect(listOpenFiles()).toEqual([dump]);
		break;
	}
	await expect.poll(listOpenFiles).toEqual([]);
});

it.runIf(process.platform === 'linux')('rejects a file that is no dump, and closes it', async () => {
	const foreign = writeLarge('foreign', 'another');
	await expect(readDumpHeader(foreign)).rejects.toThrow(DumpUnreadableError);
	await expect.poll(listOpenFiles).toEqual([]);
	await expect(readDumpRows(foreign).next()).rejects.toThrow(DumpUnreadableError);
	await expect.poll(listOpenFiles).toEqual([]);
});
