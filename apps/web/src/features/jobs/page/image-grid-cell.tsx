import clsx from 'clsx';
import type { MouseEvent, ReactNode } from 'react';
import type { JobImage } from '../../../lib/api/trpc.ts';
import { imageTitle } from '../image-labels.ts';
import type { ImageSelection } from './image-selection.ts';

export interface GridCellProps {
	/** In the order on show. */
	readonly place: number;
	readonly image: JobImage | undefined;
	readonly selection: ImageSelection;
	/** Whether the grid's one tab stop is here; then the box is the next. */
	readonly isTabStop: boolean;
	readonly children: ReactNode;
}

/** A tile with its box to choose it. Ctrl or Cmd with a click chooses as well, Shift chooses the range up to here. */
export function ImageGridCell({ place, image, selection, isTabStop, children }: GridCellProps) {
	if (image === undefined || image.imageUrl === null) return children;
	const isChosen = selection.has(image.id);

	function choose(event: MouseEvent) {
		if (event.shiftKey) selection.extendTo(place);
		else selection.toggle(place);
	}
	function clickTile(event: MouseEvent) {
		if (!event.shiftKey && !event.ctrlKey && !event.metaKey) return;
		event.preventDefault();
		event.stopPropagation();
		choose(event);
	}
	return (
		<div className="group/cell relative">
			<div onClickCapture={clickTile} className={clsx(isChosen && 'rounded-md ring-3 ring-primary')}>
				{children}
			</div>
			<label
				className={clsx(
					'absolute top-0 left-0 grid size-8 cursor-pointer place-items-center pointer-coarse:size-11',
					'focus-within:opacity-100 group-hover/cell:opacity-100 group-focus-within/cell:opacity-100 pointer-coarse:opacity-100',
					!isChosen && selection.images.length === 0 && 'opacity-0',
				)}
			>
				<input
					type="checkbox"
					aria-label={`Choose ${imageTitle(image)}`}
					tabIndex={isTabStop ? 0 : -1}
					checked={isChosen}
					onClick={choose}
					onChange={() => {}}
					className="size-5 accent-primary"
				/>
			</label>
		</div>
	);
}
