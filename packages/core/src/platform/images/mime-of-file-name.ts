import type { EncodedImage } from '../../engines/types.ts';

const types: readonly (readonly [extension: string, mime: EncodedImage['mime']])[] = [
	['.png', 'image/png'],
	['.webp', 'image/webp'],
	['.jpg', 'image/jpeg'],
];

/** The type of an image by the name its row has; PNG, as planned, where the name tells none. */
export const mimeFromFileName = (fileName: string): EncodedImage['mime'] =>
	types.find(([extension]) => fileName.endsWith(extension))?.[1] ?? 'image/png';
