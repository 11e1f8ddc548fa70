import type { FileWindow } from './file-window.ts';
import { type ImageStructure, imagePartsMax, jpegScansMax, type Walk } from './image-structure.ts';

const endOfImage = 0xd9;
const startOfScan = 0xda;
/** Markers without a length: TEM, RST0-7, SOI. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
/** SOF0-15 carry the size; DHT, JPG and DAC lie between them. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Marker by marker to EOI; what an EXIF thumbnail holds lies inside of a segment and is passed over with it. */
export async function walkJpeg(file: FileWindow): Promise<ImageStructure> {
	const found: Walk = { width: 0, height: 0, frames: 1, endsAt: null, excess: null };
	let position = 2;
	let scans = 0;
	for (let parts = 0; parts < imagePartsMax; parts++) {
		const head = await file.read(position, 9);
		if (head.length < 2 || head[0] !== 0xff) return found;
		const marker = head[1] as number;
		if (marker === endOfImage) return { ...found, endsAt: position + 2 };
		// Fill bytes, of which any number may come before a marker.
		if (marker === 0xff) position += 1;
		else if (isBare(marker)) position += 2;
		else {
			if (head.length < 4) return found;
			if (isFrame(marker) && head.length === 9) {
				found.height = head.readUInt16BE(5);
				found.width = head.readUInt16BE(7);
			}
			position += 2 + head.readUInt16BE(2);
			if (marker !== startOfScan) continue;
			if (++scans > jpegScansMax) return { ...found, excess: 'scans' };
			position = await skipScan(file, position);
		}
	}
	return { ...found, excess: 'parts' };
}

/** In compressed data FF 00 stands for FF, and RST0-7 may stand. */
const isData = (afterFf: number | undefined) => afterFf === 0 || (afterFf !== undefined && (afterFf & 0xf8) === 0xd0);

/** The next marker after the compressed data. */
async function skipScan(file: FileWindow, start: number): Promise<number> {
	for (let position = start; ; ) {
		const bytes = await file.readOn(position);
		const at = findMarker(bytes);
		position += at;
		if (at < bytes.length - 1 || bytes.length === 0) return position;
		if (at === bytes.length) continue;
		// An FF that ends the window is judged with what follows it.
		if (!isData((await file.read(position, 2))[1])) return position;
		position += 2;
	}
}

/** Where the first FF stands that begins a marker or is the last byte; the length when none does. */
function findMarker(bytes: Uint8Array): number {
	for (let at = bytes.indexOf(0xff); at !== -1; at = bytes.indexOf(0xff, at)) {
		while (bytes[at] === 0xff && isData(bytes[at + 1])) at += 2;
		if (bytes[at] === 0xff) return at;
	}
	return bytes.length;
}
