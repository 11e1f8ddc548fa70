import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { FileWindow } from './file-window.ts';
import type { ImageMime, ImageStructure } from './image-structure.ts';
import { detectImage, walkImage } from './walk-image.ts';

export interface WalkTask {
	readonly path: string;
}

/** What lies at the path: a picture's structure, or what else it is, as a sentence; null for an empty file. */
export type WalkResult =
	| { readonly mime: ImageMime; readonly structure: ImageStructure; readonly sizeBytes: number }
	| { readonly mime: null; readonly description: string | null };

/** Walks through a file, synchronously: in a thread of its own that costs a fraction of asynchronous reads. */
export default async function walkFile({ path }: WalkTask): Promise<WalkResult> {
	const file = openSync(path, 'r');
	try {
		const { size: sizeBytes } = fstatSync(file);
		const read = (target: Buffer, offset: number, length: number, position: number) => ({
			bytesRead: readSync(file, target, offset, length, position),
		});
		const window = new FileWindow({ read }, sizeBytes);
		const mime = await detectImage(window);
		if (mime === null) return { mime, description: await describeOther(window) };
		return { mime, structure: await walkImage(window, mime), sizeBytes };
	} finally {
		closeSync(file);
	}
}

const known: readonly (readonly [RegExp, string])[] = [
	[/^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!doctype svg|!--|svg)/i, 'SVG drawings'],
	[/^(?:II[*+]\0|MM\0[*+])/, 'TIFF pictures'],
	[/^BM/, 'BMP pictures'],
	[/^....ftyp(?:avi|mif|hei|hev)/s, 'AVIF and HEIC pictures'],
	[/^....ftyp/s, 'Videos'],
	[/^%PDF/, 'PDF files'],
	[/^8BPS/, 'Photoshop files'],
	[/^PK/, 'Zip files'],
];

async function describeOther(file: FileWindow): Promise<string | null> {
	if (file.sizeBytes === 0) return null;
	const head = (await file.read(0, 64)).toString('latin1');
	const found = known.find(([pattern]) => pattern.test(head));
	return found === undefined ? 'This file is not a picture that can be used.' : `${found[1]} cannot be used.`;
}
