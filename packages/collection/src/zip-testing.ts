import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { segmentsForRange, type ZipLayout } from './zip-layout.ts';

/** For tests: gives bytes `offset` to `offset + length` of an entry. */
export type ZipContents = (index: number, offset: number, length: number) => Uint8Array;

/** For tests: entries of zeros but for the given ones. */
export function sparseContents(given: ReadonlyMap<number, Uint8Array>): ZipContents {
	return (index, offset, length) => given.get(index)?.subarray(offset, offset + length) ?? new Uint8Array(length);
}

/** For tests: the bytes of a range, joined; first and last position, inclusive. */
export function bytesOfRange(
	layout: ZipLayout,
	contents: ZipContents,
	[start, end]: readonly [number, number],
): Uint8Array {
	return Uint8Array.from(Buffer.concat([...partsOfRange(layout, contents, [start, end])]));
}

/** For tests: the bytes of a range piece by piece. */
export function* partsOfRange(
	layout: ZipLayout,
	contents: ZipContents,
	[start, end]: readonly [number, number],
): Generator<Uint8Array, void> {
	const pieceBytes = 1 << 22;
	for (const segment of segmentsForRange(layout, start, end)) {
		if (segment.kind === 'bytes') yield segment.bytes;
		else {
			for (let done = 0; done < segment.length; done += pieceBytes) {
				yield contents(segment.index, segment.offset + done, Math.min(pieceBytes, segment.length - done));
			}
		}
	}
}

/** An archive that yauzl reads through the layout, without it ever being in one place. */
class LayoutReader extends yauzl.RandomAccessReader {
	readonly #layout: ZipLayout;
	readonly #contents: ZipContents;

	constructor(layout: ZipLayout, contents: ZipContents) {
		super();
		this.#layout = layout;
		this.#contents = contents;
	}

	override _readStreamForRange(start: number, end: number): PassThrough {
		const parts = partsOfRange(this.#layout, this.#contents, [start, end - 1]);
		return Readable.from(parts, { objectMode: false }).pipe(new PassThrough());
	}
}

/** What yauzl found: contents by name, and per entry what the directory says. */
export class ZipFindings extends Map<string, Buffer> {
	readonly sizes: number[] = [];
	readonly offsets: number[] = [];
}

/** For tests: reads an archive with yauzl; contents of all entries, of those named, or none. */
export async function readZip(
	source: Buffer | { readonly layout: ZipLayout; readonly contents: ZipContents },
	options: { readonly namesOnly?: boolean; readonly contentsOf?: readonly string[] } = {},
): Promise<ZipFindings> {
	const settings = { lazyEntries: true, autoClose: false };
	const zip = Buffer.isBuffer(source)
		? await yauzl.fromBufferPromise(source, settings)
		: await yauzl.fromRandomAccessReaderPromise(
				new LayoutReader(source.layout, source.contents),
				source.layout.totalBytes,
				settings,
			);
	const findings = new ZipFindings();
	for await (const entry of zip.eachEntry()) {
		const isWanted = options.contentsOf?.includes(entry.fileName) ?? !options.namesOnly;
		findings.set(entry.fileName, isWanted ? await buffer(await zip.openReadStreamPromise(entry)) : Buffer.alloc(0));
		findings.sizes.push(entry.uncompressedSize);
		findings.offsets.push(entry.relativeOffsetOfLocalHeader);
	}
	return findings;
}
