import { Button } from '@adx/ui/controls/button';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { isPaidEngine } from '@adx/validators/engines/engines';
import type { Job, JobImage } from '../../../lib/api/trpc.ts';
import { useMediaQuery } from '../../../lib/hooks/use-media-query.ts';
import type { JobActions } from '../actions/job-actions.ts';
import { JobActionError } from '../actions/job-controls.tsx';
import type { JobImagePages } from '../images/image-pages.ts';
import { ImageToolbar } from '../images/image-toolbar.tsx';
import { ImageToolbarDisclosure, narrowToolbarQuery } from '../images/image-toolbar-disclosure.tsx';
import type { JobView } from '../images/job-search-params.ts';
import type { TraitCounts } from '../images/trait-counts.ts';
import { formatImageCount } from '../job-labels.ts';
import { isUnfinished } from '../job-summary.ts';
import { RefusalTable } from './refusal-table.tsx';
import { RegenerateRejected, RejectedNote, ReviewProgress } from './review-tools.tsx';
import { ReviewView } from './review-view.tsx';

export interface ReviewTableProps {
	readonly job: Job;
	readonly pages: JobImagePages;
	/** In the order on show. */
	readonly ordered: readonly JobImage[];
	/** The images marked as rejected. */
	readonly rejected: readonly JobImage[];
	readonly counts: TraitCounts | null;
	readonly jobView: JobView;
	readonly actions: JobActions;
}

/** Decides image by image what stays; nothing is deleted by it. */
export function ReviewTable(props: ReviewTableProps) {
	const { job, pages, ordered, rejected, counts, jobView, actions } = props;
	// Then what concerns all images at once stands below the picture.
	const isNarrow = useMediaQuery(narrowToolbarQuery);
	const drawn = ordered.filter((image) => image.imageUrl !== null);
	const shared = { job, rejected, actions };
	const regenerate = <RegenerateRejected {...shared} pages={pages} />;
	const note = <RejectedNote {...shared} />;
	return (
		<section aria-label="Review" className="grid gap-2">
			{isNarrow ? (
				<ImageToolbarDisclosure job={job} jobView={jobView} counts={counts} status={<ReviewProgress pages={pages} />} />
			) : (
				<ImageToolbar job={job} jobView={jobView} counts={counts}>
					<div className="ml-auto flex flex-wrap items-center gap-3">
						<ReviewProgress pages={pages} />
						{regenerate}
					</div>
				</ImageToolbar>
			)}
			<JobActionError actions={actions} />
			{drawn.length > 0 ? (
				<ReviewView {...props} images={drawn} isReading={!pages.isComplete} isNarrow={isNarrow}>
					{isNarrow ? regenerate : null}
					{note}
				</ReviewView>
			) : pages.images.length === 0 && !pages.isComplete ? (
				<Skeleton className="aspect-video w-full rounded-lg!" />
			) : (
				<NothingToReview
					job={job}
					jobView={jobView}
					hasDrawn={pages.images.some(({ imageUrl }) => imageUrl !== null)}
				/>
			)}
			{isNarrow && drawn.length === 0 ? <div className="justify-self-center">{regenerate}</div> : null}
			{isPaidEngine(job.engine) ? <RefusalTable images={pages.images} jobView={jobView} /> : null}
		</section>
	);
}

interface NothingProps {
	readonly job: Job;
	readonly jobView: JobView;
	readonly hasDrawn: boolean;
}

function NothingToReview({ job, jobView, hasDrawn }: NothingProps) {
	const { search, onSearch } = jobView;
	return (
		<div className="grid justify-items-center gap-3 py-12 text-center">
			<p className="text-text-2">
				{hasDrawn
					? 'No drawn image matches what is shown.'
					: `None of the ${formatImageCount(job.batchSize)} ${isUnfinished(job) ? 'is drawn yet' : 'was drawn'}.`}
			</p>
			{hasDrawn ? (
				<Button tone="primary" onClick={() => onSearch({ order: { ...search.order, shown: 'all', traits: [] } })}>
					Show all images
				</Button>
			) : (
				<Button onClick={() => onSearch({ tab: 'plan' })}>See the plan</Button>
			)}
		</div>
	);
}
