import { Skeleton } from '@adx/ui/feedback/skeleton';
import { type KeyboardEvent, type Ref, useImperativeHandle } from 'react';
import type { JobImage } from '../../../lib/api/trpc.ts';
import { type IndexRange, useVirtualTileGrid, VirtualTileGrid } from '../../../lib/images/virtual-tile-grid.tsx';
import { ImageTile } from '../images/image-tile.tsx';
import type { PlannedState } from '../job-summary.ts';
import { ImageGridCell } from './image-grid-cell.tsx';
import type { ImageSelection } from './image-selection.ts';

const gapsPx = { roomy: 12, dense: 2 } as const;
/** The smallest preview's width, in pixels of the screen; a quarter of the next one's bytes. */
const smallPreviewPx = 200;
/** The page's bar and the toolbar stand above the first visible row. */
const coveredPx = 140;
/** While images are chosen their bar lies over the last visible row. */
const selectionBarPx = 120;

const isTile = (image: JobImage | undefined) => image !== undefined && image.imageUrl !== null;

export interface ImageGridHandle {
	/** Brings a place into view and gives it the focus. */
	readonly goTo: (place: number) => void;
}

export interface ImageGridProps {
	/** Undefined holds the place of an image that is still to be fetched. */
	readonly entries: readonly (JobImage | undefined)[];
	/** What becomes of images that are planned. */
	readonly planned: PlannedState;
	/** The image that is being looked at elsewhere; its row is kept in view. */
	readonly currentId: string | null;
	readonly onOpen: (imageId: string) => void;
	readonly selection: ImageSelection;
	/** Tiles are at least this wide; as many stand side by side as fit. */
	readonly minTilePx: number;
	/** A sheet of many: hardly a gap, no frames. */
	readonly isDense?: boolean;
	readonly onRange?: (range: IndexRange) => void;
	readonly ref?: Ref<ImageGridHandle>;
}

/** All images of a job, of which only those in view are in the document. */
export function ImageGrid(props: ImageGridProps) {
	const { entries, planned, currentId, onOpen, selection, minTilePx, isDense = false, onRange, ref } = props;
	const current = currentId === null ? -1 : entries.findIndex((image) => image?.id === currentId);
	const tiles = useVirtualTileGrid({
		count: entries.length,
		minTilePx,
		gapPx: isDense ? gapsPx.dense : gapsPx.roomy,
		scrollPaddingPx: { top: coveredPx, bottom: selection.images.length > 0 ? selectionBarPx : 0 },
		current: current < 0 ? null : current,
		isTile: (place) => isTile(entries[place]),
		onRange,
	});
	useImperativeHandle(ref, () => ({ goTo: (place) => tiles.goTo(place, 'start') }));

	function pressKey(event: KeyboardEvent, place: number) {
		let target = tiles.getKeyTarget(event, place);
		if (target === null) return;
		event.preventDefault();
		const isHomeOrEnd = event.key === 'Home' || event.key === 'End';
		const step = isHomeOrEnd ? Math.sign(place - target) : target - place;
		// An image that is not generated cannot be opened; one that is not fetched yet may well be generated.
		while (step !== 0 && entries[target] !== undefined && !isTile(entries[target])) {
			if (target + step < 0 || target + step >= entries.length) return;
			target += step;
		}
		tiles.goTo(target);
		if (!event.shiftKey) return;
		if (!selection.has(entries[place]?.id ?? '')) selection.toggle(place);
		selection.extendTo(target);
	}

	return (
		<VirtualTileGrid tiles={tiles}>
			{(place) => {
				const image = entries[place];
				const isTabStop = place === tiles.tabStop;
				return (
					<ImageGridCell place={place} selection={selection} image={image} isTabStop={isTabStop}>
						{image === undefined ? (
							<Skeleton className="aspect-square w-full" />
						) : (
							<ImageTile
								image={image}
								planned={planned}
								onOpen={onOpen}
								isDense={isDense}
								isSmall={isDense || tiles.tilePx * window.devicePixelRatio <= smallPreviewPx}
								isVirtual
								tabIndex={isTabStop ? 0 : -1}
								onKeyDown={(event) => pressKey(event, place)}
								onFocus={() => tiles.setActive(place)}
							/>
						)}
					</ImageGridCell>
				);
			}}
		</VirtualTileGrid>
	);
}
