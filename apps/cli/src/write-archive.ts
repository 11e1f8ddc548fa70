import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finished, pipeline } from 'node:stream/promises';
import type { CollectionArchive } from '@adx/collection/archive';
import { computeZipLayout } from '@adx/collection/zip-layout';
import { createArchiveDownload } from '@adx/core/downloads';
import type { Storage } from '@adx/core/storage/types';

/** Writes the archive's files under `directory`, over files of the same names. */
export async function writeArchiveFiles(
	archive: CollectionArchive,
	storage: Storage,
	directory: string,
): Promise<void> {
	const folders = new Set(archive.entries.map((entry) => dirname(join(directory, entry.name))));
	for (const folder of folders) await mkdir(folder, { recursive: true });
	for (const [index, entry] of archive.entries.entries()) {
		const source = archive.sources[index]!;
		const path = join(directory, entry.name);
		if (source.kind === 'text') await writeFile(path, source.bytes);
		else await pipeline(storage.read(source.sha256), createWriteStream(path));
	}
}

/** Writes the same bytes the server would send; the file appears only when it is whole. */
export async function writeArchiveZip(archive: CollectionArchive, storage: Storage, path: string): Promise<void> {
	const layout = computeZipLayout(archive.entries);
	const download = createArchiveDownload({ storage, fileName: path, layout, sources: archive.sources });
	const temporary = `${path}.part`;
	const sink = createWriteStream(temporary);
	try {
		await download.writeTo(sink);
		sink.end();
		await finished(sink);
		await rename(temporary, path);
	} catch (error) {
		await rm(temporary, { force: true });
		throw error;
	}
}
