import { Button } from '@adx/ui/controls/button';
import { formatNumber as number } from '@adx/validators/format-number';
import { Grid2x2, Grid3x3 } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { Job, JobImage } from '../../../lib/api/trpc.ts';
import type { ImageView } from '../../../lib/hooks/use-image-view.ts';
import { useMediaQuery } from '../../../lib/hooks/use-media-query.ts';
import { TileSizeSlider, useTileSize } from '../../../lib/images/tile-size.tsx';
import type { IndexRange } from '../../../lib/images/virtual-tile-grid.tsx';
import { useBulkActions } from '../actions/image-bulk-actions.ts';
import type { JobActions } from '../actions/job-actions.ts';
import { isUnfiltered } from '../images/image-filter.ts';
import type { JobImagePages } from '../images/image-pages.ts';
import { ImageToolbar } from '../images/image-toolbar.tsx';
import {
	type FoldedToolbarProps,
	ImageToolbarDisclosure,
	narrowToolbarQuery,
} from '../images/image-toolbar-disclosure.tsx';
import type { JobView } from '../images/job-search-params.ts';
import type { TraitCounts } from '../images/trait-counts.ts';
import { getPlannedState } from '../job-summary.ts';
import { GoToImageField } from './go-to-image-field.tsx';
import { ImageGrid, type ImageGridHandle } from './image-grid.tsx';
import { useImageSelection, useImageSelectionKeys } from './image-selection.ts';
import { ImageSelectionBar } from './image-selection-bar.tsx';

export interface JobImagesProps {
	readonly job: Job;
	readonly pages: JobImagePages;
	/** In the order on show; undefined where an image has not been fetched yet. */
	readonly entries: readonly (JobImage | undefined)[];
	readonly counts: TraitCounts | null;
	readonly jobView: JobView;
	readonly view: ImageView;
	readonly actions: JobActions;
}

/** Tiles of the contact sheet are at least this wide. */
const sheetTilePx = 76;

/** All images of a job as a grid or as a contact sheet. */
export function ImagesTab({ job, pages, entries, counts, jobView, view, actions }: JobImagesProps) {
	const { search, onSearch } = jobView;
	const grid = useRef<ImageGridHandle>(null);
	const [range, setRange] = useState<IndexRange>({ from: 0, to: 0 });
	const [sizePx, setSizePx] = useTileSize();
	const selection = useImageSelection(entries, () => onSearch({ filters: true }));
	useImageSelectionKeys(selection);
	const bulk = useBulkActions(job);
	const position = (
		<p aria-live="off" className="figures text-sm whitespace-nowrap text-text-2">
			{positionText(range, entries.length)}
		</p>
	);
	const { want, images, isComplete } = pages;
	const planned = useMemo(() => getPlannedState(job, images, isComplete), [job, images, isComplete]);
	const isWhole = entries === pages.entries;
	const seeRange = useCallback(
		(next: IndexRange) => {
			setRange(next);
			if (isWhole) want(next.from, next.to);
		},
		[isWhole, want],
	);
	return (
		<section aria-label="Images" className="grid gap-3">
			<div className="z-10 -mx-3 border-b border-border bg-bg px-3 py-2 sm:not-short:sticky sm:top-[calc(3.5rem+var(--banner-height,0px))] sm:-mx-6 sm:px-6">
				<Toolbar job={job} jobView={jobView} counts={counts} status={position}>
					<Button
						aria-pressed={search.isSheet}
						onClick={() => onSearch({ isSheet: !search.isSheet })}
						icon={
							search.isSheet ? <Grid2x2 aria-hidden className="size-4" /> : <Grid3x3 aria-hidden className="size-4" />
						}
					>
						Contact sheet
					</Button>
					{search.isSheet ? null : <TileSizeSlider sizePx={sizePx} onSize={setSizePx} />}
					{/* What it found or not was about the images on show then. */}
					<GoToImageField key={JSON.stringify(search.order)} entries={entries} grid={grid} />
				</Toolbar>
			</div>
			{entries.length === 0 ? (
				<NothingFound jobView={jobView} />
			) : (
				<ImageGrid
					ref={grid}
					entries={entries}
					planned={planned}
					selection={selection}
					minTilePx={search.isSheet ? sheetTilePx : sizePx}
					isDense={search.isSheet}
					currentId={view.imageId}
					onOpen={view.onShow}
					onRange={seeRange}
				/>
			)}
			<ImageSelectionBar
				job={job}
				selection={selection}
				actions={actions}
				bulk={bulk}
				isWhole={isUnfiltered(search.order)}
			/>
		</section>
	);
}

/** The toolbar with the position at its end; in narrow windows it is folded, and the position stays in sight. */
function Toolbar({ status, children, ...toolbar }: FoldedToolbarProps) {
	const isNarrow = useMediaQuery(narrowToolbarQuery);
	if (isNarrow) {
		return (
			<ImageToolbarDisclosure {...toolbar} status={status}>
				{children}
			</ImageToolbarDisclosure>
		);
	}
	return (
		<ImageToolbar {...toolbar}>
			{children}
			<div className="ml-auto self-center">{status}</div>
		</ImageToolbar>
	);
}

/** '4,101–4,120 / 10,000' */
const positionText = ({ from, to }: IndexRange, count: number) => {
	return count === 0 ? '0 / 0' : `${number(Math.min(from, count - 1) + 1)}–${number(to + 1)} / ${number(count)}`;
};

function NothingFound({ jobView }: { readonly jobView: JobView }) {
	const { search, onSearch } = jobView;
	return (
		<div className="grid justify-items-center gap-3 py-12 text-center">
			<p className="text-text-2">No image of this collection matches.</p>
			<Button tone="primary" onClick={() => onSearch({ order: { ...search.order, shown: 'all', traits: [] } })}>
				Show all images
			</Button>
		</div>
	);
}
