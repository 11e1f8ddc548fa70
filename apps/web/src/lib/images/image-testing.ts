/** The first bytes of a PNG of that size, with `content` behind them: no two contents are alike. */
export function createPng(content: string, widthPx = 8, heightPx = 8): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(24 + content.length);
	bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
	const view = new DataView(bytes.buffer);
	view.setUint32(16, widthPx);
	view.setUint32(20, heightPx);
	bytes.set(new TextEncoder().encode(content), 24);
	return bytes;
}
