import { Button } from '@adx/ui/controls/button';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { ImageWithFallback } from '@adx/ui/images/image-with-fallback';
import { Dialog } from '@adx/ui/surfaces/dialog';
import { useState } from 'react';
import { mergerTexts } from '../merger-texts.ts';
import type { CollectionView } from '../merger-views.ts';
import { usePreviews } from './use-previews.ts';

const texts = mergerTexts.preview;

export interface PreviewDialogProps {
	/** Null while closed. */
	readonly collection: CollectionView | null;
	readonly onClose: () => void;
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
	const previews = usePreviews(collection);
	if (previews === null) return <Skeleton className="h-48 w-full" />;
	const { imageCount, phase, readCount, fileCount } = collection;
	const hiddenCount = imageCount - previews.filter(({ isLeftOut }) => !isLeftOut).length;
	const leftOutCount = readCount - imageCount;
	// Where nothing is merged, what is left out would look like the contents.
	const shown = imageCount === 0 ? [] : previews;
	return (
		<>
			{shown.length + leftOutCount === 0 ? <p className="text-text-2">{texts.none}</p> : null}
			<ul className="grid grid-cols-3 gap-2 empty:hidden sm:grid-cols-4">
				{shown.map(({ filename, url, isPlaceholder }) => (
					<li key={filename} className="min-w-0">
						<div className="relative aspect-square overflow-hidden rounded-sm bg-surface-3">
							<ImageWithFallback url={url} alt={filename} className="size-full object-contain" />
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
			<div className="figures mt-3 grid gap-1 text-text-2 empty:hidden">
				{hiddenCount > 0 ? <p>{texts.more(hiddenCount)}</p> : null}
				{leftOutCount > 0 ? <p className="text-warn">{texts.leftOut(leftOutCount)}</p> : null}
				{phase === 'reading' ? <p>{mergerTexts.row.reading(readCount, fileCount)}</p> : null}
			</div>
		</>
	);
}
