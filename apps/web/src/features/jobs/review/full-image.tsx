import { ProgressiveImage } from '@adx/ui/images/progressive-image';
import { imageSizePx } from '@adx/validators/limits';
import clsx from 'clsx';
import { useState } from 'react';
import type { JobImage } from '../../../lib/api/trpc.ts';
import { zoomedArea } from '../../../lib/images/zoomed-area.ts';
import type { JobActions } from '../actions/job-actions.ts';
import { imageFileUrl, imageTitle } from '../image-labels.ts';
import { DamagedImage } from './damaged-image.tsx';

export interface FullImageProps {
	readonly image: JobImage;
	readonly actions: JobActions;
	/** Shows one pixel of the picture as one of the page, to be scrolled, instead of all of it. */
	readonly isZoomed?: boolean;
	/** Leaves room for what stands above and below, e.g. '6rem'. */
	readonly reserved?: string;
	/** It is at least so wide, whatever is reserved. */
	readonly minWidth?: string;
}

/** Until the picture has arrived: what all engines paint, but for own layers. */
const usualSize = { width: imageSizePx, height: imageSizePx };

/** An image in full, its preview first; what is missing or damaged in storage says so, and can be made again. */
export function FullImage({ image, actions, isZoomed = false, reserved = '6rem', minWidth = '16rem' }: FullImageProps) {
	const [size, setSize] = useState(usualSize);
	if (image.isDamaged) {
		return <DamagedImage key={`${image.id}:${image.version}`} image={image} actions={actions} reserved={reserved} />;
	}
	return (
		<div
			key={`${image.id}:${image.version}`}
			{...(isZoomed ? zoomedArea : {})}
			className={clsx('w-full rounded-md bg-surface-3', isZoomed && 'overflow-auto')}
			style={
				isZoomed
					? { height: `max(${minWidth}, 100dvh - ${reserved})` }
					: { maxWidth: `min(100%, max(${minWidth}, 100dvh - ${reserved}))`, aspectRatio: 1 }
			}
		>
			<div
				className={clsx('relative overflow-hidden rounded-md', isZoomed ? 'mx-auto' : 'size-full')}
				style={isZoomed ? size : undefined}
			>
				<ProgressiveImage
					previewUrl={imageFileUrl(image, '512')}
					url={imageFileUrl(image, 'full')}
					alt={imageTitle(image)}
					onSize={(width, height) => setSize({ width, height })}
				/>
			</div>
		</div>
	);
}
