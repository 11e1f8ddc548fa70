import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { computeZipLayout } from './zip-layout.ts';
import { readRangeParts, type ZipContents } from './zip-testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'adx-zip-heavy-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A pattern that no shift by a few bytes leaves unchanged, so that a lost or doubled piece shows. */
const pattern = Uint8Array.from({ length: 1 << 22 }, (_, at) => (at * 31 + (at >>> 8) * 17 + (at >>> 16)) & 0xff);
const patternAt: ZipContents = (index, offset, length) => {
	const bytes = new Uint8Array(length);
	for (let done = 0; done < length; ) {
		const from = (offset + done + index) % pattern.length;
		const part = pattern.subarray(from, from + length - done);
		bytes.set(part, done);
		done += part.length;
	}
	return bytes;
};

function computeCrc32(index: number, sizeBytes: number): number {
	let crc = 0;
	for (let done = 0; done < sizeBytes; done += pattern.length) {
		crc = crc32(patternAt(index, done, Math.min(pattern.length, sizeBytes - done)), crc);
	}
	return crc;
}

it('streams an archive beyond 4 GiB that unzip, 7z and yauzl accept and whose resumed download has the same hash', async () => {
	const sizes = [1_000, 2 ** 32 + 12_345, 50_000_000, 0, 777];
	const entries = sizes.map((sizeBytes, index) => ({
		name: `images/${index}.bin`,
		sizeBytes,
		crc32: computeCrc32(index, sizeBytes),
	}));
	const layout = computeZipLayout(entries);
	const file = join(folder, 'archive.zip');
	const whole = createHash('sha256');
	const handle = openSync(file, 'w');
	for (const part of readRangeParts(layout, patternAt, [0, layout.totalBytes - 1])) {
		whole.update(part);
		writeSync(handle, part);
	}
	closeSync(handle);
	const digest = whole.digest('hex');

	// A download that breaks off somewhere and goes on from there.
	const cut = 2 ** 32 + Math.floor(Math.random() * 40_000_000);
	const resumed = createHash('sha256');
	for (const range of [
		[0, cut - 1],
		[cut, layout.totalBytes - 1],
	] as const) {
		for (const part of readRangeParts(layout, patternAt, range)) resumed.update(part);
	}
	expect(resumed.digest('hex'), `resumed at ${cut}`).toBe(digest);
	const stored = createHash('sha256');
	for await (const part of createReadStream(file)) stored.update(part as Buffer);
	expect(stored.digest('hex')).toBe(digest);

	const tools = (
		[
			['unzip', ['-tqq']],
			['7z', ['t', '-bso0']],
		] as const
	).filter(([tool]) => !spawnSync(tool, [], { stdio: 'ignore' }).error);
	for (const [tool, options] of tools) execFileSync(tool, [...options, file], { stdio: 'pipe' });

	const zip = await yauzl.openPromise(file, { lazyEntries: true, autoClose: false });
	const found: { name: string; sizeBytes: number; crc32: number }[] = [];
	for await (const entry of zip.eachEntry()) {
		let crc = 0;
		let sizeBytes = 0;
		for await (const part of await zip.openReadStreamPromise(entry)) {
			crc = crc32(part as Buffer, crc);
			sizeBytes += (part as Buffer).length;
		}
		found.push({ name: entry.fileName, sizeBytes, crc32: crc });
	}
	zip.close();
	expect(found).toEqual(entries);
});
