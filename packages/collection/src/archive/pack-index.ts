import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { ArchiveSource } from './archive-file.ts';
import type { ZipEntry } from './zip-layout.ts';

/** An entry of a Frozen Collection's archive: a text in the pack, or a stored original. */
export interface IndexEntry {
	readonly entry: Required<ZipEntry>;
	/** Its offset in the pack; null for an original. */
	readonly packOffset: number | null;
}

/** Opens the file; the digits are the version of the layout. */
const signature = 'adxidx01';
const headBytes = 12;
/** Name length, size, CRC-32, SHA-256, offset in the pack. */
const fixedBytes = 2 + 8 + 4 + 32 + 8;
const noOffset = -1;

/** The entries as one compact byte string, in their order, big-endian. Same entries, same bytes. */
export function encodeIndex(entries: readonly IndexEntry[]): Uint8Array {
	const names = entries.map(({ entry }) => utf8ToBytes(entry.name));
	const bytes = new Uint8Array(names.reduce((sum, name) => sum + fixedBytes + name.length, headBytes));
	const view = new DataView(bytes.buffer);
	bytes.set(utf8ToBytes(signature));
	view.setUint32(8, entries.length);
	let at = headBytes;
	entries.forEach(({ entry, packOffset }, index) => {
		const name = names[index]!;
		view.setUint16(at, name.length);
		view.setFloat64(at + 2, entry.sizeBytes);
		view.setUint32(at + 10, entry.crc32);
		bytes.set(hexToBytes(entry.sha256), at + 14);
		view.setFloat64(at + 46, packOffset ?? noOffset);
		bytes.set(name, at + fixedBytes);
		at += fixedBytes + name.length;
	});
	return bytes;
}

/** Decodes an index, with the source of every entry. Throws RangeError for bytes that are not a whole index. */
export function decodeIndex(
	bytes: Uint8Array,
	packSha256: string,
): { readonly entries: ZipEntry[]; readonly sources: ArchiveSource[] } {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const decoder = new TextDecoder();
	if (bytes.length < headBytes || decoder.decode(bytes.subarray(0, 8)) !== signature) {
		throw new RangeError('These bytes are not an index of a Frozen Collection.');
	}
	const count = view.getUint32(8);
	const entries: ZipEntry[] = [];
	const sources: ArchiveSource[] = [];
	let at = headBytes;
	for (let index = 0; index < count; index++) {
		const nameEnd = at + fixedBytes + (at + fixedBytes <= bytes.length ? view.getUint16(at) : 0);
		if (nameEnd > bytes.length) throw new RangeError('The index of the Frozen Collection ends too early.');
		const sha256 = bytesToHex(bytes.subarray(at + 14, at + 46));
		const name = decoder.decode(bytes.subarray(at + fixedBytes, nameEnd));
		entries.push({ name, sizeBytes: view.getFloat64(at + 2), crc32: view.getUint32(at + 10), sha256 });
		const offset = view.getFloat64(at + 46);
		sources.push(offset === noOffset ? { kind: 'blob', sha256 } : { kind: 'blob', sha256: packSha256, offset });
		at = nameEnd;
	}
	if (at !== bytes.length) throw new RangeError('The index of the Frozen Collection goes on too long.');
	return { entries, sources };
}
