import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { crc32 } from './crc32.ts';
import type { ZipEntry } from './zip-layout.ts';

/** Where an entry's bytes come from: storage, by hash, or a text made here. */
export type ArchiveSource =
	| {
			readonly kind: 'blob';
			readonly sha256: string;
			/** Where in the stored bytes the entry begins; default 0. */
			readonly offset?: number;
	  }
	| { readonly kind: 'text'; readonly bytes: Uint8Array };

/** A file of an archive before it is laid out. */
export interface ArchiveFile {
	readonly entry: Required<ZipEntry>;
	readonly source: ArchiveSource;
}

/** Stored bytes under a name of the archive's own. */
export function blobFile(name: string, blob: Pick<Required<ZipEntry>, 'sizeBytes' | 'crc32' | 'sha256'>): ArchiveFile {
	const { sizeBytes, crc32, sha256 } = blob;
	return { entry: { name, sizeBytes, crc32, sha256 }, source: { kind: 'blob', sha256 } };
}

/** A file of an archive whose text, in UTF-8, is held in memory. */
export function textFile(name: string, text: string): ArchiveFile {
	const bytes = utf8ToBytes(text);
	return { entry: toEntry(name, bytes), source: { kind: 'text', bytes } };
}

/** Makes the text again each time its `bytes` are read; the result must be the same. */
export function lazyTextFile(name: string, makeText: () => string): ArchiveFile {
	const source = {
		kind: 'text' as const,
		get bytes() {
			return utf8ToBytes(makeText());
		},
	};
	return { entry: toEntry(name, source.bytes), source };
}

function toEntry(name: string, bytes: Uint8Array): Required<ZipEntry> {
	return { name, sizeBytes: bytes.length, crc32: crc32(bytes), sha256: bytesToHex(sha256(bytes)) };
}
