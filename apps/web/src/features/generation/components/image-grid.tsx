import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import type { JobImage } from '../../../lib/trpc.ts';
import { ImageTile } from './image-tile.tsx';

const gapPx = 12;
const minTilePx = 152;

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

export interface ImageGridProps {
	readonly images: readonly JobImage[];
	/** The image that is being looked at elsewhere; its row is kept in view. */
	readonly currentId: string | null;
	readonly onOpen: (imageId: string) => void;
}

/** All images of a job; only the rows in view are in the document, so ten thousand are as quick as ten. */
export function ImageGrid({ images, currentId, onOpen }: ImageGridProps) {
	const { ref, widthPx, topPx } = useFrame();
	const columns = Math.max(2, Math.floor((widthPx + gapPx) / (minTilePx + gapPx)));
	const tilePx = Math.max(0, (widthPx - gapPx * (columns - 1)) / columns);
	const rows = useWindowVirtualizer({
		count: widthPx === 0 ? 0 : Math.ceil(images.length / columns),
		estimateSize: () => tilePx + gapPx,
		overscan: 3,
		scrollMargin: topPx,
	});
	useLayoutEffect(() => rows.measure(), [tilePx, rows]);
	const current = currentId === null ? -1 : images.findIndex((image) => image.id === currentId);
	useLayoutEffect(() => {
		if (current >= 0) rows.scrollToIndex(Math.floor(current / columns), { align: 'auto' });
	}, [current, columns, rows]);
	return (
		<div ref={ref} className="relative" style={{ height: rows.getTotalSize() }}>
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
					{images.slice(row.index * columns, (row.index + 1) * columns).map((image) => (
						<ImageTile key={image.id} image={image} onOpen={onOpen} />
					))}
				</div>
			))}
		</div>
	);
}
