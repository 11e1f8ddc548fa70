import { utf8ToBytes } from '@noble/hashes/utils.js';

/*
 * The records of a zip archive (PKWARE APPNOTE 6.3.10): STORE only, UTF-8 names, sizes and CRC in the local header, ZIP64
 * where a field needs it. Times are fixed, so equal contents give equal bytes.
 */

const localSignature = 0x04034b50;
const centralSignature = 0x02014b50;
const endSignature = 0x06054b50;
const end64Signature = 0x06064b50;
const end64LocatorSignature = 0x07064b50;

export const localHeaderBytes = 30;
export const centralHeaderBytes = 46;
export const endBytes = 22;
export const end64Bytes = 56 + 20;

/** A 32-bit field that holds this says 'see the ZIP64 field', so the value itself needs one too. */
export const max32 = 0xffffffff;
export const max16 = 0xffff;

const versionPlain = 20;
const versionZip64 = 45;
const utf8Flag = 0x0800;
/** 1 January 1980, 00:00, the earliest a zip can say. */
const dosDate = 0x0021;
const dosTime = 0;
/** Upper byte 3: attributes are Unix ones. */
const madeByUnix = 3 << 8;
/** A regular file, rw-r--r--. */
const unixMode = 0o100644;

export interface RecordedEntry {
	readonly name: string;
	readonly sizeBytes: number;
	readonly crc32: number;
}

/** Bytes of the ZIP64 field in a local header: both sizes or nothing. */
export function localExtraBytes(sizeBytes: number): number {
	return sizeBytes >= max32 ? 20 : 0;
}

/** Bytes of the ZIP64 field in a central header: exactly the values that do not fit. */
export function centralExtraBytes(sizeBytes: number, offset: number): number {
	const values = (sizeBytes >= max32 ? 2 : 0) + (offset >= max32 ? 1 : 0);
	return values === 0 ? 0 : 4 + 8 * values;
}

/** The header in front of an entry's bytes, with ZIP64 fields where it takes 4 GiB or more. */
export function localHeader(entry: RecordedEntry): Uint8Array {
	const name = utf8ToBytes(entry.name);
	const isBig = entry.sizeBytes >= max32;
	const writer = createWriter(localHeaderBytes + name.length + localExtraBytes(entry.sizeBytes));
	writer.uint32(localSignature);
	writer.uint16(isBig ? versionZip64 : versionPlain);
	writeCommon(writer, entry, name.length);
	writer.uint16(localExtraBytes(entry.sizeBytes));
	writer.bytes(name);
	if (isBig) writeExtra(writer, [entry.sizeBytes, entry.sizeBytes]);
	return writer.done();
}

/** The entry in the central directory of a file whose local header begins at `offset`, in bytes from the archive's first. */
export function centralHeader(entry: RecordedEntry, offset: number): Uint8Array {
	const name = utf8ToBytes(entry.name);
	const extraBytes = centralExtraBytes(entry.sizeBytes, offset);
	const version = extraBytes > 0 ? versionZip64 : versionPlain;
	const writer = createWriter(centralHeaderBytes + name.length + extraBytes);
	writer.uint32(centralSignature);
	writer.uint16(madeByUnix | version);
	writer.uint16(version);
	writeCommon(writer, entry, name.length);
	writer.uint16(extraBytes);
	writer.uint16(0); // comment length
	writer.uint16(0); // disk
	writer.uint16(0); // internal attributes
	writer.uint32(unixMode * 0x10000);
	writer.uint32(Math.min(offset, max32));
	writer.bytes(name);
	const isBig = entry.sizeBytes >= max32;
	const values = [...(isBig ? [entry.sizeBytes, entry.sizeBytes] : []), ...(offset >= max32 ? [offset] : [])];
	if (values.length > 0) writeExtra(writer, values);
	return writer.done();
}

/** The position of the central directory. */
export interface DirectoryPlace {
	readonly entryCount: number;
	readonly offset: number;
	readonly sizeBytes: number;
}

/** Whether number, place or size of the central directory exceed what the plain end record can hold. */
export function needsZip64End({ entryCount, offset, sizeBytes }: DirectoryPlace): boolean {
	return entryCount >= max16 || offset >= max32 || sizeBytes >= max32;
}

/** The end record, with the ZIP64 one and its locator before it where needed. */
export function endRecords(place: DirectoryPlace): Uint8Array {
	const isBig = needsZip64End(place);
	const { entryCount, offset, sizeBytes } = place;
	const writer = createWriter(endBytes + (isBig ? end64Bytes : 0));
	if (isBig) {
		writer.uint32(end64Signature);
		writer.uint64(44); // bytes that follow in this record
		writer.uint16(madeByUnix | versionZip64);
		writer.uint16(versionZip64);
		writer.uint32(0); // this disk
		writer.uint32(0); // the directory's disk
		writer.uint64(entryCount);
		writer.uint64(entryCount);
		writer.uint64(sizeBytes);
		writer.uint64(offset);
		writer.uint32(end64LocatorSignature);
		writer.uint32(0); // disk of the record above
		writer.uint64(offset + sizeBytes);
		writer.uint32(1); // disks
	}
	writer.uint32(endSignature);
	writer.uint16(0); // this disk
	writer.uint16(0); // the directory's disk
	writer.uint16(Math.min(entryCount, max16));
	writer.uint16(Math.min(entryCount, max16));
	writer.uint32(Math.min(sizeBytes, max32));
	writer.uint32(Math.min(offset, max32));
	writer.uint16(0); // comment length
	return writer.done();
}

/** The fields that local and central headers share, flags to name length. */
function writeCommon(writer: Writer, { sizeBytes, crc32 }: RecordedEntry, nameBytes: number): void {
	writer.uint16(utf8Flag);
	writer.uint16(0); // STORE
	writer.uint16(dosTime);
	writer.uint16(dosDate);
	writer.uint32(crc32);
	writer.uint32(Math.min(sizeBytes, max32));
	writer.uint32(Math.min(sizeBytes, max32));
	writer.uint16(nameBytes);
}

function writeExtra(writer: Writer, values: readonly number[]): void {
	writer.uint16(0x0001);
	writer.uint16(8 * values.length);
	for (const value of values) writer.uint64(value);
}

type Writer = ReturnType<typeof createWriter>;

/** Little-endian fields, one after the other. */
function createWriter(sizeBytes: number) {
	const bytes = new Uint8Array(sizeBytes);
	const view = new DataView(bytes.buffer);
	let at = 0;
	return {
		uint16: (value: number) => {
			view.setUint16(at, value, true);
			at += 2;
		},
		uint32: (value: number) => {
			view.setUint32(at, value, true);
			at += 4;
		},
		uint64: (value: number) => {
			view.setBigUint64(at, BigInt(value), true);
			at += 8;
		},
		bytes: (value: Uint8Array) => {
			bytes.set(value, at);
			at += value.length;
		},
		done: () => bytes,
	};
}
