import { Skeleton } from '@adx/ui/skeleton';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { rovingTarget } from '../../../lib/roving-index.ts';
import type { JobImage } from '../../../lib/trpc.ts';
import { ImageTile } from './image-tile.tsx';

const densities = {
	roomy: { gapPx: 12, minTilePx: 152 },
	dense: { gapPx: 2, minTilePx: 76 },
} as const;
/** The page's bar and the toolbar stand above the first visible row. */
const coveredPx = 140;

/** Width of the element and its distance from the top of the page; both follow the window. */
function useFrame() {
	const ref = useRef<HTMLDivElement>(null);
	const [frame, setFrame] = useState({ widthPx: 0, topPx: 0 });
	useLayoutEffect(() => {
		const element = ref.current;
		if (element === null) return;
		const measure = () => {
			const box = element.getBoundingClientRect();
			setFrame((before) => {
				const after = { widthPx: box.width, topPx: Math.round(box.top + window.scrollY) };
				return before.widthPx === after.widthPx && before.topPx === after.topPx ? before : after;
			});
		};
		measure();
		const observer = new ResizeObserver(measure);
		observer.observe(element);
		observer.observe(document.body);
		return () => observer.disconnect();
	}, []);
	return { ref, ...frame };
}

const isTile = (image: JobImage | undefined) => image !== undefined && image.imageUrl !== null;

/** Places of `entries` in the window, both included. */
export interface GridRange {
	readonly from: number;
	readonly to: number;
}

export interface ImageGridHandle {
	/** Brings a place into view and gives it the focus. */
	readonly goTo: (place: number) => void;
}

export interface ImageGridProps {
	/** Undefined holds the place of an image that is still to be fetched. */
	readonly entries: readonly (JobImage | undefined)[];
	/** The image that is being looked at elsewhere; its row is kept in view. */
	readonly currentId: string | null;
	readonly onOpen: (imageId: string) => void;
	readonly density?: keyof typeof densities;
	readonly onRange?: (range: GridRange) => void;
	readonly ref?: Ref<ImageGridHandle>;
}

/** All images of a job; only the rows in view are in the document, so ten thousand are as quick as ten. */
export function ImageGrid({ entries, currentId, onOpen, density = 'roomy', onRange, ref }: ImageGridProps) {
	const frame = useFrame();
	const { widthPx, topPx } = frame;
	const { gapPx, minTilePx } = densities[density];
	const columns = Math.max(2, Math.floor((widthPx + gapPx) / (minTilePx + gapPx)));
	const tilePx = Math.max(0, (widthPx - gapPx * (columns - 1)) / columns);
	const [active, setActive] = useState(0);
	/** A place that gets the focus as soon as it is in the document. */
	const comingFocus = useRef<number | null>(null);
	const rows = useWindowVirtualizer({
		count: widthPx === 0 ? 0 : Math.ceil(entries.length / columns),
		estimateSize: () => tilePx + gapPx,
		overscan: 3,
		scrollMargin: topPx,
		scrollPaddingStart: coveredPx,
	});
	useLayoutEffect(() => rows.measure(), [tilePx, gapPx, rows]);
	const current = currentId === null ? -1 : entries.findIndex((image) => image?.id === currentId);
	useLayoutEffect(() => {
		if (current < 0) return;
		setActive(current);
		rows.scrollToIndex(Math.floor(current / columns), { align: 'auto' });
	}, [current, columns, rows]);

	const inView = rows.range;
	const from = (inView?.startIndex ?? 0) * columns;
	const to = Math.min(entries.length, ((inView?.endIndex ?? 0) + 1) * columns) - 1;
	useEffect(() => onRange?.({ from, to }), [from, to, onRange]);
	const isActiveInView = active >= from && active <= to && isTile(entries[active]);
	const tabStop = isActiveInView ? active : entries.findIndex((image, place) => place >= from && isTile(image));

	useEffect(() => {
		if (comingFocus.current === null) return;
		const tile = frame.ref.current?.querySelector<HTMLElement>(`[data-place="${comingFocus.current}"] > button`);
		if (tile === null || tile === undefined) return;
		comingFocus.current = null;
		tile.focus({ preventScroll: true });
	});

	function goTo(place: number, align: 'auto' | 'start' = 'auto') {
		comingFocus.current = place;
		setActive(place);
		rows.scrollToIndex(Math.floor(place / columns), { align });
	}
	useImperativeHandle(ref, () => ({ goTo: (place) => goTo(place, 'start') }));

	function pressKey(event: KeyboardEvent, place: number) {
		let target = rovingTarget(event.key, place, entries.length, columns);
		if (target === null || event.ctrlKey || event.metaKey || event.altKey) return;
		event.preventDefault();
		const isHomeOrEnd = event.key === 'Home' || event.key === 'End';
		const step = isHomeOrEnd ? Math.sign(place - target) : target - place;
		// What is not drawn cannot be opened; what is not fetched yet may well be drawn.
		while (step !== 0 && entries[target] !== undefined && !isTile(entries[target])) {
			if (target + step < 0 || target + step >= entries.length) return;
			target += step;
		}
		goTo(target);
	}

	return (
		<div ref={frame.ref} className="relative" style={{ height: rows.getTotalSize() }}>
			{rows.getVirtualItems().map((row) => (
				<div
					key={row.key}
					className="absolute inset-x-0 grid"
					style={{
						gap: gapPx,
						gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
						transform: `translateY(${row.start - topPx}px)`,
					}}
				>
					{entries.slice(row.index * columns, (row.index + 1) * columns).map((image, column) => {
						const place = row.index * columns + column;
						return (
							<div key={place} data-place={place}>
								{image === undefined ? (
									<Skeleton className="aspect-square w-full" />
								) : (
									<ImageTile
										image={image}
										onOpen={onOpen}
										isDense={density === 'dense'}
										tabIndex={place === tabStop ? 0 : -1}
										onKeyDown={(event) => pressKey(event, place)}
										onFocus={() => setActive(place)}
									/>
								)}
							</div>
						);
					})}
				</div>
			))}
		</div>
	);
}
