import { Button } from '@adx/ui/button';
import { Skeleton } from '@adx/ui/skeleton';
import type { Job, JobImage } from '../../../lib/trpc.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { FoldedToolbar, narrowToolbarQuery } from '../../job/components/folded-toolbar.tsx';
import { JobActionError } from '../../job/components/job-controls.tsx';
import { JobToolbar } from '../../job/components/job-toolbar.tsx';
import type { JobActions } from '../../job/job-actions.ts';
import type { JobImagePages } from '../../job/job-image-pages.ts';
import type { JobView } from '../../job/job-search.ts';
import type { TraitCounts } from '../../job/job-trait-counts.ts';
import { imagesText } from '../../job/job-words.ts';
import { ReviewDesk } from './review-desk.tsx';
import { ReviewRefusals } from './review-refusals.tsx';
import { RegenerateRejected, RejectedNote, Tally } from './review-tools.tsx';

export interface ReviewTableProps {
	readonly job: Job;
	readonly pages: JobImagePages;
	/** In the order on show. */
	readonly ordered: readonly JobImage[];
	/** Those that the bulk action would make anew. */
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
	const regenerate = <RegenerateRejected rejected={rejected} actions={actions} />;
	const note = <RejectedNote rejected={rejected} actions={actions} />;
	return (
		<section aria-label="Review" className="grid gap-2 sm:gap-4">
			{isNarrow ? (
				<FoldedToolbar jobView={jobView} counts={counts} status={<Tally images={pages.images} />} />
			) : (
				<>
					<JobToolbar jobView={jobView} counts={counts}>
						<div className="ml-auto flex flex-wrap items-center gap-3">
							<Tally images={pages.images} />
							{regenerate}
						</div>
					</JobToolbar>
					{drawn.length > 0 ? note : null}
				</>
			)}
			<JobActionError actions={actions} />
			{drawn.length > 0 ? (
				<ReviewDesk {...props} images={drawn} isNarrow={isNarrow}>
					{isNarrow ? (
						<>
							{regenerate}
							{note}
						</>
					) : null}
				</ReviewDesk>
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
			{job.engine === 'gemini' ? <ReviewRefusals images={pages.images} jobView={jobView} /> : null}
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
				{hasDrawn ? 'No drawn image matches what is shown.' : `None of the ${imagesText(job.batchSize)} is drawn yet.`}
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
