import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { startEngine } from './embedded.ts';
import { emptyClusterPath } from './empty-cluster.ts';

// Run after every change of the engine's version; replaces the file of the version before.
const pglite = await startEngine({});
await pglite.exec('checkpoint');
const tar = Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer());
await pglite.close();

const path = emptyClusterPath();
mkdirSync(dirname(path), { recursive: true });
for (const name of readdirSync(dirname(path))) rmSync(join(dirname(path), name));
const packed = zstdCompressSync(tar, {
	params: {
		[constants.ZSTD_c_compressionLevel]: 19,
		// The three databases of a cluster are nearly the same 7 MB: the window must reach from one to the next.
		[constants.ZSTD_c_windowLog]: 26,
		[constants.ZSTD_c_enableLongDistanceMatching]: 1,
	},
});
writeFileSync(path, packed);
console.log(`${path}: ${packed.length} bytes`);
