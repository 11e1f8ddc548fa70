import type { FileChunk } from '../archive/cid.ts';
import { splitPath } from '../files/file-paths.ts';
import { extensionByMime, mimeByExtension } from '../files/image-types.ts';
import type { CollectionFacts } from '../metadata/metadata.ts';

/** A picture with what is recorded about its bytes. */
export interface ExportImage {
	/** The SHA-256 of the original, lower-case hex. */
	readonly sha256: string;
	readonly sizeBytes: number;
	/** Unsigned 32-bit. */
	readonly crc32: number;
	/** Null for what is not a picture. */
	readonly mime: string | null;
	readonly width: number | null;
	readonly height: number | null;
	/** Needed for CIDs where it is larger than a chunk, see `../archive/cid.ts`. */
	readonly chunks?: readonly FileChunk[];
}

/** A token of a collection to export. */
export interface ExportToken {
	/** From 1, or from 0 where the collection counts so. */
	readonly tokenNumber: number;
	/** The picture's file name or path where it comes from, e.g. 'elf.png'. */
	readonly fileName: string;
	/** Null where there is none. It may be made again each time it is read. */
	readonly metadata: Readonly<Record<string, unknown>> | null;
	/** Null where the picture stays with its creator, as with attribute jobs. */
	readonly image: ExportImage | null;
}

/** A collection, however it came about, as the one source of every export. */
export interface ExportCollection {
	/** What is set here goes before what the tokens' metadata says. */
	readonly facts: CollectionFacts;
	/** In order; at least one. */
	readonly tokens: readonly ExportToken[];
}

/** A collection that cannot be exported as asked; the message is a sentence for the person. */
export class ExportError extends Error {
	override name = 'ExportError';
}

/** The extension its file gets: by its type where that is known, else the one it came with. */
export function getExtension({ image, fileName }: ExportToken): string {
	const known = extensionByMime.get(image?.mime ?? '');
	return known ?? (splitPath(fileName).extension || 'png');
}

/** Its MIME type, by its extension where the bytes are not at hand. */
export function getMime(token: ExportToken): string {
	return token.image?.mime ?? mimeByExtension.get(getExtension(token)) ?? 'application/octet-stream';
}

/** The token whose picture stands for the collection: the first that is one. */
export function getCover({ tokens }: ExportCollection): ExportToken {
	const cover = tokens.find(({ image }) => image?.mime != null) ?? tokens[0];
	if (cover === undefined) throw new ExportError('This collection has no tokens.');
	return cover;
}
