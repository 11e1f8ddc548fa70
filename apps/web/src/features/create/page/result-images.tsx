import { buttonClass } from '@adx/ui/controls/button';
import { ErrorWithRetry } from '@adx/ui/feedback/error-with-retry';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { Card } from '@adx/ui/surfaces/card';
import { formatNumber } from '@adx/validators/format-number';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Job } from '../../../lib/api/trpc.ts';
import type { ImageView } from '../../../lib/hooks/use-image-view.ts';
import { useJobActions } from '../../jobs/actions/job-actions.ts';
import { PaidWorkDialog } from '../../jobs/actions/paid-work-dialog.tsx';
import { toDrawnFirst } from '../../jobs/images/image-filter.ts';
import { ImageTile } from '../../jobs/images/image-tile.tsx';
import { countImageTraits } from '../../jobs/images/trait-counts.ts';
import { useJobImages } from '../../jobs/job-queries.ts';
import { getJobTitle, getPlannedState, isUnfinished } from '../../jobs/job-summary.ts';
import { ImageLightbox } from '../../jobs/review/image-lightbox.tsx';

/** The Create page shows this many; the job's own page shows all. */
const shownImages = 24;

/** The pictures of the job on show, filling their places as they are drawn. */
export function ResultImages({ job, view }: { readonly job: Job; readonly view: ImageView }) {
	const { data: fetched, error, refetch } = useJobImages(job, shownImages);
	const isPart = job.batchSize > shownImages;
	const planned = getPlannedState(job, fetched ?? [], !isPart);
	// Their places stay as long as pictures may come.
	const isOpen = isUnfinished(job) || planned === 'loading';
	const images = useMemo(() => (fetched === undefined || isOpen ? fetched : toDrawnFirst(fetched)), [fetched, isOpen]);
	const actions = useJobActions(job);
	const counts = useMemo(() => (images === undefined || isPart ? null : countImageTraits(images)), [images, isPart]);
	return (
		<Card
			title={
				<span title={getJobTitle(job)} className="line-clamp-2">
					{getJobTitle(job)}
				</span>
			}
			actions={
				<Link to="/jobs/$jobId" params={{ jobId: job.id }} className={buttonClass('secondary', 'small')}>
					{job.totalImages > shownImages ? `See all ${formatNumber(job.totalImages)}` : 'Open job page'}
				</Link>
			}
		>
			{images === undefined && error !== null ? (
				<ErrorWithRetry message={error.message} retryLabel="Load the images again" onRetry={refetch} />
			) : (
				<ul aria-label="Images" className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(10rem,1fr))]">
					{images === undefined
						? Array.from({ length: Math.min(job.batchSize, shownImages) }, (_, place) => (
								<li key={place}>
									<Skeleton className="aspect-square w-full rounded-md!" />
								</li>
							))
						: images.map((image) => (
								<li key={image.id}>
									<ImageTile image={image} planned={planned} onOpen={view.onShow} />
								</li>
							))}
				</ul>
			)}
			<ImageLightbox
				images={images ?? []}
				rest={isPart ? <RestLink job={job} imageId={view.imageId} /> : undefined}
				actions={actions}
				counts={counts}
				{...view}
			/>
			<PaidWorkDialog job={job} actions={actions} rejected={[]} />
		</Card>
	);
}

/** From the first images of a large job to the same one among all of them. */
function RestLink({ job, imageId }: { readonly job: Job; readonly imageId: string | null }) {
	return (
		<Link
			to="/jobs/$jobId"
			params={{ jobId: job.id }}
			search={{ image: imageId ?? undefined }}
			className="rounded-sm whitespace-nowrap text-primary underline underline-offset-2"
		>
			{`See all ${formatNumber(job.totalImages)}`}
		</Link>
	);
}
