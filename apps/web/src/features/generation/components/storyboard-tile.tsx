import type { PlannedRow } from '@adx/collection/ranked-plan';
import { Skeleton } from '@adx/ui/skeleton';
import { useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { classLabel, raceLabel } from '../logic.ts';
import { picturePx, type Storyboard } from './storyboard.ts';

export interface StoryboardTileProps {
	readonly board: Storyboard;
	/** Undefined while it is on its way. */
	readonly row: PlannedRow | undefined;
}

/** One planned row: its picture once the forge has painted it, and what it is. */
export function StoryboardTile({ board, row }: StoryboardTileProps) {
	if (row === undefined) return <Skeleton className="aspect-square w-full rounded-md!" />;
	const name = `${raceLabel(row.traits.race)} ${classLabel(row.traits.class)}`;
	return (
		<figure className="min-w-0">
			<RowPicture board={board} index={row.index} name={name} />
			<figcaption className="figures mt-1 text-xs leading-tight">
				<span className="flex justify-between gap-1 text-text-2">
					<span>#{row.tokenNumber}</span>
					<span className="truncate">{row.traits.rarity}</span>
				</span>
				<span className="block truncate font-medium" title={name}>
					{name}
				</span>
			</figcaption>
		</figure>
	);
}

function RowPicture({
	board,
	index,
	name,
}: {
	readonly board: Storyboard;
	readonly index: number;
	readonly name: string;
}) {
	const subscribe = useCallback((listener: () => void) => board.onPicture(index, listener), [board, index]);
	const picture = useSyncExternalStore(subscribe, () => board.picture(index));
	const canvas = useRef<HTMLCanvasElement>(null);
	useLayoutEffect(() => {
		const context = canvas.current?.getContext('2d');
		if (context == null) return;
		context.clearRect(0, 0, picturePx, picturePx);
		if (picture !== undefined && picture !== 'unpaintable') context.drawImage(picture, 0, 0);
	}, [picture]);
	if (picture === 'unpaintable') {
		return (
			<p className="grid aspect-square w-full place-items-center rounded-md border border-dashed border-line p-2 text-center text-xs text-text-2">
				Not paintable here
			</p>
		);
	}
	return (
		<canvas
			ref={canvas}
			width={picturePx}
			height={picturePx}
			role="img"
			aria-label={`Sketch of ${name}`}
			data-painted={picture !== undefined || undefined}
			className="block aspect-square w-full rounded-md border border-border bg-surface-3"
		/>
	);
}
