import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';

// A freshly initialised cluster ships with the source, because the engine needs 3 s and 600 MB to
// initialise one. It holds no table and goes by the engine's version alone, so that a new migration
// does not put another megabyte into the repository.

/** Files by their path from the data directory, with `/`; a directory is null. */
type ClusterFiles = Map<string, Uint8Array | null>;

/** Where the cluster of the installed engine lies; `node src/embedded/build-empty-cluster.ts` writes it. */
export function getEmptyClusterPath(): string {
	return fileURLToPath(new URL(`./empty-cluster/pglite-${engineVersion()}.zst`, import.meta.url));
}

function engineVersion(): string {
	const manifest = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
	const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
	return version;
}

/** Packs a data directory whose engine was closed. */
export async function packCluster(directory: string): Promise<void> {
	const files: ClusterFiles = new Map();
	const entries = await readdir(directory, { recursive: true, withFileTypes: true });
	for (const entry of entries) {
		const path = join(entry.parentPath, entry.name);
		const name = relative(directory, path).replaceAll(sep, '/');
		files.set(name, entry.isDirectory() ? null : await readFile(path));
	}
	const sorted = [...files].toSorted(([left], [right]) => (left < right ? -1 : 1));
	const packed = await promisify(zstdCompress)(serialize(new Map(sorted)), {
		params: {
			[constants.ZSTD_c_compressionLevel]: 19,
			// The three databases of a cluster are nearly the same 7 MB: the window must reach from one to the next.
			[constants.ZSTD_c_windowLog]: 26,
			[constants.ZSTD_c_enableLongDistanceMatching]: 1,
		},
	});
	await mkdir(dirname(getEmptyClusterPath()), { recursive: true });
	await writeFile(getEmptyClusterPath(), packed);
}

/** Writes the shipped cluster into a new directory; false, and nothing written, when there is none for this engine. */
export async function unpackEmptyCluster(directory: string): Promise<boolean> {
	if (!existsSync(getEmptyClusterPath())) return false;
	const packed = await readFile(getEmptyClusterPath());
	// 40 MB in pieces of Node's usual 16 kB take twice the time.
	const files = deserialize(await promisify(zstdDecompress)(packed, { chunkSize: 1 << 20 })) as ClusterFiles;
	await mkdir(directory, { mode: 0o700 });
	// Sorted, so that a directory comes before what lies in it.
	for (const [name, bytes] of files) {
		const path = join(directory, name);
		if (bytes === null) await mkdir(path, { mode: 0o700 });
		else await writeFile(path, bytes, { mode: 0o600 });
	}
	return true;
}
