import clsx from 'clsx';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { previewUrl } from '../../lib/images/preview-url.ts';
import { galleryTexts } from './gallery-texts.ts';

/** Pictures so small are drawn with hard pixels, as they were made. */
const pixelArtMaxPx = 96;

export interface PictureProps {
	/** Null, or one that fails, leaves a placeholder. */
	readonly url: string | null;
	readonly alt: string;
	readonly size: '200' | '512';
	/** Of the original, where it is known. */
	readonly widthPx?: number | null;
	readonly isLazy?: boolean;
	readonly className?: string;
}

/** A preview; what cannot be decoded is said to be so in its place. */
export function PreviewImage({ url, alt, size, widthPx = null, isLazy = false, className }: PictureProps) {
	const [failedUrl, setFailedUrl] = useState<string | null>(null);
	if (url === null || url === failedUrl) return <ImagePlaceholder alt={alt} className={className} />;
	return (
		<img
			src={previewUrl(url, size)}
			alt={alt}
			loading={isLazy ? 'lazy' : 'eager'}
			decoding="async"
			onError={() => setFailedUrl(url)}
			className={clsx('object-contain', isPixelArt(widthPx) && '[image-rendering:pixelated]', className)}
		/>
	);
}

export const isPixelArt = (widthPx: number | null) => widthPx !== null && widthPx <= pixelArtMaxPx;

/** Stands in for a picture that cannot be decoded. */
export function ImagePlaceholder({
	alt,
	className,
}: {
	readonly alt: string;
	readonly className?: string | undefined;
}) {
	return (
		<span
			className={clsx(
				'grid place-content-center justify-items-center gap-1 bg-surface-2 text-center text-text-2',
				className,
			)}
		>
			<ImageOff aria-hidden className="size-6" />
			<span className="px-1 text-xs">
				{alt === '' ? null : <span className="sr-only">{`${alt}: `}</span>}
				{galleryTexts.tokens.cannotShow}
			</span>
		</span>
	);
}
