import clsx from 'clsx';
import { useState } from 'react';
import { getPixelClass } from './pixel-art.ts';

export interface ProgressiveImageProps {
	readonly previewUrl: string;
	readonly url: string;
	readonly alt: string;
	/** Told its size in pixels when the original has arrived. */
	readonly onSize?: (widthPx: number, heightPx: number) => void;
	readonly onError?: () => void;
	readonly className?: string | false;
}

/**
 * Shows the preview at once and the original over it as soon as it has arrived, pixel art with hard pixels; give it the
 * picture's id as key.
 */
export function ProgressiveImage({ previewUrl, url, alt, onSize, onError, className }: ProgressiveImageProps) {
	const [widthPx, setWidthPx] = useState<number | null>(null);
	const isReady = widthPx !== null;
	const layerClass = clsx('absolute inset-0 size-full object-contain', getPixelClass(widthPx), className);
	return (
		<>
			<img src={previewUrl} alt={isReady ? '' : alt} onError={onError} className={layerClass} />
			<img
				src={url}
				alt={isReady ? alt : ''}
				onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
					setWidthPx(naturalWidth);
					onSize?.(naturalWidth, naturalHeight);
				}}
				onError={onError}
				className={isReady ? layerClass : 'hidden'}
			/>
		</>
	);
}
