/** Twice the size that the table shows, for sharp screens. */
const widthPx = 80;

/** A small picture of an image file; null where this browser sees none. */
export async function drawThumbnail(file: Blob): Promise<ImageBitmap | null> {
	try {
		return await createImageBitmap(file, { resizeWidth: widthPx, resizeQuality: 'medium' });
	} catch {
		return null;
	}
}
