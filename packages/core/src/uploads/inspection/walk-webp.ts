import type { FileWindow } from './file-window.ts';
import { type ImageStructure, imagePartsMax, type Walk } from './image-structure.ts';

/** RIFF states its own length; the chunks inside are padded to even lengths. Frames of an animation are ANMF chunks. */
export async function walkWebp(file: FileWindow): Promise<ImageStructure> {
	const found: Walk = { width: 0, height: 0, frames: 1, endsAt: null, excess: null };
	const riffEnd = 8 + (await file.read(4, 4)).readUInt32LE(0);
	let animated = 0;
	let isSized = false;
	let position = 12;
	for (let parts = 0; position < riffEnd; parts++) {
		if (parts === imagePartsMax) return { ...found, excess: 'parts' };
		// A copy: reading on overwrites the window.
		const head = Buffer.from(await file.read(position, 18));
		if (head.length < 8) return found;
		const type = head.toString('latin1', 0, 4);
		if (!isSized && head.length === 18) isSized = readSize(type, head, found);
		if (type === 'ANMF') found.frames = Math.max(1, ++animated);
		const length = head.readUInt32LE(4);
		position += 8 + length;
		if (position > file.sizeBytes) return found;
		position += length % 2;
	}
	return { ...found, endsAt: riffEnd };
}

/** From the extended header, or from the only picture's own one. */
function readSize(type: string, head: Buffer, found: Walk): boolean {
	const data = head.subarray(8);
	if (type === 'VP8X') {
		found.width = data.readUIntLE(4, 3) + 1;
		found.height = data.readUIntLE(7, 3) + 1;
	} else if (type === 'VP8 ') {
		found.width = data.readUInt16LE(6) & 0x3fff;
		found.height = data.readUInt16LE(8) & 0x3fff;
	} else if (type === 'VP8L') {
		const bits = data.readUInt32LE(1);
		found.width = (bits & 0x3fff) + 1;
		found.height = ((bits >>> 14) & 0x3fff) + 1;
	} else return false;
	return true;
}
