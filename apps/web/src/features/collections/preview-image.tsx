import { ImageWithFallback, type ImageWithFallbackProps } from '@adx/ui/images/image-with-fallback';
import { getPixelClass } from '@adx/ui/images/pixel-art';
import clsx from 'clsx';
import { previewUrl } from '../../lib/images/preview-url.ts';
import { galleryTexts } from './gallery-texts.ts';

export interface PreviewImageProps extends Omit<ImageWithFallbackProps, 'fallbackText'> {
	readonly size: '200' | '512';
	/** The width of the original, where it is known. */
	readonly widthPx?: number | null;
}

/** A preview; what cannot be decoded is said to be so in its place. */
export function PreviewImage({ url, size, widthPx = null, className, ...rest }: PreviewImageProps) {
	return (
		<ImageWithFallback
			{...rest}
			url={url === null ? null : previewUrl(url, size)}
			fallbackText={galleryTexts.tokens.cannotShow}
			className={clsx('object-contain', getPixelClass(widthPx), className)}
		/>
	);
}
