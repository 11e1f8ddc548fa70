import clsx from 'clsx';
import { useState } from 'react';
import type { JobImage } from '../../../lib/api/trpc.ts';
import { imageFileUrl } from '../image-labels.ts';

export interface ProgressiveImageProps {
	readonly image: Pick<JobImage, 'id' | 'version'>;
	readonly alt: string;
	/** Shows one pixel of the picture as one of the page, to be scrolled, instead of all of it. */
	readonly isZoomed?: boolean;
	/** Leaves room for what stands above and below, e.g. '6rem'. */
	readonly reserved?: string;
}

/** Shows the small preview at once and the original over it as soon as it has arrived; give it the image's key. */
export function ProgressiveImage({ image, alt, isZoomed = false, reserved = '6rem' }: ProgressiveImageProps) {
	const [isFullReady, setFullReady] = useState(false);
	return (
		<div
			className={clsx('w-full rounded-md bg-surface-3', isZoomed && 'overflow-auto')}
			style={{ maxWidth: `min(100%, calc(100dvh - ${reserved}))`, aspectRatio: 1 }}
		>
			<div className={clsx('relative overflow-hidden rounded-md', isZoomed ? 'size-[1024px]' : 'size-full')}>
				<img
					src={imageFileUrl(image, '512')}
					alt={isFullReady ? '' : alt}
					className="absolute inset-0 size-full object-contain"
				/>
				<img
					src={imageFileUrl(image, 'full')}
					alt={isFullReady ? alt : ''}
					onLoad={() => setFullReady(true)}
					className={isFullReady ? 'absolute inset-0 size-full object-contain' : 'hidden'}
				/>
			</div>
		</div>
	);
}
