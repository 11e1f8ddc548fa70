/** For models that are told in a text of its own what a picture must not hold; the same for every row. */
export const negativePrompt =
	'text, letters, caption, watermark, signature, logo, frame, border, several people, child, cropped head, ' +
	'extra limbs, extra fingers, deformed hands, blurry, photograph';
