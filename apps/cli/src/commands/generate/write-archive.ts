import { createWriteStream } from 'node:fs';
import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { CollectionArchive } from '@adx/collection/archive/collection-archive';
import { computeZipLayout } from '@adx/collection/archive/zip-layout';
import { createArchiveDownload } from '@adx/core/platform/downloads/archive-download';
import type { Storage } from '@adx/core/platform/storage/types';
import { writeCompleteFile } from '../../output-files/replace-files.ts';

/** Writes the archive's files under `directory`, which must hold none of them; when it fails it takes them back. */
export async function writeArchiveFiles(
	archive: CollectionArchive,
	storage: Storage,
	directory: string,
	signal: AbortSignal,
): Promise<void> {
	const paths = archive.entries.map((entry) => join(directory, entry.name));
	const folders = new Set(paths.map((path) => dirname(path)));
	try {
		for (const folder of folders) await mkdir(folder, { recursive: true });
		for (const [index, path] of paths.entries()) {
			// Between files only: a file is written in milliseconds, and a stream cut off may still create its file later.
			signal.throwIfAborted();
			const source = archive.sources[index]!;
			if (source.kind === 'text') await writeFile(path, source.bytes);
			else await pipeline(storage.read(source.sha256), createWriteStream(path));
		}
		signal.throwIfAborted();
	} catch (error) {
		for (const path of paths) await rm(path, { force: true }).catch(() => {});
		for (const folder of folders) if (folder !== directory) await rmdir(folder).catch(() => {});
		throw error;
	}
}

/** Writes the same bytes the server would send. Rejects when `signal` aborts; the file is closed then, and not whole. */
export async function writeArchiveZip(
	archive: CollectionArchive,
	storage: Storage,
	path: string,
	signal: AbortSignal,
): Promise<void> {
	const layout = computeZipLayout(archive.entries);
	await using download = createArchiveDownload({ storage, fileName: path, layout, sources: archive.sources });
	const sink = createWriteStream(path);
	await writeCompleteFile(sink, async () => {
		await download.writeTo(sink, undefined, signal);
		signal.throwIfAborted();
	});
}
