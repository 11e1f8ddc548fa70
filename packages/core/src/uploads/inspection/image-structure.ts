import type { FileWindow } from './file-window.ts';
import { walkGif } from './walk-gif.ts';
import { walkJpeg } from './walk-jpeg.ts';
import { walkPng } from './walk-png.ts';
import { walkWebp } from './walk-webp.ts';

export type ImageMime = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';

/** What a file's own structure says, before anything is decoded. */
export interface ImageStructure {
	readonly width: number;
	readonly height: number;
	readonly frames: number;
	/** Position after the picture's last byte; null when the file ends before the picture does, or the walk does. */
	readonly endsAt: number | null;
	/** What there was too much of to go on; null for a walk to the end. */
	readonly excess: 'parts' | 'scans' | null;
}

/** Chunks, segments, blocks: encoders write some hundred in 50 MB, careless ones some thousand. */
export const imagePartsMax = 50_000;
/** Passes of a progressive JPEG, each of which may go over every pixel; encoders write about ten. libvips has the same limit. */
export const jpegScansMax = 100;

/** What a walk through a file found so far. */
export type Walk = { -readonly [Key in keyof ImageStructure]: ImageStructure[Key] };

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
