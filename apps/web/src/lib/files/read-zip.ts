import { isPartFolder } from '@adx/collection/files/metadata-search';
import {
	BlobReader,
	BlobWriter,
	configure,
	ERR_UNSAFE_FILENAME,
	type FileEntry,
	ZipReader,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import type { PickedFile } from './picked-files.ts';

// This runs in a thread of its own already, and inflates with what the browser brings along.
configure({ useWebWorkers: false });

const localHeaderBytes = 30;
/** Names of what a Mac puts beside every file. */
const isSystemFile = (path: string) => path.startsWith('__MACOSX/') || /(^|\/)\._/.test(path);

const texts = {
	noZip: 'it is not a readable zip archive.',
	encrypted: 'the archive is encrypted.',
	leadsOut: (path: string) => `the path '${path.slice(0, 200)}' in it leads out of the archive.`,
} as const;

/** Why nothing can be made of an archive, as the end of a sentence. */
class UnreadableZip extends Error {}

/** Absolute paths and those with '..' end the reading of an archive. */
const isUnsafeName = (error: unknown): error is Error & { readonly filename: string } =>
	error instanceof Error && error.message === ERR_UNSAFE_FILENAME && 'filename' in error;

/** Where a stored entry's bytes lie in the archive: they need no copy of their own. */
async function getStoredBlob(archive: Blob, { offset, compressedSize }: FileEntry): Promise<Blob> {
	const header = new DataView(await archive.slice(offset, offset + localHeaderBytes).arrayBuffer());
	const start = offset + localHeaderBytes + header.getUint16(26, true) + header.getUint16(28, true);
	return archive.slice(start, start + compressedSize);
}

/** Whether all lies in one folder, which names it better than the archive does; not in one such as 'images'. */
function hasFolderOfItsOwn(paths: readonly string[]): boolean {
	const folders = new Set(paths.map((path) => path.slice(0, Math.max(0, path.indexOf('/')))));
	const [folder = '', ...others] = folders;
	return folder !== '' && others.length === 0 && !isPartFolder(folder);
}

/**
 * The files of a zip archive under `name`, as if a folder of that name had been picked, or under the one folder in which all
 * of them lie; entries that were stored, as in
 * every Frozen Collection, stay where they are. Rejects with a sentence when it is none, is encrypted, or has a path that leads
 * out of it.
 */
export async function readZip(archive: Blob, name: string): Promise<PickedFile[]> {
	const reader = new ZipReader(new BlobReader(archive));
	try {
		const files: PickedFile[] = [];
		for await (const entry of reader.getEntriesGenerator()) {
			if (entry.directory || isSystemFile(entry.filename)) continue;
			if (entry.encrypted) throw new UnreadableZip(texts.encrypted);
			const isStored = entry.compressionMethod === 0;
			const blob = isStored ? await getStoredBlob(archive, entry) : await entry.getData(new BlobWriter());
			files.push({ path: entry.filename, blob, crc32: entry.signature });
		}
		if (hasFolderOfItsOwn(files.map(({ path }) => path))) return files;
		return files.map((file) => ({ ...file, path: `${name}/${file.path}` }));
	} catch (error) {
		if (error instanceof UnreadableZip) throw error;
		throw new UnreadableZip(isUnsafeName(error) ? texts.leadsOut(error.filename) : texts.noZip);
	} finally {
		await reader.close();
	}
}
