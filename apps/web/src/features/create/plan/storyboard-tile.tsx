import { isLayerTraits } from '@adx/validators/catalogue/image-traits';
import { useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { classLabel, raceLabel } from '../../jobs/image-labels.ts';
import { imagePx, type Storyboard } from './storyboard.ts';
import type { StoryboardRow } from './storyboard-row.ts';

export interface StoryboardTileProps {
	readonly board: Storyboard;
	/** Undefined while it is on its way. */
	readonly row: StoryboardRow | undefined;
}

/**
 * One planned row: its picture once the forge has painted it, and what it is. A tile may be given another row at any
 * time and shows it on the same canvas: each canvas holds its pixels until the browser collects it, long after it left.
 */
export function StoryboardTile({ board, row }: StoryboardTileProps) {
	const name = row === undefined ? '' : toName(row);
	return (
		<figure className="min-w-0">
			<RowPicture board={board} index={row?.index} name={name} />
			{row === undefined ? null : (
				<figcaption className="figures mt-1 text-xs leading-tight">
					{/* Whole, on as many lines as it takes: a finger has no tooltip. */}
					<span className="flex flex-wrap justify-between gap-x-1 text-text-2">
						<span>#{row.tokenNumber}</span>
						<span>{row.traits.rarity}</span>
					</span>
					<span className="line-clamp-2 font-medium wrap-anywhere">{name}</span>
				</figcaption>
			)}
		</figure>
	);
}

/** Race and class, or the values of all layers, those in front first. */
const toName = ({ traits }: StoryboardRow): string =>
	isLayerTraits(traits)
		? traits.layers
				.map(({ value }) => value)
				.toReversed()
				.join(', ')
		: `${raceLabel(traits.race)} ${classLabel(traits.class)}`;

interface RowPictureProps {
	readonly board: Storyboard;
	/** Undefined while the row is on its way. */
	readonly index: number | undefined;
	readonly name: string;
}

function RowPicture({ board, index, name }: RowPictureProps) {
	const subscribe = useCallback(
		(listener: () => void) => (index === undefined ? () => {} : board.onPicture(index, listener)),
		[board, index],
	);
	const picture = useSyncExternalStore(subscribe, () => (index === undefined ? undefined : board.picture(index)));
	const canvas = useRef<HTMLCanvasElement>(null);
	const holdCanvas = useCallback((element: HTMLCanvasElement) => {
		canvas.current = element;
		return () => {
			canvas.current = null;
			// Gives the pixels back at once.
			element.width = 0;
		};
	}, []);
	useLayoutEffect(() => {
		const element = canvas.current;
		if (element === null) return;
		// Setting the size clears.
		element.width = imagePx;
		const context = element.getContext('2d');
		if (context !== null && picture instanceof Object) context.drawImage(picture, 0, 0);
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
			ref={holdCanvas}
			width={imagePx}
			height={imagePx}
			role="img"
			aria-hidden={index === undefined}
			aria-label={`Sketch of ${name}`}
			data-painted={picture !== undefined || undefined}
			className="block aspect-square w-full rounded-md border border-border bg-surface-3"
		/>
	);
}
