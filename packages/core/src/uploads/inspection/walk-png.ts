import type { FileWindow } from './file-window.ts';
import { type ImageStructure, imagePartsMax, type Walk } from './image-structure.ts';

/** Chunk by chunk: length, type, data, CRC; IEND is the last. APNG frames count, each of which begins with fcTL. */
export async function walkPng(file: FileWindow): Promise<ImageStructure> {
	const found: Walk = { width: 0, height: 0, frames: 1, endsAt: null, excess: null };
	let animated = 0;
	let position = 8;
	for (let parts = 0; parts < imagePartsMax; parts++) {
		const head = await file.read(position, 16);
		if (head.length < 12) return found;
		const length = head.readUInt32BE(0);
		const type = head.toString('latin1', 4, 8);
		if (type === 'IHDR' && head.length === 16) {
			found.width = head.readUInt32BE(8);
			found.height = head.readUInt32BE(12);
		}
		if (type === 'fcTL') found.frames = Math.max(1, ++animated);
		position += 12 + length;
		if (position > file.sizeBytes) return found;
		if (type === 'IEND') return { ...found, endsAt: position };
	}
	return { ...found, excess: 'parts' };
}
