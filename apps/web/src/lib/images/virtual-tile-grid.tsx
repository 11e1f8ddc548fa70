import { getRovingIndex } from '@adx/ui/keyboard/roving-index';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
	type KeyboardEvent,
	type ReactNode,
	useEffect,
	useEffectEvent,
	useLayoutEffect,
	useRef,
	useState,
} from 'react';
import { useElementFrame } from '../hooks/use-element-frame.ts';

/** Places in the window, both included. */
export interface IndexRange {
	readonly from: number;
	readonly to: number;
}

export interface TileRowsOptions {
	readonly count: number;
	/** Tiles are at least this wide; as many stand side by side as fit, but two at least. */
	readonly minTilePx: number;
	readonly gapPx: number;
	/** Room below a tile's square. */
	readonly captionPx?: number;
	/** What lies over the first and over the last visible row. */
	readonly scrollPaddingPx: { readonly top: number; readonly bottom: number };
	/** A place that is looked at elsewhere, whose row is kept in view; null for none. */
	readonly current: number | null;
	/** Whether the tab stop may stand there; everywhere by default. */
	readonly isTile?: (place: number) => boolean;
	readonly onRange?: ((range: IndexRange) => void) | undefined;
}

const anyPlace = () => true;

/**
 * Squares in rows of which only those in view are in the document, so that ten thousand are as quick as ten. One of them
 * is the tab stop, and the keys of a grid move it; the first button at a place takes the focus.
 */
export function useVirtualTileGrid(options: TileRowsOptions) {
	const { count, minTilePx, gapPx, captionPx = 0, scrollPaddingPx, current, isTile = anyPlace, onRange } = options;
	const frame = useElementFrame();
	const { widthPx, topPx } = frame;
	const columns = Math.max(2, Math.floor((widthPx + gapPx) / (minTilePx + gapPx)));
	const tilePx = Math.max(0, (widthPx - gapPx * (columns - 1)) / columns);
	const [active, setActive] = useState(0);
	/** A place that gets the focus as soon as it is in the document. */
	const pendingFocus = useRef<number | null>(null);
	const rows = useWindowVirtualizer({
		count: widthPx === 0 ? 0 : Math.ceil(count / columns),
		estimateSize: () => tilePx + captionPx + gapPx,
		overscan: 3,
		scrollMargin: topPx,
		scrollPaddingStart: scrollPaddingPx.top,
		scrollPaddingEnd: scrollPaddingPx.bottom,
	});
	useLayoutEffect(() => rows.measure(), [tilePx, captionPx, gapPx, rows]);
	useLayoutEffect(() => {
		if (current === null) return;
		setActive(current);
		rows.scrollToIndex(Math.floor(current / columns), { align: 'auto' });
	}, [current, columns, rows]);

	const from = (rows.range?.startIndex ?? 0) * columns;
	const to = Math.min(count, ((rows.range?.endIndex ?? 0) + 1) * columns) - 1;
	useEffect(() => onRange?.({ from, to }), [from, to, onRange]);

	useEffect(() => {
		if (pendingFocus.current === null) return;
		const tile = frame.ref.current?.querySelector<HTMLElement>(`[data-place="${pendingFocus.current}"] button`);
		if (tile === null || tile === undefined) return;
		pendingFocus.current = null;
		tile.focus({ preventScroll: true });
	});

	const comeBack = useEffectEvent((place: number) => goTo(place));
	const lastCurrent = useRef<number | null>(null);
	useEffect(() => {
		const left = lastCurrent.current;
		lastCurrent.current = current;
		if (current !== null || left === null) return;
		// After the way back in the history has brought back where the page was scrolled to before.
		const timer = setTimeout(() => comeBack(left));
		return () => clearTimeout(timer);
	}, [current]);

	function goTo(place: number, align: 'auto' | 'start' = 'auto') {
		pendingFocus.current = place;
		setActive(place);
		rows.scrollToIndex(Math.floor(place / columns), { align });
	}

	return {
		/** The element that `VirtualTileGrid` renders. */
		ref: frame.ref,
		rows,
		count,
		columns,
		gapPx,
		tilePx,
		topPx,
		tabStop: getTabStop({ active, from, to, count, isTile }),
		setActive,
		/** Brings a place into view and gives it the focus. */
		goTo,
		/** The position that a key leads to; null for keys that lead nowhere. */
		getKeyTarget: ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, place: number) =>
			ctrlKey || metaKey || altKey ? null : getRovingIndex(key, place, count, columns),
	};
}

interface TabStopOptions extends IndexRange {
	readonly active: number;
	readonly count: number;
	readonly isTile: (place: number) => boolean;
}

/** The active place while it is in view, else the first one that is. */
function getTabStop({ active, from, to, count, isTile }: TabStopOptions): number {
	if (active >= from && active <= to && isTile(active)) return active;
	let place = from;
	while (place < count && !isTile(place)) place += 1;
	return place;
}

export interface TileRowsProps {
	readonly tiles: ReturnType<typeof useVirtualTileGrid>;
	/** Draws one place; the element around it is marked with its number. */
	readonly children: (place: number) => ReactNode;
}

export function VirtualTileGrid({ tiles, children }: TileRowsProps) {
	const { ref, rows, count, columns, gapPx, topPx } = tiles;
	return (
		<div ref={ref} className="relative" style={{ height: rows.getTotalSize() }}>
			{rows.getVirtualItems().map(({ key, index, start }) => (
				<div
					key={key}
					className="absolute inset-x-0 grid"
					style={{
						gap: gapPx,
						gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
						transform: `translateY(${start - topPx}px)`,
					}}
				>
					{Array.from({ length: Math.min(columns, count - index * columns) }, (_, column) => {
						const place = index * columns + column;
						return (
							<div key={place} data-place={place} className="min-w-0">
								{children(place)}
							</div>
						);
					})}
				</div>
			))}
		</div>
	);
}
