import { useEffect } from 'react';
import type { JobImage } from '../../../lib/api/trpc.ts';
import { imageFileUrl } from '../image-labels.ts';

const reach = 2;

/** Has the browser fetch the images around that place, so that moving shows them at once. Below 0 there is no place. */
export function usePreloadedImages(images: readonly JobImage[], index: number): void {
	useEffect(() => {
		if (index < 0) return;
		for (const neighbour of images.slice(Math.max(0, index - reach), index + reach + 1)) {
			if (!neighbour.isDamaged) new Image().src = imageFileUrl(neighbour, '512');
		}
	}, [index, images]);
}
