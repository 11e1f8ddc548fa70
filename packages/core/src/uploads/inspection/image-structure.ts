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
