import clsx from 'clsx';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { usePictureRetry } from '../hooks/use-picture-retry.ts';
import { getPixelClass } from './pixel-art.ts';

export interface ImagePlaceholderProps {
	/** '' where the text beside it says the same. */
	readonly alt: string;
	/** Says why there is no picture; without it a sign alone stands there. */
	readonly fallbackText?: string | undefined;
	readonly className?: string | undefined;
}

export interface ImageWithFallbackProps extends ImagePlaceholderProps {
	/** Null for none. */
	readonly url: string | null;
	readonly isLazy?: boolean;
}

/** A picture, or a placeholder where there is none or it cannot be shown. */
export function ImageWithFallback({ url, isLazy = false, ...placeholder }: ImageWithFallbackProps) {
	const { hasFailed, onError } = usePictureRetry(url);
	const [widthPx, setWidth] = useState<number | null>(null);
	if (url === null || hasFailed) return <ImagePlaceholder {...placeholder} />;
	return (
		<img
			src={url}
			alt={placeholder.alt}
			loading={isLazy ? 'lazy' : 'eager'}
			decoding="async"
			onError={onError}
			onLoad={({ currentTarget }) => setWidth(currentTarget.naturalWidth)}
			className={clsx(placeholder.className, getPixelClass(widthPx))}
		/>
	);
}

/** Stands in for a picture. */
export function ImagePlaceholder({ alt, fallbackText, className }: ImagePlaceholderProps) {
	if (fallbackText === undefined) {
		return (
			<div
				{...(alt === '' ? {} : { role: 'img', 'aria-label': alt })}
				className={clsx('grid place-items-center text-text-3', className)}
			>
				<ImageOff aria-hidden className="size-8" />
			</div>
		);
	}
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
				{fallbackText}
			</span>
		</span>
	);
}
