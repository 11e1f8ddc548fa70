import { transferBuffers } from '../platform/threads/transfer-buffers.ts';
import { releaseBytes } from './release-bytes.ts';
import type { EncodedImage, EngineImage } from './types.ts';

/**
 * Makes an image's files change hands with a thread's outcome. libvips' memory can't, so they are copied out of it and it
 * is freed: left to the garbage collector, a few pictures' files are what makes V8 collect the thread's whole heap, which
 * costs a twentieth of the time that a drawn picture takes.
 *
 * @param toOutcome what the thread answers with, of the image as it leaves
 */
export function transferImage<Outcome>(
	{ full, previews, ...rest }: EngineImage,
	toOutcome: (image: EngineImage) => Outcome,
) {
	const buffers: ArrayBuffer[] = [];
	const take = (image: EncodedImage): EncodedImage => {
		const bytes = Uint8Array.from(image.bytes);
		// A small buffer of Node's shares its memory with others.
		if (image.bytes.byteLength === image.bytes.buffer.byteLength) releaseBytes(image.bytes);
		buffers.push(bytes.buffer);
		return { ...image, bytes };
	};
	const taken = previews && { px512: take(previews.px512), px200: take(previews.px200) };
	return transferBuffers(toOutcome({ full: take(full), previews: taken, ...rest }), buffers);
}
