import { createCipheriv, createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { CarReader } from '@ipld/car';
import fc from 'fast-check';
import { CAREncoderStream, createDirectoryEncoderStream } from 'ipfs-car';
import { describe, expect, it } from 'vitest';
import { computeCarLayout } from './car-layout.ts';
import { borderSizes, type Content, carBytes, createCarFile, importedRoot, seededBytes } from './car-testing.ts';
import { rawCid, toFileChunks } from './cid.ts';
import { buildCidTree, fileCid } from './cid-tree.ts';
import { combineCrc32 } from './crc32.ts';

const computeLayout = (files: readonly Content[]) => computeCarLayout(files.map(createCarFile));

/** A CAR as `ipfs-car pack` writes it. */
async function packed(files: readonly Content[]): Promise<{ readonly root: string; readonly cids: Set<string> }> {
	const encoder = new CAREncoderStream();
	const blobs = files.map(({ path, bytes }) => ({
		name: path,
		stream: () => new Blob([new Uint8Array(bytes)]).stream(),
	}));
	const written = await new Response(createDirectoryEncoderStream(blobs).pipeThrough(encoder)).bytes();
	const reader = await CarReader.fromBytes(written);
	const cids = new Set<string>();
	for await (const cid of reader.cids()) cids.add(cid.toString());
	return { root: String(encoder.finalBlock?.cid), cids };
}

const name = fc.stringMatching(/^[a-zA-Z0-9 _#é-]{1,12}$/);
/** Distinct paths of which none is a folder of another, with contents that repeat now and then. */
const trees = fc
	.uniqueArray(fc.tuple(fc.array(name, { maxLength: 2 }), name, fc.nat({ max: 6 })), {
		maxLength: 30,
		selector: ([folders, base]) => [...folders.map((folder) => `${folder}.d`), base].join('/'),
	})
	.map((files): Content[] =>
		files.map(([folders, base, kind]) => ({
			path: [...folders.map((folder) => `${folder}.d`), base].join('/'),
			bytes: kind === 0 ? new Uint8Array(0) : seededBytes(kind * 37, kind),
		})),
	);

/** The key stream by which kubo's tests make bytes of a seed. */
function kuboBytes(seed: string, sizeBytes: number): Uint8Array {
	const key = createHash('sha256').update(seed).digest();
	return createCipheriv('chacha20', key, Buffer.alloc(16)).update(Buffer.alloc(sizeBytes));
}

/** 4,766 files of one byte whose names are 11 letters long, the last one's as long as asked. */
function kuboFolder(lastNameLength: number) {
	const alphabet = 'abcdefghijklmnopqrstuvwxyz01234567890-_';
	const letters = [...kuboBytes('hamt-unixfs-v1-2025', 60_000)].map((byte) => alphabet[byte % alphabet.length]!);
	const file = createCarFile({ path: 'x', bytes: new TextEncoder().encode('x') });
	return Array.from({ length: 4_766 }, (_, index) => {
		const length = index === 4_765 ? lastNameLength : 11;
		return { ...file, path: letters.slice(index * 11, index * 11 + length).join('') };
	});
}

describe('computeCarLayout', () => {
	it('has the root and the blocks of ipfs-unixfs-importer, for any tree', async () => {
		await fc.assert(
			fc.asyncProperty(trees, async (files) => {
				const layout = await computeLayout(files);
				const imported = await importedRoot(files);
				expect(layout.root).toBe(imported.root);
				expect(new Set(layout.blocks.map(({ cid }) => cid.toString()))).toEqual(imported.cids);
			}),
			{ numRuns: 60 },
		);
	});

	it('has the root and the blocks that ipfs-car packs', async () => {
		const sized = borderSizes.map((size, index) => ({
			path: `images/${index}.png`,
			bytes: seededBytes(size, index + 1),
		}));
		const files = [...sized, { path: 'metadata/0.json', bytes: seededBytes(900, 99) }];
		const { root, cids } = await packed(files);
		const layout = await computeLayout(files);
		expect(layout.root).toBe(root);
		expect(new Set(layout.blocks.map(({ cid }) => cid.toString()))).toEqual(cids);
	});

	it('has the root of ipfs-unixfs-importer for files of several chunks', async () => {
		for (const size of borderSizes) {
			const files = [{ path: 'one.png', bytes: seededBytes(size, 7) }];
			expect((await computeLayout(files)).root).toBe((await importedRoot(files)).root);
		}
	});

	it('is read back by @ipld/car: its root, and blocks that are what their CIDs say', async () => {
		const files = borderSizes.map((size, index) => ({ path: `${index}.png`, bytes: seededBytes(size, index + 1) }));
		const layout = await computeLayout(files);
		const bytes = carBytes(layout, files);
		expect(bytes.length).toBe(layout.totalBytes);
		expect(crc32(bytes)).toBe(layout.crc32);
		const reader = await CarReader.fromBytes(bytes);
		expect((await reader.getRoots()).map(String)).toEqual([layout.root]);
		let blocks = 0;
		for await (const block of reader.blocks()) {
			const digest = createHash('sha256').update(block.bytes).digest();
			expect(Buffer.compare(block.cid.multihash.digest, digest)).toBe(0);
			blocks++;
		}
		expect(blocks).toBe(layout.blocks.length);
	});

	it('gives any range the bytes that stand there', async () => {
		const files = [seededBytes(0), seededBytes(300, 3), seededBytes(1_048_577 + 20, 4), seededBytes(300, 3)].map(
			(bytes, index) => ({
				path: `${index}.png`,
				bytes,
			}),
		);
		const layout = await computeLayout(files);
		const whole = carBytes(layout, files);
		await fc.assert(
			fc.property(fc.nat(layout.totalBytes - 1), fc.nat(layout.totalBytes - 1), (one, other) => {
				const [start, end] = [Math.min(one, other), Math.max(one, other)];
				expect(Buffer.compare(carBytes(layout, files, start, end), whole.subarray(start, end + 1))).toBe(0);
			}),
			{ numRuns: 200 },
		);
		expect(() => carBytes(layout, files, 0, layout.totalBytes)).toThrow(RangeError);
	});

	it('rejects equal paths, paths that lead outside, and missing chunks', async () => {
		const file = createCarFile({ path: '1.png', bytes: seededBytes(9) });
		await expect(computeCarLayout([file, file])).rejects.toThrow("Two files are named '1.png'.");
		await expect(computeCarLayout([{ ...file, path: '../1.png' }])).rejects.toThrow(RangeError);
		const large = { ...file, sizeBytes: 3_000_000 };
		await expect(computeCarLayout([large])).rejects.toThrow("'1.png' has 3 chunks");
		expect(() => toFileChunks({ ...large, chunks: [{ sha256: file.sha256, crc32: 0 }] })).toThrow(RangeError);
	});
});

describe('CIDs', () => {
	it('names a file of one chunk by the SHA-256 of its bytes', async () => {
		const file = createCarFile({ path: 'a', bytes: new TextEncoder().encode('hello world') });
		// As `ipfs add --cid-version=1` has it everywhere.
		const known = 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e';
		expect(rawCid(file.sha256).toString()).toBe(known);
		expect((await fileCid(file)).toString()).toBe(known);
	});

	// The vectors of kubo's own tests of this profile (test/cli/cid_profiles_test.go).
	it('names files at the border of a chunk as kubo does', async () => {
		const atBorder = [1_048_576, 1_048_577].map((size) =>
			createCarFile({ path: 'a', bytes: kuboBytes('chunk-v1-seed', size) }),
		);
		const cids = await Promise.all(atBorder.map(fileCid));
		expect(cids.map(String)).toEqual([
			'bafkreiacndfy443ter6qr2tmbbdhadvxxheowwf75s6zehscklu6ezxmta',
			'bafybeigmix7t42i6jacydtquhet7srwvgpizfg7gjbq7627d35mjomtu64',
		]);
	});

	it('makes shards of a folder from the byte on from which kubo does, and the same ones', async () => {
		const whole = (await buildCidTree(kuboFolder(21))).root;
		expect(whole.toString()).toBe('bafybeic3h7rwruealwxkacabdy45jivq2crwz6bufb5ljwupn36gicplx4');
		const sharded = await buildCidTree(kuboFolder(22));
		expect(sharded.root.toString()).toBe('bafybeiegvuterwurhdtkikfhbxcldohmxp566vpjdofhzmnhv6o4freidu');
		expect(sharded.folders.length).toBeGreaterThan(100);
	});

	it('knows the empty folder', async () => {
		expect((await buildCidTree([])).root.toString()).toBe(
			'bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354',
		);
	});
});

describe('combineCrc32', () => {
	it('gives the checksum of both parts together', () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 400 }), fc.uint8Array({ maxLength: 400 }), (first, second) => {
				const both = Buffer.concat([first, second]);
				expect(combineCrc32(crc32(first), crc32(second), second.length)).toBe(crc32(both));
			}),
		);
		const large = seededBytes(5_000_000, 3);
		const [head, tail] = [large.subarray(0, 1_234_567), large.subarray(1_234_567)];
		expect(combineCrc32(crc32(head), crc32(tail), tail.length)).toBe(crc32(large));
	});
});
