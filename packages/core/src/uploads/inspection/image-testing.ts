import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** An ordinary picture of 64 x 48 pixels, hard to compress, other ones each time. */
export const createNoisyImage = (format: 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff'): Promise<Buffer> =>
	sharp({ create: { width: 64, height: 48, channels: 3, background: '#345', noise } })
		.toFormat(format)
		.toBuffer();

const noise = { type: 'gaussian', mean: 99, sigma: 40 } as const;

/** A JPEG of 64 x 48 pixels, turned by its EXIF, which also holds a name and where on Earth it was made. */
export async function createJpegWithExif(): Promise<Buffer> {
	return sharp(await createNoisyImage('jpeg'))
		.withExif({
			IFD0: { Copyright: 'Mage of Frostwind' },
			IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
		})
		.withMetadata({ orientation: 6 })
		.jpeg()
		.toBuffer();
}

// Pictures that no encoder would make.

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

export function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	crc.writeUInt32BE(crc32(body));
	return Buffer.concat([length, body, crc]);
}

/** A PNG in one bit per pixel, all black; `between` stands before its pixels. */
export function plainPng(width: number, height: number, between: readonly Buffer[] = []): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header[8] = 1;
	const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
	return Buffer.concat([signature, pngChunk('IHDR', header), ...between, pngChunk('IDAT', pixels), pngChunk('IEND')]);
}

/** A GIF of 2 x 2 pixels in so many frames, on a screen of that size. */
export function plainGif(frames: number, width = 2, height = 2): Buffer {
	const size = Buffer.alloc(4);
	size.writeUInt16LE(width, 0);
	size.writeUInt16LE(height, 2);
	const screen = Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255])]);
	const control = Buffer.from([0x21, 0xf9, 4, 0, 5, 0, 0, 0]);
	const frame = Buffer.concat([
		Buffer.from([0x2c, 0, 0, 0, 0, 2, 0, 2, 0, 0]),
		// Codes of two bits to begin with, and the four pixels in two bytes of them.
		Buffer.from([2, 2, 0x8c, 0x53, 0]),
	]);
	return Buffer.concat([
		screen,
		...Array.from({ length: frames }, () => Buffer.concat([control, frame])),
		Buffer.from([0x3b]),
	]);
}
