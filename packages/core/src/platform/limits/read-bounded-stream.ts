import type { Readable } from 'node:stream';

/**
 * All bytes of a stream in one array, which grows by doubling: a chunk costs a hundred times its size while it is kept,
 * where somebody sends single bytes. Never destroys the stream.
 *
 * @param maxBytes one more rejects with what `tooLarge` makes
 */
export async function readBoundedStream(
	body: Readable,
	maxBytes: number,
	tooLarge: () => Error,
): Promise<Uint8Array<ArrayBuffer>> {
	let bytes = new Uint8Array();
	let size = 0;
	// The caller handles what is not read.
	for await (const chunk of body.iterator({ destroyOnReturn: false })) {
		const end = size + (chunk as Uint8Array).byteLength;
		if (end > maxBytes) throw tooLarge();
		if (end > bytes.byteLength) {
			const grown = new Uint8Array(Math.max(end, Math.min(2 * size, maxBytes)));
			grown.set(bytes.subarray(0, size));
			bytes = grown;
		}
		bytes.set(chunk as Uint8Array, size);
		size = end;
	}
	return bytes.subarray(0, size);
}
