import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { createFileDigest } from '@adx/collection/archive/file-digest';
import type { ExportImage } from '@adx/collection/export/export-collection';
import { FileWindow, type ReadableAt } from '@adx/core/uploads/inspection/file-window';
import { detectImage, walkImage } from '@adx/core/uploads/inspection/walk-image';

/** Hashes a file piece by piece with the platform's own functions. */
export const createDigest = (withChunks: boolean) =>
	createFileDigest({ sha256: () => createHash('sha256'), crc32 }, { withChunks: withChunks });

/**
 * What a file's own structure says of the picture in it; all null for what is not a picture, or none that is whole. No pixel
 * is decoded.
 */
export async function readImageFacts(
	file: ReadableAt,
	sizeBytes: number,
): Promise<Pick<ExportImage, 'mime' | 'width' | 'height'>> {
	const window = new FileWindow(file, sizeBytes);
	const mime = await detectImage(window);
	const structure = mime === null ? null : await walkImage(window, mime);
	const isWhole = structure !== null && structure.endsAt !== null && structure.endsAt <= sizeBytes;
	if (!isWhole || structure.width * structure.height === 0) return { mime: null, width: null, height: null };
	return { mime, width: structure.width, height: structure.height };
}

/** Pieces in memory as one file. */
export class ChunkedFile implements ReadableAt {
	readonly #pieces: readonly Uint8Array[];

	constructor(pieces: readonly Uint8Array[]) {
		this.#pieces = pieces;
	}

	async read(target: Buffer, offset: number, length: number, position: number) {
		let bytesRead = 0;
		let start = 0;
		for (const piece of this.#pieces) {
			const from = Math.max(0, position + bytesRead - start);
			if (from < piece.length && bytesRead < length) {
				const part = piece.subarray(from, from + length - bytesRead);
				target.set(part, offset + bytesRead);
				bytesRead += part.length;
			}
			start += piece.length;
		}
		return { bytesRead };
	}
}
