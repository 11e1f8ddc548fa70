import { usePictureRetry } from '@adx/ui/hooks/use-picture-retry';
import { ImagePlaceholder } from '@adx/ui/images/image-with-fallback';
import { getPixelClass } from '@adx/ui/images/pixel-art';
import { ProgressiveImage } from '@adx/ui/images/progressive-image';
import clsx from 'clsx';
import { useRef } from 'react';
import { offlineMessage } from '../../../lib/api/error-messages.ts';
import { useOffline } from '../../../lib/api/offline.ts';
import { previewUrl } from '../../../lib/images/preview-url.ts';
import { zoomedArea } from '../../../lib/images/zoomed-area.ts';
import type { CollectionToken } from '../collection-queries.ts';
import { galleryTexts } from '../gallery-texts.ts';

export interface TokenPictureProps {
	readonly token: CollectionToken;
	/** Shows one pixel of the picture as one of the page, to be scrolled, instead of all of it. */
	readonly isZoomed: boolean;
}

/** Shows the preview at once and the original over it as soon as it has arrived; give it the token's number as key. */
export function TokenImage({ token, isZoomed }: TokenPictureProps) {
	const { imageUrl, name, width, height } = token;
	const { hasFailed, onError } = usePictureRetry(imageUrl);
	const isOffline = useOffline();
	const failures = useRef(0);
	/** Either of preview and original is enough. */
	function countFailure() {
		failures.current += 1;
		if (failures.current < 2) return;
		failures.current = 0;
		onError();
	}
	if (width === null || height === null || hasFailed) {
		return (
			<ImagePlaceholder
				alt={name}
				fallbackText={isOffline && width !== null ? offlineMessage : galleryTexts.tokens.cannotShow}
				className="aspect-square w-full max-w-xl place-self-center rounded-md"
			/>
		);
	}
	return (
		<div
			{...(isZoomed ? zoomedArea : {})}
			className={clsx(
				'grid min-h-0 min-w-0 place-self-center rounded-md bg-surface-3',
				isZoomed ? 'max-h-full max-w-full overflow-auto' : 'overflow-hidden',
			)}
			style={
				isZoomed
					? {}
					: { width: `min(100%, calc((100dvh - 6rem) * ${width / height}))`, aspectRatio: `${width} / ${height}` }
			}
		>
			<div className="relative" style={isZoomed ? { width, height } : {}}>
				<ProgressiveImage
					previewUrl={previewUrl(imageUrl, '512')}
					url={imageUrl}
					alt={name}
					onError={countFailure}
					className={getPixelClass(width)}
				/>
			</div>
		</div>
	);
}
