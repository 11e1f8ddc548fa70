/** The extension that a picture's file gets, by its MIME type. */
export const extensionByMime: ReadonlyMap<string, string> = new Map([
	['image/png', 'png'],
	['image/jpeg', 'jpg'],
	['image/webp', 'webp'],
	['image/gif', 'gif'],
]);

/** The MIME type of a picture, by its file's extension in lower case. */
export const mimeByExtension: ReadonlyMap<string, string> = new Map([
	...[...extensionByMime].map(([mime, extension]) => [extension, mime] as const),
	['jpeg', 'image/jpeg'],
]);
