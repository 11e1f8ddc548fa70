import { Button } from '@adx/ui/button';
import { Skeleton } from '@adx/ui/skeleton';
import { RotateCcw } from 'lucide-react';
import type { Job, JobImage } from '../../../lib/trpc.ts';
import { JobActionError } from '../../job/components/job-controls.tsx';
import { JobToolbar } from '../../job/components/job-toolbar.tsx';
import type { JobActions } from '../../job/job-actions.ts';
import type { JobImagePages } from '../../job/job-image-pages.ts';
import type { JobView } from '../../job/job-search.ts';
import type { TraitCounts } from '../../job/job-trait-counts.ts';
import { countText, imagesText } from '../../job/job-words.ts';
import { ReviewDesk } from './review-desk.tsx';
import { ReviewRefusals } from './review-refusals.tsx';

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
	const nothing = rejected.length === 0 ? 'No image is rejected, or all that are rejected are locked' : null;
	const obstacle = nothing ?? actions.redrawObstacle ?? actions.busyText;
	// Told only where there is something to make anew; while a call is under way the button says so.
	const why = nothing === null ? actions.redrawObstacle : null;
	const drawn = ordered.filter((image) => image.imageUrl !== null);
	return (
		<section aria-label="Review" className="grid gap-4">
			<JobToolbar jobView={jobView} counts={counts}>
				<div className="ml-auto flex flex-wrap items-center gap-3">
					<Tally images={pages.images} />
					<Button
						tone="primary"
						disabledReason={obstacle ?? undefined}
						onClick={() => actions.begin({ kind: 'regenerate-rejected' })}
						icon={<RotateCcw aria-hidden className="size-4" />}
					>
						{rejected.length === 0 ? 'Regenerate rejected' : `Regenerate ${countText(rejected.length)} rejected`}
					</Button>
				</div>
			</JobToolbar>
			{drawn.length > 0 ? (
				<p className="text-sm text-text-2">
					{`Rejected images stay in the archive until they are regenerated.${why === null ? '' : ` ${why}.`}`}
				</p>
			) : null}
			<JobActionError actions={actions} />
			{drawn.length > 0 ? (
				<ReviewDesk {...props} images={drawn} />
			) : pages.images.length === 0 && !pages.isComplete ? (
				<Skeleton className="aspect-video w-full rounded-lg!" />
			) : (
				<NothingToReview
					job={job}
					jobView={jobView}
					hasDrawn={pages.images.some(({ imageUrl }) => imageUrl !== null)}
				/>
			)}
			{job.engine === 'gemini' ? <ReviewRefusals images={pages.images} jobView={jobView} /> : null}
		</section>
	);
}

/** How far the review is. */
function Tally({ images }: { readonly images: readonly JobImage[] }) {
	const drawn = images.filter(({ imageUrl }) => imageUrl !== null);
	const count = (mark: JobImage['mark']) => countText(drawn.filter((image) => image.mark === mark).length);
	return (
		<p role="status" className="figures text-sm text-text-2">
			{`${count('kept')} kept · ${count('rejected')} rejected · ${count(null)} undecided`}
		</p>
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
