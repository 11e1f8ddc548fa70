import { Button } from '@adx/ui/controls/button';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { Dialog } from '@adx/ui/surfaces/dialog';
import { mergePreviewImages } from '@adx/validators/limits';
import { useEffect, useState } from 'react';
import { mergerTexts } from '../merger-texts.ts';
import type { CollectionView } from '../merger-views.ts';
import { mergerClient } from '../worker/merger-client.ts';

const texts = mergerTexts.preview;

export interface PreviewDialogProps {
	/** Null while closed. */
	readonly collection: CollectionView | null;
	readonly onClose: () => void;
}

interface ShownPreview {
	readonly filename: string;
	readonly url: string;
	readonly isPlaceholder: boolean;
}

/** Small pictures of the first images, as long as somebody looks at them. */
function usePreviews(collectionId: string): readonly ShownPreview[] | null {
	const [shown, setShown] = useState<readonly ShownPreview[] | null>(null);
	useEffect(() => {
		let urls: string[] = [];
		let isGone = false;
		mergerClient.previewsOf(collectionId).then((previews) => {
			if (isGone) return;
			const all = previews.map(({ filename, blob, isPlaceholder }) => ({
				filename,
				isPlaceholder,
				url: URL.createObjectURL(blob),
			}));
			urls = all.map(({ url }) => url);
			setShown(all);
		});
		return () => {
			isGone = true;
			for (const url of urls) URL.revokeObjectURL(url);
		};
	}, [collectionId]);
	return shown;
}

/** The first twenty images of a collection. */
export function CollectionPreviewDialog({ collection, onClose }: PreviewDialogProps) {
	// Kept while it fades.
	const [last, setLast] = useState(collection);
	if (collection !== null && collection !== last) setLast(collection);
	return (
		<Dialog open={collection !== null} onClose={onClose} title={texts.title(last?.label ?? '')}>
			{last === null ? null : <Previews key={last.id} collection={last} />}
			<div className="mt-4 flex justify-end">
				<Button autoFocus onClick={onClose}>
					{texts.close}
				</Button>
			</div>
		</Dialog>
	);
}

function Previews({ collection }: { readonly collection: CollectionView }) {
	const previews = usePreviews(collection.id);
	const hiddenCount = collection.readCount - mergePreviewImages;
	if (previews === null) return <Skeleton className="h-48 w-full" />;
	if (previews.length === 0) return <p className="text-text-2">{texts.none}</p>;
	return (
		<>
			<ul className="grid grid-cols-3 gap-2 sm:grid-cols-4">
				{previews.map(({ filename, url, isPlaceholder }) => (
					<li key={filename} className="min-w-0">
						<div className="relative aspect-square overflow-hidden rounded-sm bg-surface-3">
							<img src={url} alt={filename} className="size-full object-contain" />
							{isPlaceholder ? (
								<span className="absolute inset-0 grid place-items-center bg-surface-3 p-1 text-center text-xs text-text-2">
									{texts.unreadable}
								</span>
							) : null}
						</div>
						<p className="truncate text-xs text-text-3" title={filename}>
							{filename.split('/').at(-1)}
						</p>
					</li>
				))}
			</ul>
			{hiddenCount > 0 ? <p className="figures mt-3 text-text-2">{texts.more(hiddenCount)}</p> : null}
		</>
	);
}
