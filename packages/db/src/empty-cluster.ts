import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Where the freshly initialised cluster of the installed engine lies: a data directory without any
 * table, as a tar packed with zstd. `node src/make-empty-cluster.ts` writes it. It goes by the
 * engine's version alone, so that a new migration does not put another megabyte into the repository.
 */
export function emptyClusterPath(): string {
	return fileURLToPath(new URL(`./empty-cluster/pglite-${engineVersion()}.tar.zst`, import.meta.url));
}

function engineVersion(): string {
	const manifest = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
	const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
	return version;
}
