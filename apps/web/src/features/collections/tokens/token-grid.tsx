import type { KeyboardEvent, ReactNode } from 'react';
import { type IndexRange, useVirtualTileGrid, VirtualTileGrid } from '../../../lib/images/virtual-tile-grid.tsx';

const gapPx = 12;
/** The page's bar and the toolbar stand above the first visible row, the bar of a selection may stand below the last. */
const coveredPx = { top: 150, bottom: 100 };

/** What a tile hands on to the element that takes the focus, the first button in it. */
export interface TileFocusProps {
	/** -1 keeps it out of the tab order: the grid has one tab stop. */
	readonly tabIndex: number;
	readonly onKeyDown: (event: KeyboardEvent) => void;
	readonly onFocus: () => void;
}

export interface TileGridProps {
	readonly count: number;
	readonly minTilePx: number;
	/** Room below a tile's square. */
	readonly captionPx: number;
	/** A place that is looked at elsewhere; its row is kept in view. */
	readonly current: number | null;
	readonly onRange: (range: IndexRange) => void;
	/** Shift and an arrow lead from one place to another. */
	readonly onExtend: (from: number, to: number) => void;
	readonly renderTile: (place: number, focus: TileFocusProps) => ReactNode;
}

/** Squares with captions, of which only those in view are in the document. */
export function TokenGrid({ renderTile, onExtend, ...options }: TileGridProps) {
	const tiles = useVirtualTileGrid({ ...options, gapPx, scrollPaddingPx: coveredPx });

	function pressKey(event: KeyboardEvent, place: number) {
		const target = tiles.getKeyTarget(event, place);
		if (target === null) return;
		event.preventDefault();
		tiles.goTo(target);
		if (event.shiftKey) onExtend(place, target);
	}

	return (
		<VirtualTileGrid tiles={tiles}>
			{(place) =>
				renderTile(place, {
					tabIndex: place === tiles.tabStop ? 0 : -1,
					onKeyDown: (event) => pressKey(event, place),
					onFocus: () => tiles.setActive(place),
				})
			}
		</VirtualTileGrid>
	);
}
