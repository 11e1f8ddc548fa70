import type { FileWindow } from './file-window.ts';
import type { PictureStructure, Walk } from './picture-structure.ts';

const endOfImage = 0xd9;
const startOfScan = 0xda;
/** Markers without a length: TEM, RST0-7, SOI. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
/** SOF0-15 carry the size; DHT, JPG and DAC lie between them. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Marker by marker to EOI; what an EXIF thumbnail holds lies inside of a segment and is passed over with it. */
export async function walkJpeg(file: FileWindow): Promise<PictureStructure> {
	const found: Walk = { width: 0, height: 0, frames: 1, endsAt: null };
	for (let position = 2; ; ) {
		const head = await file.read(position, 9);
		if (head.length < 2 || head[0] !== 0xff) return found;
		const marker = head[1] as number;
		// Any number of fill bytes may come before a marker.
		if (marker === 0xff) {
			position += 1;
			continue;
		}
		if (marker === endOfImage) return { ...found, endsAt: position + 2 };
		if (isBare(marker)) {
			position += 2;
			continue;
		}
		if (head.length < 4) return found;
		if (isFrame(marker) && head.length === 9) {
			found.height = head.readUInt16BE(5);
			found.width = head.readUInt16BE(7);
		}
		position += 2 + head.readUInt16BE(2);
		if (marker === startOfScan) position = await skipScan(file, position);
	}
}

/** The next marker after the compressed data, in which FF 00 stands for FF and RST0-7 may stand. */
async function skipScan(file: FileWindow, start: number): Promise<number> {
	for (let position = start; ; ) {
		const bytes = await file.readOn(position);
		if (bytes.length === 0) return position;
		const at = bytes.indexOf(0xff);
		if (at === -1) {
			position += bytes.length;
			continue;
		}
		position += at;
		const next = (await file.read(position, 2))[1];
		if (next === undefined) return position;
		if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return position;
		position += 2;
	}
}
