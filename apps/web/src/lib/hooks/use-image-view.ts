import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';

/** The image that is open, and the ways to open another and to close it. */
export interface ImageView {
	readonly imageId: string | null;
	readonly onShow: (imageId: string) => void;
	readonly onClose: () => void;
}

type GoTo = (imageId: string | undefined, options: { replace: boolean }) => unknown;

/**
 * The open image lives in the address, so that Back closes it. Opening adds one step to the history; moving from image to
 * image replaces that step; closing takes it back, or replaces it when the page was entered with an image.
 */
export function useImageView(imageId: string | undefined, navigateTo: GoTo): ImageView {
	const router = useRouter();
	const openedHere = useRef(false);
	return {
		imageId: imageId ?? null,
		onShow(nextId: string) {
			const isOpening = imageId === undefined;
			if (isOpening) openedHere.current = true;
			navigateTo(nextId, { replace: !isOpening });
		},
		onClose() {
			if (openedHere.current) router.history.back();
			else navigateTo(undefined, { replace: true });
			openedHere.current = false;
		},
	};
}
