import { useState } from 'react';
import { imageFileUrl } from '../logic.ts';

/** Shows the small preview at once and the original over it as soon as it has arrived. */
export function ProgressiveImage({ imageId, alt }: { readonly imageId: string; readonly alt: string }) {
	const [isFullReady, setFullReady] = useState(false);
	return (
		<div className="relative aspect-square w-full max-w-[min(100%,calc(100dvh-6rem))] overflow-hidden rounded-md bg-surface-3">
			<img
				src={imageFileUrl(imageId, '512')}
				alt={isFullReady ? '' : alt}
				className="absolute inset-0 size-full object-contain"
			/>
			<img
				src={imageFileUrl(imageId, 'full')}
				alt={isFullReady ? alt : ''}
				onLoad={() => setFullReady(true)}
				className={isFullReady ? 'absolute inset-0 size-full object-contain' : 'hidden'}
			/>
		</div>
	);
}
