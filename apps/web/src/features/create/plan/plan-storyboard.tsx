import { ChoiceGroup } from '@adx/ui/controls/choice-group';
import { formatNumber } from '@adx/validators/format-number';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { RowSort } from './plan-worker-service.ts';
import type { Storyboard } from './storyboard.ts';
import { StoryboardTile } from './storyboard-tile.tsx';

const gapPx = 10;
const minTilePx = 112;
/** Number and tier on one line, the name on two, which the longest one needs in the smallest tile. */
const captionPx = 53;

const orders = [
	{ value: 'token', name: 'By number' },
	{ value: 'rank', name: 'Rarest first' },
] as const;

export interface PlanStoryboardProps {
	readonly board: Storyboard | null;
	readonly size: number;
	/** What draws them. */
	readonly text: string;
}

/** All planned rows, sketched in this browser. */
export function PlanStoryboard({ board, size, text }: PlanStoryboardProps) {
	const [order, setOrder] = useState<RowSort>('token');
	if (board === null) return <p className="text-text-2">The rows are sketched here as soon as the plan stands.</p>;
	return (
		<div className="grid grid-cols-1 gap-3">
			<div className="flex flex-wrap items-center justify-between gap-2">
				<p className="text-sm text-text-2">{text}</p>
				<ChoiceGroup
					label="Order of the storyboard"
					columns={2}
					className="grid grid-cols-2 gap-1.5"
					value={order}
					onChoose={setOrder}
					choices={orders.map((choice) => ({
						...choice,
						content: <span className="block px-3 text-center text-sm font-medium">{choice.name}</span>,
					}))}
				/>
			</div>
			<StoryboardGrid key={`${board.planId} ${order}`} board={board} size={size} order={order} />
		</div>
	);
}

interface StoryboardGridProps {
	readonly board: Storyboard;
	readonly size: number;
	readonly order: RowSort;
}

/** Only the rows in view are in the document; their pictures are painted in the order in which they stand. */
function StoryboardGrid({ board, size, order }: StoryboardGridProps) {
	const scroller = useRef<HTMLDivElement>(null);
	const widthPx = useWidth(scroller);
	const version = useStore(board.rowVersion);
	const columns = Math.max(2, Math.floor((widthPx + gapPx) / (minTilePx + gapPx)));
	const rowPx = Math.max(0, (widthPx - gapPx * (columns - 1)) / columns) + captionPx + gapPx;
	const lines = useVirtualizer({
		count: widthPx === 0 ? 0 : Math.ceil(size / columns),
		getScrollElement: () => scroller.current,
		estimateSize: () => rowPx,
		overscan: 1,
	});
	useLayoutEffect(() => {
		if (rowPx > 0) lines.measure();
	}, [rowPx, lines]);
	const items = lines.getVirtualItems();
	const from = (items[0]?.index ?? 0) * columns;
	const to = Math.min(size, ((items.at(-1)?.index ?? -1) + 1) * columns);
	const firstSeen = Math.min(size, (lines.range?.startIndex ?? 0) * columns + 1);
	const lastSeen = Math.min(size, ((lines.range?.endIndex ?? -1) + 1) * columns);
	// Rows that came in are painted next, hence the version.
	useEffect(() => {
		if (to > from) board.show(order, from, to);
	}, [board, order, from, to, version]);
	return (
		<>
			<p className="figures text-sm text-text-2">
				{`${formatNumber(firstSeen)} to ${formatNumber(lastSeen)} of ${formatNumber(size)}`}
			</p>
			<section
				ref={scroller}
				aria-label="Storyboard"
				// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
				tabIndex={0}
				className="max-h-[min(70dvh,44rem)] overflow-y-auto rounded-md"
			>
				<div className="relative" style={{ height: lines.getTotalSize() }}>
					{items.map((line) => (
						<ul
							// Lines that scroll out lend their canvases to those that come in: making new ones is slow.
							key={line.index % items.length}
							className="absolute inset-x-0 top-0 grid"
							style={{
								gap: gapPx,
								gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
								transform: `translateY(${line.start}px)`,
							}}
						>
							{Array.from({ length: Math.min(columns, size - line.index * columns) }, (_, place) => {
								const at = line.index * columns + place;
								return (
									<li key={place} className="min-w-0">
										<StoryboardTile board={board} row={board.row(order, at)} />
									</li>
								);
							})}
						</ul>
					))}
				</div>
			</section>
		</>
	);
}

function useWidth(ref: { readonly current: HTMLElement | null }): number {
	const [widthPx, setWidthPx] = useState(0);
	useLayoutEffect(() => {
		const element = ref.current;
		if (element === null) return;
		const measure = () => {
			// Without a width it is not on show: it comes back as it was.
			if (element.clientWidth > 0) setWidthPx(element.clientWidth);
		};
		measure();
		const observer = new ResizeObserver(measure);
		observer.observe(element);
		return () => observer.disconnect();
	}, [ref]);
	return widthPx;
}
