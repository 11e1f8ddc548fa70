import type { FileWindow } from './file-window.ts';
import { type ImageStructure, imagePartsMax, type Walk } from './image-structure.ts';

const extension = 0x21;
const image = 0x2c;
const trailer = 0x3b;

/** Block by block to the trailer; every image block is a frame. */
export async function walkGif(file: FileWindow): Promise<ImageStructure> {
	const found: Walk = { width: 0, height: 0, frames: 0, endsAt: null, excess: null };
	const screen = await file.read(6, 7);
	if (screen.length < 7) return found;
	found.width = screen.readUInt16LE(0);
	found.height = screen.readUInt16LE(2);
	let position = 13 + colourTableBytes(screen[4] as number);
	for (let parts = 0; parts < imagePartsMax; parts++) {
		const head = await file.read(position, 10);
		const [kind] = head;
		if (kind === trailer) return { ...found, endsAt: position + 1 };
		if (kind === extension) position = await skipBlocks(file, position + 2);
		else if (kind === image && head.length === 10) {
			found.frames += 1;
			// A frame may be larger than the screen it names.
			found.width = Math.max(found.width, head.readUInt16LE(1) + head.readUInt16LE(5));
			found.height = Math.max(found.height, head.readUInt16LE(3) + head.readUInt16LE(7));
			position = await skipBlocks(file, position + 10 + colourTableBytes(head[9] as number) + 1);
		} else return found;
	}
	return { ...found, excess: 'parts' };
}

const colourTableBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** Each block begins with its length; one of none is the last. */
async function skipBlocks(file: FileWindow, start: number): Promise<number> {
	for (let position = start; ; ) {
		const bytes = await file.readOn(position);
		if (bytes.length === 0) return position;
		let at = 0;
		while (at < bytes.length) {
			const length = bytes[at] as number;
			at += 1 + length;
			if (length === 0) return position + at;
		}
		position += at;
	}
}
