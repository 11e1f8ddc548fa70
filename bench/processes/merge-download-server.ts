/**
 * Serves a Frozen Collection of the files in a directory, or the same archive as one file, by one of three makers, and
 * prints its own CPU seconds when asked to end. Run by merge-download.ts, one process per maker.
 */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { computeZipLayout } from '@adx/collection/archive/zip-layout';
import { readFrozenIndex } from '@adx/collection/merge/frozen-archive';
import { createArchiveDownload } from '@adx/core/platform/downloads/archive-download';
import { createDiskStorage } from '@adx/core/platform/storage/disk';
import { ZipArchive } from 'archiver';
import type { FrozenFiles } from '../merge-download.ts';
import { serveArchive } from './archive-server.ts';

const [maker = '', root = ''] = process.argv.slice(2);
const { packSha256, indexSha256, etag, archivePath } = JSON.parse(
	await readFile(join(root, 'frozen.json'), 'utf8'),
) as FrozenFiles;
const storage = await createDiskStorage(root);
const toPath = (sha256: string) => join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);

const makers: Readonly<Record<string, (response: ServerResponse) => Promise<void>>> = {
	frozen: async (response) => {
		const { entries, sources } = readFrozenIndex(await readFile(toPath(indexSha256)), packSha256);
		const layout = computeZipLayout(entries, etag);
		const download = createArchiveDownload({ storage, fileName: 'a.zip', layout, sources });
		response.setHeader('content-length', download.totalBytes);
		await download.writeTo(response);
		response.end();
	},
	raw: (response) => pipeline(createReadStream(archivePath), response),
	archiver: async (response) => {
		const { entries, sources } = readFrozenIndex(await readFile(toPath(indexSha256)), packSha256);
		const pack = await readFile(toPath(packSha256));
		const archive = new ZipArchive({ store: true });
		archive.pipe(response);
		for (const [index, { name, sizeBytes }] of entries.entries()) {
			const source = sources[index]!;
			if (source.kind === 'text') throw new TypeError('A Frozen Collection keeps its texts in a pack.');
			// The texts from memory: as many open files again would be more than a process may have.
			const { offset } = source;
			const bytes = offset === undefined ? null : pack.subarray(offset, offset + sizeBytes);
			archive.append(bytes ?? createReadStream(toPath(source.sha256)), { name });
		}
		await archive.finalize();
	},
};

serveArchive((_request, response) => {
	makers[maker]!(response).catch(() => response.destroy());
});
