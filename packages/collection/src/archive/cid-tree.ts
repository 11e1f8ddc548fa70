import { type ImportResult, importer, importFile } from 'ipfs-unixfs-importer';
import type { CID } from 'multiformats/cid';
import { type CidFile, chunkBytesAt, cidProfile, rawCid, toFileChunks } from './cid.ts';

/** A block that is not a file's own bytes: it links the chunks of a file, or the files of a folder. */
export interface NodeBlock {
	readonly cid: CID;
	readonly bytes: Uint8Array;
}

/** A folder as IPFS sees it. */
export interface CidTree {
	readonly root: CID;
	/** By the files' place: its root, and the nodes above its chunks, which only a file of several chunks has. */
	readonly files: readonly { readonly cid: CID; readonly nodes: readonly NodeBlock[] }[];
	/** Folders and their shards, each after what it links to; the root is the last. */
	readonly folders: readonly NodeBlock[];
}

interface LinkedFile {
	readonly cid: CID;
	/** The size of the file and its nodes together. */
	readonly treeBytes: bigint;
	readonly nodes: readonly NodeBlock[];
}

type Entry = ImportResult & { readonly originalPath?: string };

const noBytes = new Uint8Array(0);

/**
 * The tree of a folder from what is recorded about its files; no file is read. Folder nodes are made by
 * ipfs-unixfs-importer, so they are what any other importer of the same profile makes. Throws RangeError for two equal
 * paths, and as `toFileChunks` does.
 */
export async function buildCidTree(files: readonly CidFile[]): Promise<CidTree> {
	checkPaths(files);
	const linked: LinkedFile[] = [];
	for (const file of files) linked.push(await linkFile(file));
	const { store, blocks } = recordBlocks();
	let root: CID | undefined;
	// The root is reported last.
	for await (const { cid } of importer([], store, {
		profile: cidProfile,
		wrapWithDirectory: true,
		dagBuilder: async function* () {
			for (const [index, { path }] of files.entries()) {
				const { cid, treeBytes: size } = linked[index]!;
				yield async (): Promise<Entry> => ({ cid, size, path, originalPath: path });
			}
		},
	})) {
		root = cid;
	}
	if (root === undefined) throw new TypeError('The importer told no root.');
	return { root, files: linked, folders: blocks };
}

/** The CID of one file by itself. Throws as `toFileChunks` does. */
export async function fileCid(file: CidFile): Promise<CID> {
	return (await linkFile(file)).cid;
}

async function linkFile(file: CidFile): Promise<LinkedFile> {
	const chunks = toFileChunks(file);
	if (chunks.length === 1) return { cid: rawCid(file.sha256), treeBytes: BigInt(file.sizeBytes), nodes: [] };
	const { store, blocks } = recordBlocks();
	const { cid, size } = await importFile({ content: [] }, store, {
		profile: cidProfile,
		// In place of reading the file: its chunks were hashed before.
		bufferImporter: async function* () {
			for (const [index, { sha256 }] of chunks.entries()) {
				const size = BigInt(chunkBytesAt(index, file.sizeBytes));
				yield async () => ({ cid: rawCid(sha256), size, block: noBytes });
			}
		},
	});
	return { cid, treeBytes: size, nodes: blocks };
}

function recordBlocks() {
	const blocks: NodeBlock[] = [];
	const known = new Set<string>();
	const put = async (cid: CID, bytes: Uint8Array) => {
		const key = cid.toString();
		if (known.has(key)) return cid;
		known.add(key);
		blocks.push({ cid, bytes });
		return cid;
	};
	return { blocks, store: { put } };
}

function checkPaths(files: readonly CidFile[]): void {
	const paths = new Set<string>();
	for (const { path } of files) {
		if (path.split('/').some((part) => part === '' || part === '.' || part === '..')) {
			throw new RangeError(`'${path}' is not a relative path with '/' between folders.`);
		}
		if (paths.has(path)) throw new RangeError(`Two files are named '${path}'.`);
		paths.add(path);
	}
}
