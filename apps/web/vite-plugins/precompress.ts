import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Texts; pictures and fonts are compressed by their own formats. */
const compressible = /\.(?:js|css|html|svg|md|txt)$/;
/** Smaller files fit into one packet as they are. */
const minBytes = 1_024;

const encoders = {
	br: (content: Buffer) =>
		promisify(brotliCompress)(content, {
			params: {
				[constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
				[constants.BROTLI_PARAM_SIZE_HINT]: content.length,
			},
		}),
	gz: (content: Buffer) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

/**
 * Writes `<file>.br` and `<file>.gz` beside every text of the built app, as the server's preCompressed option looks for
 * them: once at the build, with the best compression, in place of faster and worse compression at every request.
 */
export function precompress(): Plugin {
	return {
		name: 'precompress',
		apply: 'build',
		async writeBundle({ dir }) {
			if (dir === undefined) return;
			const entries = await readdir(dir, { recursive: true, withFileTypes: true });
			const files = entries
				.filter((entry) => entry.isFile() && compressible.test(entry.name))
				.map((entry) => join(entry.parentPath, entry.name));
			await Promise.all(files.map(compressFile));
		},
	};
}

async function compressFile(path: string): Promise<void> {
	const content = await readFile(path);
	if (content.length < minBytes) return;
	for (const [suffix, encode] of Object.entries(encoders)) {
		const encoded = await encode(content);
		if (encoded.length < content.length) await writeFile(`${path}.${suffix}`, encoded);
	}
}
