/** Pictures so small are drawn with hard pixels, as they were made. */
export const pixelArtMaxPx = 96;

/** The class of a picture of so many pixels; false where it is drawn smoothly, or its width is not known. */
export const getPixelClass = (widthPx: number | null) =>
	widthPx !== null && widthPx <= pixelArtMaxPx && '[image-rendering:pixelated]';
