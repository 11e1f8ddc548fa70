import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import JSZip from 'jszip';
import { describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { startCpuClock } from '../plan/plan-testing.ts';
import { computeZipLayout, segmentsForRange, type ZipLayout } from './zip-layout.ts';
import { readRange, readRangeParts, sparseContents, type ZipContents } from './zip-testing.ts';

const createEntry = (name: string, bytes: Uint8Array) => ({ name, sizeBytes: bytes.length, crc32: crc32(bytes) });

function pack(files: readonly (readonly [string, Uint8Array])[]) {
	const layout = computeZipLayout(files.map(([name, bytes]) => createEntry(name, bytes)));
	const contents: ZipContents = (index, offset, length) => files[index]![1].subarray(offset, offset + length);
	return { layout, contents, whole: () => readRange(layout, contents, [0, layout.totalBytes - 1]) };
}

const names = fc
	.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
	.map((name) => name.replaceAll(/[\\/\0:]|^\.+$/g, '_'));
const archives = fc.uniqueArray(fc.tuple(names, fc.uint8Array({ maxLength: 300 })), {
	selector: ([name]) => name,
	maxLength: 12,
});
const sample = (count: number) =>
	Array.from(
		{ length: count },
		(_, index) => [`images/${index}.txt`, new TextEncoder().encode(`file ${index}`)] as const,
	);

describe('computeZipLayout', () => {
	it('lays out an empty archive as the bare end record', () => {
		const { whole } = pack([]);
		expect([...whole()]).toEqual([0x50, 0x4b, 5, 6, ...Array.from({ length: 18 }, () => 0)]);
	});

	it('gives the same bytes and ETag for the same entries and another ETag for any difference', () => {
		const files = sample(3);
		expect(pack(files).whole()).toEqual(pack(files).whole());
		const etag = (...changes: readonly object[]) =>
			computeZipLayout(files.map(([name, bytes], index) => ({ ...createEntry(name, bytes), ...changes[index] }))).etag;
		const etags = [
			etag(),
			etag({ crc32: 1 }),
			etag({ sizeBytes: 1 }),
			etag({ name: 'x' }),
			etag({ sha256: 'aa' }),
			etag({ sha256: 'bb' }),
		];
		expect(new Set(etags).size).toBe(etags.length);
		expect(etag()).toBe(etag());
		expect(computeZipLayout(files.toReversed().map(([name, bytes]) => createEntry(name, bytes))).etag).not.toBe(etag());
	});

	it('takes the tag of an earlier layout for what it is, and is the same otherwise', () => {
		const entries = sample(3).map(([name, bytes]) => createEntry(name, bytes));
		const layout = computeZipLayout(entries);
		expect(computeZipLayout(entries, layout.etag)).toEqual(layout);
	});

	it('rejects names that lead out of the archive, doubled names, and sizes and checksums that cannot be', () => {
		const valid = { name: 'a', sizeBytes: 1, crc32: 1 };
		for (const name of ['', '/a', 'a/', 'a//b', '../a', 'a/../b', './a', 'a\\b', 'a\0b', 'x'.repeat(70_000)]) {
			expect(() => computeZipLayout([{ ...valid, name }])).toThrow(RangeError);
		}
		expect(() => computeZipLayout([valid, valid])).toThrow("Two entries are named 'a'.");
		for (const wrong of [
			{ sizeBytes: -1 },
			{ sizeBytes: 1.5 },
			{ crc32: -1 },
			{ crc32: 2 ** 32 },
			{ sizeBytes: 2 ** 53 },
		]) {
			expect(() => computeZipLayout([{ ...valid, ...wrong }])).toThrow(RangeError);
		}
	});

	it('is read back by jszip and yauzl, with any names and contents', async () => {
		await fc.assert(
			fc.asyncProperty(archives, async (files) => {
				const bytes = pack(files).whole();
				const zip = await JSZip.loadAsync(bytes, { checkCRC32: true });
				const found = await readZip(Buffer.from(bytes));
				expect([...found.keys()]).toEqual(files.map(([name]) => name));
				for (const [name, contents] of files) {
					expect(found.get(name)).toEqual(Buffer.from(contents));
					const entry = Object.values(zip.files).find((file) => file.unsafeOriginalName === name || file.name === name);
					expect(await entry?.async('uint8array')).toEqual(contents);
				}
			}),
			{ numRuns: 60 },
		);
	});

	it('uses ZIP64 from 65,535 entries on, which yauzl and the tools of this machine read', async () => {
		const files = sample(66_000);
		const zip64End = Buffer.from([0x50, 0x4b, 6, 6]);
		for (const [count, isZip64] of [
			[65_534, false],
			[65_535, true],
		] as const) {
			const { layout, contents } = pack(files.slice(0, count));
			const tail = readRange(layout, contents, [layout.totalBytes - 98, layout.totalBytes - 1]);
			expect(Buffer.from(tail).includes(zip64End)).toBe(isZip64);
		}
		const bytes = pack(files).whole();
		expect((await readZip(Buffer.from(bytes), { namesOnly: true })).size).toBe(66_000);
		checkWithTools(bytes);
	});

	it('holds its arithmetic beyond 4 GiB, in one entry and in offsets', async () => {
		const big = 5 * 2 ** 30 + 7;
		const small = new TextEncoder().encode('after the big one');
		const entries = [
			{ name: 'big.bin', sizeBytes: big, crc32: 0 },
			{ name: 'edge.bin', sizeBytes: 2 ** 32 - 1, crc32: 0 },
			{ name: 'below.bin', sizeBytes: 2 ** 32 - 2, crc32: 0 },
			createEntry('small.txt', small),
		];
		const layout = computeZipLayout(entries);
		expect(layout.totalBytes).toBeGreaterThan(13 * 2 ** 30);
		const contents = sparseContents(new Map([[3, small]]));
		const found = await readZip({ layout, contents }, { contentsOf: ['small.txt'] });
		expect([...found.keys()]).toEqual(entries.map(({ name }) => name));
		expect(found.get('small.txt')).toEqual(Buffer.from(small));
		expect(found.sizes).toEqual(entries.map(({ sizeBytes }) => sizeBytes));
		expect(found.offsets).toEqual([...layout.localOffsets]);
		// Local headers carry sizes too, so that streaming readers need no directory.
		const header = readRange(layout, contents, [0, 30 + 7 + 20 - 1]);
		const view = new DataView(header.buffer);
		expect([view.getUint16(4, true), view.getUint32(18, true), view.getUint16(28, true)]).toEqual([45, 0xffffffff, 20]);
		expect([view.getBigUint64(41, true), view.getBigUint64(49, true)]).toEqual([BigInt(big), BigInt(big)]);
	});

	it('keeps a layout of 20,000 entries small and quick', () => {
		const entries = Array.from({ length: 20_000 }, (_, index) => ({
			name: `images/${index}.png`,
			sizeBytes: 1_500_000,
			crc32: index,
		}));
		const cpuMs = startCpuClock();
		const layout = computeZipLayout(entries);
		expect(cpuMs()).toBeLessThan(1_000);
		expect(layout.localOffsets.byteLength + layout.centralOffsets.byteLength).toBe(320_000);
		let segments = 0;
		for (const segment of segmentsForRange(layout, 0, layout.totalBytes - 1)) {
			segments++;
			if (segment.kind === 'bytes') expect(segment.bytes.length).toBeLessThan(70_000);
		}
		expect(segments).toBeLessThan(40_100);
	});
});

describe('segmentsForRange', () => {
	it('gives the same bytes whole and in any pieces', () => {
		fc.assert(
			fc.property(archives, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }), (files, cuts) => {
				const { layout, contents, whole } = pack(files);
				const all = whole();
				expect(all.length).toBe(layout.totalBytes);
				const stops = [...new Set([...cuts.map((cut) => Math.floor(cut * all.length)), 0, all.length])].sort(
					(a, b) => a - b,
				);
				const chunks = stops.slice(1).map((stop, index) => readRange(layout, contents, [stops[index]!, stop - 1]));
				expect(Buffer.concat(chunks).equals(all)).toBe(true);
			}),
			{ numRuns: 300 },
		);
	});

	it('gives every single byte by itself', () => {
		const { layout, contents, whole } = pack([
			...sample(2),
			['empty', new Uint8Array()],
			['ünï/文.txt', new Uint8Array([1])],
		]);
		const all = whole();
		all.forEach((byte, at) => {
			expect([...readRange(layout, contents, [at, at])]).toEqual([byte]);
		});
	});

	it('begins in the middle of a large archive without walking to it', () => {
		const layout = computeZipLayout([
			{ name: 'a', sizeBytes: 2 ** 40, crc32: 0 },
			{ name: 'b', sizeBytes: 10, crc32: 0 },
		]);
		expect([...segmentsForRange(layout, 2 ** 39, 2 ** 39 + 9)]).toEqual([
			{ kind: 'entry', index: 0, offset: 2 ** 39 - layout.localOffsets[0]! - 51, length: 10 },
		]);
	});

	it('rejects what is not a range of the archive', () => {
		const { layout } = pack(sample(1));
		for (const [start, end] of [
			[-1, 0],
			[0, layout.totalBytes],
			[5, 4],
			[0.5, 2],
			[0, Number.NaN],
		] as const) {
			expect(() => [...segmentsForRange(layout, start, end)]).toThrow(RangeError);
		}
	});
});

/** Lets the unzip programs of this machine, if any, test an archive. */
function checkWithTools(bytes: Uint8Array): void {
	const folder = mkdtempSync(join(tmpdir(), 'adx-zip-'));
	try {
		const file = join(folder, 'archive.zip');
		writeFileSync(file, bytes);
		for (const [tool, options] of [
			['unzip', ['-tqq']],
			['7z', ['t', '-bso0']],
		] as const) {
			if (spawnSync(tool, [], { stdio: 'ignore' }).error) continue;
			execFileSync(tool, [...options, file], { stdio: 'pipe' });
		}
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** An archive that yauzl reads through the layout, without it ever being in one place. */
class LayoutReader extends yauzl.RandomAccessReader {
	readonly #layout: ZipLayout;
	readonly #contents: ZipContents;

	constructor(layout: ZipLayout, contents: ZipContents) {
		super();
		this.#layout = layout;
		this.#contents = contents;
	}

	override _readStreamForRange(start: number, end: number): PassThrough {
		const parts = readRangeParts(this.#layout, this.#contents, [start, end - 1]);
		return Readable.from(parts, { objectMode: false }).pipe(new PassThrough());
	}
}

/** What yauzl found: contents by name, and per entry what the directory says. */
class ZipFindings extends Map<string, Buffer> {
	readonly sizes: number[] = [];
	readonly offsets: number[] = [];
}

/** Reads an archive with yauzl; contents of all entries, of those named, or none. */
async function readZip(
	source: Buffer | { readonly layout: ZipLayout; readonly contents: ZipContents },
	options: { readonly namesOnly?: boolean; readonly contentsOf?: readonly string[] } = {},
): Promise<ZipFindings> {
	const settings = { lazyEntries: true, autoClose: false };
	const zip = Buffer.isBuffer(source)
		? await yauzl.fromBufferPromise(source, settings)
		: await yauzl.fromRandomAccessReaderPromise(
				new LayoutReader(source.layout, source.contents),
				source.layout.totalBytes,
				settings,
			);
	const findings = new ZipFindings();
	for await (const entry of zip.eachEntry()) {
		const isWanted = options.contentsOf?.includes(entry.fileName) ?? !options.namesOnly;
		findings.set(entry.fileName, isWanted ? await buffer(await zip.openReadStreamPromise(entry)) : Buffer.alloc(0));
		findings.sizes.push(entry.uncompressedSize);
		findings.offsets.push(entry.relativeOffsetOfLocalHeader);
	}
	return findings;
}
