import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CollectionArchive } from '@adx/collection/archive/collection-archive';
import { createDiskStorage } from '@adx/core/platform/storage/disk';
import type { Storage } from '@adx/core/platform/storage/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeArchiveFiles, writeArchiveZip } from './write-archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'adx-write-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const imageCount = 6;
const interruption = new Error('interrupted');
let storage: Storage;
let archive: CollectionArchive;
beforeAll(async () => {
	storage = await createDiskStorage(join(folder, 'storage'));
	const entries: CollectionArchive['entries'][number][] = [];
	const sources: CollectionArchive['sources'][number][] = [];
	for (let index = 0; index < imageCount; index++) {
		const stored = await storage.put(new Uint8Array(1 << 20).fill(index));
		entries.push({ name: `images/${index}.png`, ...stored });
		sources.push({ kind: 'blob', sha256: stored.sha256 });
	}
	archive = { entries, sources };
});

/** The same storage; the second read of any kind is accompanied by a Ctrl-C. */
function interrupting(): { storage: Storage; signal: AbortSignal } {
	const controller = new AbortController();
	let reads = 0;
	const count = () => {
		if (++reads === 2) controller.abort(interruption);
	};
	return {
		signal: controller.signal,
		storage: {
			...storage,
			read: (...args) => {
				count();
				return storage.read(...args);
			},
			readRanges: (...args) => {
				count();
				return storage.readRanges(...args);
			},
		},
	};
}

const never = new AbortController().signal;

describe('writeArchiveFiles', () => {
	it('writes every file under its name', async () => {
		const target = join(folder, 'whole');
		await writeArchiveFiles(archive, storage, target, never);
		expect(readdirSync(join(target, 'images'))).toHaveLength(imageCount);
		expect(readFileSync(join(target, 'images/3.png'))).toEqual(Buffer.alloc(1 << 20, 3));
	});

	it('takes back what it wrote when it is interrupted, and nothing else', async () => {
		const target = join(folder, 'interrupted');
		const { storage: interrupted, signal } = interrupting();
		await expect(writeArchiveFiles(archive, interrupted, target, signal)).rejects.toBe(interruption);
		expect(readdirSync(target)).toEqual([]);
	});
});

describe('writeArchiveZip', () => {
	it('stops between two pieces when it is interrupted, with the file closed', async () => {
		const path = join(folder, 'interrupted.zip');
		const { storage: interrupted, signal } = interrupting();
		await expect(writeArchiveZip(archive, interrupted, path, signal)).rejects.toBe(interruption);
		expect(readFileSync(path).byteLength).toBeLessThan(imageCount << 20);
		const openFiles = existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd') : [];
		expect(openFiles.map(targetOf)).not.toContain(path);
	});

	it('rejects a path it cannot write with the system error, which is not thrown past it', async () => {
		const path = join(folder, 'missing', 'x.zip');
		await expect(writeArchiveZip(archive, storage, path, never)).rejects.toMatchObject({ code: 'ENOENT' });
	});
});

function targetOf(fd: string): string | null {
	try {
		return readlinkSync(`/proc/self/fd/${fd}`);
	} catch {
		return null;
	}
}
