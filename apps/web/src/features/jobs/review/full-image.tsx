import { ProgressiveImage } from '@adx/ui/images/progressive-image';
import clsx from 'clsx';
import type { JobImage } from '../../../lib/api/trpc.ts';
import { imageFileUrl, imageTitle } from '../image-labels.ts';

export interface FullImageProps {
	readonly image: JobImage;
	/** Shows one pixel of the picture as one of the page, to be scrolled, instead of all of it. */
	readonly isZoomed?: boolean;
	/** Leaves room for what stands above and below, e.g. '6rem'. */
	readonly reserved?: string;
	/** It is at least so wide, whatever is reserved. */
	readonly minWidth?: string;
}

/** An image in full, its preview first. */
export function FullImage({ image, isZoomed = false, reserved = '6rem', minWidth = '16rem' }: FullImageProps) {
	return (
		<div
			key={`${image.id}:${image.version}`}
			className={clsx('w-full rounded-md bg-surface-3', isZoomed && 'overflow-auto')}
			style={
				isZoomed
					? { height: `max(${minWidth}, 100dvh - ${reserved})` }
					: { maxWidth: `min(100%, max(${minWidth}, 100dvh - ${reserved}))`, aspectRatio: 1 }
			}
		>
			<div className={clsx('relative overflow-hidden rounded-md', isZoomed ? 'mx-auto size-[1024px]' : 'size-full')}>
				<ProgressiveImage
					previewUrl={imageFileUrl(image, '512')}
					url={imageFileUrl(image, 'full')}
					alt={imageTitle(image)}
				/>
			</div>
		</div>
	);
}
