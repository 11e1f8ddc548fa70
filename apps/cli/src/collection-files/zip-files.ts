import { buffer } from 'node:stream/consumers';
import { splitPath } from '@adx/collection/files/file-paths';
import type { ReadableAt } from '@adx/core/uploads/inspection/file-window';
import { uploadMaxBytes } from '@adx/validators/limits';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { UsageError } from '../command-line/errors.ts';
import type { CollectionFiles } from './collection-files.ts';
import { ChunkedFile, createDigest, readImageFacts } from './read-image-facts.ts';

/** Larger entries are inspected in the zip itself instead of in memory. */
const bufferedMaxBytes = 4_000_000;
const isStored = ({ compressionMethod }: Entry) => compressionMethod === 0;
/** A compressed entry larger than any upload may be is not inspected. */
const notAPicture = { mime: null, width: null, height: null } as const;

/** The files of a zip of any size; checksums are compared where a whole file is read. */
export async function openZip(path: string): Promise<CollectionFiles> {
	const zip = await openZipFile(path);
	try {
		return createCollectionFiles(path, zip, await listEntries(zip));
	} catch (error) {
		zip.close();
		throw new UsageError(brokenZip(path, error));
	}
}

/** Opens the zip itself, which the caller closes; throws a UsageError if it is none. */
export const openZipFile = (path: string): Promise<ZipFile> =>
	openPromise(path, { autoClose: false }).catch((error: Error) => {
		throw new UsageError(`${path} cannot be read as a zip: ${error.message}`);
	});

/** The sentence for a zip that ends too soon or is damaged in the middle. */
export const brokenZip = (path: string, error: unknown): string =>
	`${path} cannot be read to its end: ${error instanceof Error ? error.message : String(error)}`;

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
	const entries = new Map<string, Entry>();
	for await (const entry of zip.eachEntry()) {
		if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry);
	}
	return entries;
}

function createCollectionFiles(path: string, zip: ZipFile, entries: ReadonlyMap<string, Entry>): CollectionFiles {
	const stream = (name: string) => zip.openReadStreamPromise(entries.get(name)!);
	let last: { readonly name: string; readonly bytes: Buffer } | null = null;
	const readWhole = async (name: string) => {
		if (last?.name !== name) last = { name, bytes: await buffer(await stream(name)) };
		return last.bytes;
	};
	return {
		name: splitPath(path.replaceAll('\\', '/')).base,
		paths: [...entries.keys()],
		find: (name) => {
			const entry = entries.get(name);
			if (entry === undefined) return undefined;
			// Without its bytes an entry is as damaged as with others.
			const read = async () =>
				new Uint8Array(
					await stream(name)
						.then(buffer)
						.catch(() => Buffer.alloc(0)),
				);
			return { sizeBytes: entry.uncompressedSize, crc32: entry.crc32, read };
		},
		inspect: async (name, { withChunks }) => {
			const entry = entries.get(name)!;
			const digest = createDigest(withChunks);
			const pieces: Buffer[] = [];
			const isBuffered = entry.uncompressedSize <= (isStored(entry) ? bufferedMaxBytes : uploadMaxBytes);
			for await (const piece of (await stream(name)) as AsyncIterable<Buffer>) {
				digest.update(piece);
				if (isBuffered) pieces.push(piece);
			}
			const facts = digest.finish();
			if (facts.crc32 !== entry.crc32) throw new UsageError(`${path}: ${name} is damaged.`);
			if (isBuffered) return { ...facts, ...(await readImageFacts(new ChunkedFile(pieces), facts.sizeBytes)) };
			return {
				...facts,
				...(isStored(entry) ? await readImageFacts(toReadableAt(zip, entry), facts.sizeBytes) : notAPicture),
			};
		},
		readRange: async function* (name, offset, length) {
			const entry = entries.get(name)!;
			if (length === 0) return;
			if (offset === 0 && length === entry.uncompressedSize) yield* await stream(name);
			// Only an uncompressed entry can be read from its middle.
			else if (isStored(entry)) {
				yield* await zip.openReadStreamPromise(entry, { start: offset, end: offset + length });
			} else yield (await readWhole(name)).subarray(offset, offset + length);
		},
		close: async () => zip.close(),
	};
}

/** An entry that is stored uncompressed and can be read at any position. */
function toReadableAt(zip: ZipFile, entry: Entry): ReadableAt {
	return {
		read: async (target, offset, length, position) => {
			const end = Math.min(position + length, entry.uncompressedSize);
			if (end <= position) return { bytesRead: 0 };
			const bytes = await buffer(await zip.openReadStreamPromise(entry, { start: position, end }));
			target.set(bytes, offset);
			return { bytesRead: bytes.length };
		},
	};
}
