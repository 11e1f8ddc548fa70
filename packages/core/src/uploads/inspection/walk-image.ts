import type { FileWindow } from './file-window.ts';
import type { ImageMime, ImageStructure } from './image-structure.ts';
import { walkGif } from './walk-gif.ts';
import { walkJpeg } from './walk-jpeg.ts';
import { walkPng } from './walk-png.ts';
import { walkWebp } from './walk-webp.ts';

const walks: Readonly<Record<ImageMime, (file: FileWindow) => Promise<ImageStructure>>> = {
	'image/png': walkPng,
	'image/jpeg': walkJpeg,
	'image/webp': walkWebp,
	'image/gif': walkGif,
};

/** Which picture it is, by its first bytes alone; null for anything else. */
export async function detectImage(file: FileWindow): Promise<ImageMime | null> {
	const head = (await file.read(0, 16)).toString('latin1');
	if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
	if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
	if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp';
	if (/^GIF8[79]a/.test(head)) return 'image/gif';
	return null;
}

/** Walks through the picture's parts to its end, reading little more than their lengths. */
export const walkImage = (file: FileWindow, mime: ImageMime): Promise<ImageStructure> => walks[mime](file);
