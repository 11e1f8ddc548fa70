import { createWriter, headerLength } from '@ipld/car/buffer-writer';
import { varint } from 'multiformats';
import type { CID } from 'multiformats/cid';
import { type CidFile, chunkBytesAt, chunkSizeBytes, rawCid, toFileChunks } from './cid.ts';
import { buildCidTree } from './cid-tree.ts';
import { combineCrc32, crc32 as crc32Of } from './crc32.ts';
import { checkRange, clipSegments, findIndexAt, type LayoutSegment } from './layout-ranges.ts';

/** A file of a CAR, known before its bytes are read. */
export interface CarFile extends CidFile {
	/** Unsigned 32-bit. */
	readonly crc32: number;
}

/** A CARv1 that exists only as arithmetic; `carSegments` says which bytes are where. */
export interface CarLayout {
	/** The CID of the folder of all files, base32. */
	readonly root: string;
	readonly totalBytes: number;
	/** The CRC-32 of the whole CAR, unsigned. */
	readonly crc32: number;
	readonly header: Uint8Array;
	readonly blocks: readonly CarBlock[];
	/** The offset of each block's length prefix. */
	readonly offsets: Float64Array;
}

/** A block: a chunk of a file, or a node made here. */
interface CarBlock {
	readonly cid: CID;
	readonly sizeBytes: number;
	readonly source:
		| { readonly kind: 'file'; readonly index: number; readonly offset: number }
		| { readonly kind: 'bytes'; readonly bytes: Uint8Array };
}

/**
 * Lays out the CAR of a folder: files in the order given, each followed by the nodes above its chunks, then the folders,
 * the root last. Equal blocks are stored once. Same files, same bytes. Throws as `buildCidTree` does.
 */
export async function computeCarLayout(files: readonly CarFile[]): Promise<CarLayout> {
	const tree = await buildCidTree(files);
	const { blocks, crc32s } = listBlocks(files, tree);
	const header = carHeader(tree.root);
	const offsets = new Float64Array(blocks.length);
	let [at, crc32] = [header.length, crc32Of(header)];
	blocks.forEach((block, index) => {
		const prefix = toBlockPrefix(block);
		offsets[index] = at;
		at += prefix.length + block.sizeBytes;
		crc32 = combineCrc32(crc32Of(prefix, crc32), crc32s[index]!, block.sizeBytes);
	});
	const root = tree.root.toString();
	return { root, totalBytes: at, crc32, header, blocks, offsets };
}

function listBlocks(files: readonly CarFile[], tree: Awaited<ReturnType<typeof buildCidTree>>) {
	const blocks: CarBlock[] = [];
	const crc32s: number[] = [];
	const known = new Set<string>();
	const add = (block: CarBlock, crc32: number) => {
		const key = block.cid.toString();
		if (known.has(key)) return;
		known.add(key);
		blocks.push(block);
		crc32s.push(crc32);
	};
	const addNode = ({ cid, bytes }: { readonly cid: CID; readonly bytes: Uint8Array }) =>
		add({ cid, sizeBytes: bytes.length, source: { kind: 'bytes', bytes } }, crc32Of(bytes));
	for (const [index, file] of files.entries()) {
		for (const [place, chunk] of toFileChunks(file, file.crc32).entries()) {
			const source = { kind: 'file' as const, index, offset: place * chunkSizeBytes };
			add({ cid: rawCid(chunk.sha256), sizeBytes: chunkBytesAt(place, file.sizeBytes), source }, chunk.crc32);
		}
		tree.files[index]!.nodes.forEach(addNode);
	}
	tree.folders.forEach(addNode);
	return { blocks, crc32s };
}

function carHeader(root: CID): Uint8Array {
	const buffer = new ArrayBuffer(headerLength({ roots: [root] }));
	return createWriter(buffer, { roots: [root] }).close();
}

/** What precedes a block's bytes: its length, CID included, and the CID. */
function toBlockPrefix({ cid, sizeBytes }: CarBlock): Uint8Array {
	const length = cid.bytes.length + sizeBytes;
	const lengthBytes = varint.encodingLength(length);
	const prefix = new Uint8Array(lengthBytes + cid.bytes.length);
	varint.encodeTo(length, prefix);
	prefix.set(cid.bytes, lengthBytes);
	return prefix;
}

/**
 * What to send for the bytes `start` to `end` (inclusive), in order and without a gap; an 'entry' is the file of that
 * place among the layout's files. Throws RangeError outside of the CAR.
 */
export function* carSegments(layout: CarLayout, start: number, end: number): Generator<LayoutSegment, void> {
	checkRange(layout, start, end);
	const { header, blocks, offsets } = layout;
	const stop = end + 1;
	yield* clipSegments(header, 0, start, stop);
	for (let index = findIndexAt(offsets, start); index < blocks.length && offsets[index]! < stop; index++) {
		const block = blocks[index]!;
		const prefix = toBlockPrefix(block);
		yield* clipSegments(prefix, offsets[index]!, start, stop);
		const dataStart = offsets[index]! + prefix.length;
		if (block.source.kind === 'bytes') {
			yield* clipSegments(block.source.bytes, dataStart, start, stop);
			continue;
		}
		const from = Math.max(start, dataStart);
		const to = Math.min(stop, dataStart + block.sizeBytes);
		if (from >= to) continue;
		const offset = block.source.offset + from - dataStart;
		yield { kind: 'entry', index: block.source.index, offset, length: to - from };
	}
}
