import { useEffect, useState } from 'react';
import { useStableValue } from '../../../lib/hooks/use-stable-value.ts';
import type { CollectionPreview, CollectionView } from '../merger-views.ts';
import { mergerClient } from '../worker/merger-client.ts';

/** A small picture that can be shown. */
export interface ShownPreview extends Omit<CollectionPreview, 'blob'> {
	readonly url: string;
}

type PreviewedCollection = Pick<CollectionView, 'id' | 'previewCount' | 'mergedPreviewCount'>;

/** What decides which pictures there are: reading goes on, files may be kept on purpose, and the server may refuse some. */
const toVersion = ({ id, previewCount, mergedPreviewCount }: PreviewedCollection) => ({
	id,
	previewCount,
	mergedPreviewCount,
});

/** Small pictures of the first images, as long as somebody looks at them; null until they are there. */
export function usePreviews(collection: PreviewedCollection): readonly ShownPreview[] | null {
	const [shown, setShown] = useState<readonly ShownPreview[] | null>(null);
	const version = useStableValue(toVersion(collection));
	useEffect(() => {
		let isGone = false;
		void mergerClient.getPreviews(version.id).then((previews) => {
			if (isGone) return;
			setShown(previews.map(({ blob, ...preview }) => ({ ...preview, url: URL.createObjectURL(blob) })));
		});
		return () => {
			isGone = true;
		};
	}, [version]);
	// Not before others stand in their place: a picture that is still to be loaded would fail.
	useEffect(() => {
		if (shown === null) return;
		return () => {
			for (const { url } of shown) URL.revokeObjectURL(url);
		};
	}, [shown]);
	return shown;
}
