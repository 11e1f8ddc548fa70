/** What the first bytes of a picture say. */
export interface ImageHeader {
	readonly mime: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
	readonly width: number;
	readonly height: number;
	/** Of a WebP; whether a GIF moves is not read. */
	readonly isAnimated?: boolean;
}

const startsWith = (view: DataView, at: number, text: string) =>
	at + text.length <= view.byteLength &&
	Array.from(text).every((letter, index) => view.getUint8(at + index) === letter.charCodeAt(0));

/**
 * The format and size of a PNG, JPEG, GIF or WebP as its header has them, whatever the file is called; null for everything
 * else. It keeps a picture of a million by a million pixels from ever being decoded.
 */
export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	try {
		return readPng(view) ?? readGif(view) ?? readWebp(view) ?? readJpeg(view);
	} catch {
		// The file ends inside its own header.
		return null;
	}
}

function readPng(view: DataView): ImageHeader | null {
	if (!startsWith(view, 0, '\x89PNG\r\n\x1a\n')) return null;
	return { mime: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

function readGif(view: DataView): ImageHeader | null {
	if (!startsWith(view, 0, 'GIF8')) return null;
	return { mime: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

function readWebp(view: DataView): ImageHeader | null {
	if (!startsWith(view, 0, 'RIFF') || !startsWith(view, 8, 'WEBP')) return null;
	const mime = 'image/webp';
	if (startsWith(view, 12, 'VP8X')) {
		const sizeAt = (at: number) => 1 + view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_00_00;
		const isAnimated = (view.getUint8(20) & 0x02) !== 0;
		return { mime, width: sizeAt(24), height: sizeAt(27), ...(isAnimated ? { isAnimated } : {}) };
	}
	if (startsWith(view, 12, 'VP8L')) {
		const bits = view.getUint32(21, true);
		return { mime, width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
	}
	return { mime, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

/** Frame headers C0 to CF but C4, C8 and CC, which are tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpeg(view: DataView): ImageHeader | null {
	if (view.getUint16(0) !== 0xffd8) return null;
	let at = 2;
	while (view.getUint8(at) === 0xff) {
		const marker = view.getUint8(at + 1);
		if (isFrame(marker)) return { mime: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
		// A filler byte stands alone.
		at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
	}
	return null;
}
