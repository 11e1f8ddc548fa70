import type { MergeFixes } from '@adx/validators/merge';
import type { MergeToken } from './read-tokens.ts';

/** Whether a picture is one that can be a PNG instead: a WebP that does not move. */
export const isStillWebp = ({ mime, isAnimated = false }: Pick<MergeToken, 'mime' | 'isAnimated'>): boolean =>
	mime === 'image/webp' && !isAnimated;

/** The type of a token's picture in the merged collection. */
export const toMergedMime = (
	token: Pick<MergeToken, 'mime' | 'isAnimated'>,
	{ webpImages }: Pick<MergeFixes, 'webpImages'>,
): string | null => (webpImages === 'png' && isStillWebp(token) ? 'image/png' : token.mime);
