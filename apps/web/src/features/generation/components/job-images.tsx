import { Button } from '@adx/ui/button';
import { Grid2x2, Grid3x3 } from 'lucide-react';
import { type RefObject, type SubmitEvent, useCallback, useRef, useState } from 'react';
import type { Job, JobImage } from '../../../lib/trpc.ts';
import { type GridRange, ImageGrid, type ImageGridHandle } from './image-grid.tsx';
import type { JobImagePages } from './job-image-pages.ts';
import type { JobView } from './job-search.ts';
import { JobToolbar } from './job-toolbar.tsx';
import type { TraitCounts } from './job-trait-counts.ts';
import type { ImageView } from './results.tsx';

export interface JobImagesProps {
	readonly job: Job;
	readonly pages: JobImagePages;
	/** In the order on show; undefined where an image has not been fetched yet. */
	readonly entries: readonly (JobImage | undefined)[];
	readonly counts: TraitCounts | null;
	readonly jobView: JobView;
	readonly view: ImageView;
}

/** All images of a job as a grid or as a contact sheet. */
export function JobImages({ pages, entries, counts, jobView, view }: JobImagesProps) {
	const { search, onSearch } = jobView;
	const grid = useRef<ImageGridHandle>(null);
	const [range, setRange] = useState<GridRange>({ from: 0, to: 0 });
	const { want } = pages;
	const isWhole = entries === pages.entries;
	const seeRange = useCallback(
		(next: GridRange) => {
			setRange(next);
			if (isWhole) want(next.from, next.to);
		},
		[isWhole, want],
	);
	return (
		<section aria-label="Images" className="grid gap-3">
			<div className="z-10 -mx-3 border-b border-border bg-bg px-3 py-2 sm:sticky sm:top-14 sm:-mx-6 sm:px-6">
				<JobToolbar jobView={jobView} counts={counts}>
					<Button
						aria-pressed={search.isSheet}
						onClick={() => onSearch({ isSheet: !search.isSheet })}
						icon={
							search.isSheet ? <Grid2x2 aria-hidden className="size-4" /> : <Grid3x3 aria-hidden className="size-4" />
						}
					>
						Contact sheet
					</Button>
					<GoTo entries={entries} grid={grid} />
					<p aria-live="off" className="figures ml-auto self-center text-sm whitespace-nowrap text-text-2">
						{positionText(range, entries.length)}
					</p>
				</JobToolbar>
			</div>
			{entries.length === 0 ? (
				<NothingFound jobView={jobView} />
			) : (
				<ImageGrid
					ref={grid}
					entries={entries}
					density={search.isSheet ? 'dense' : 'roomy'}
					currentId={view.imageId}
					onOpen={view.onShow}
					onRange={seeRange}
				/>
			)}
		</section>
	);
}

/** '4,101–4,120 / 10,000' */
const positionText = ({ from, to }: GridRange, count: number) => {
	const number = (value: number) => value.toLocaleString('en');
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

interface GoToProps {
	readonly entries: readonly (JobImage | undefined)[];
	readonly grid: RefObject<ImageGridHandle | null>;
}

/** Leads to an image by its number. */
function GoTo({ entries, grid }: GoToProps) {
	const [text, setText] = useState('');
	const [problem, setProblem] = useState<string | null>(null);

	function submit(event: SubmitEvent) {
		event.preventDefault();
		const number = Number(text.trim().replace(/^#/, ''));
		const found = entries.findIndex((image) => image?.tokenNumber === number);
		// What is not fetched yet stands at the place of its number.
		const place = found >= 0 ? found : entries[number - 1] === undefined ? number - 1 : -1;
		const isThere = Number.isInteger(number) && place >= 0 && place < entries.length;
		setProblem(isThere ? null : `There is no #${text} here`);
		if (isThere) grid.current?.goTo(place);
	}

	return (
		<form onSubmit={submit} className="flex items-end gap-1.5">
			<label className="grid gap-1 text-sm text-text-2">
				Go to #
				<input
					inputMode="numeric"
					value={text}
					onChange={(event) => setText(event.target.value)}
					aria-describedby={problem === null ? undefined : 'go-to-problem'}
					aria-invalid={problem === null ? undefined : true}
					className="control-height w-20 rounded-sm border border-line bg-surface-2 px-2 text-text"
				/>
			</label>
			<Button type="submit">Go</Button>
			{problem === null ? null : (
				<p id="go-to-problem" role="alert" className="self-center text-sm text-ember-text">
					{problem}
				</p>
			)}
		</form>
	);
}
