import { Button, buttonClass } from '@adx/ui/button';
import { Card } from '@adx/ui/card';
import { Skeleton } from '@adx/ui/skeleton';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ImageView } from '../../../lib/image-search.ts';
import type { Job } from '../../../lib/trpc.ts';
import { ImageTile } from '../../job/components/image-tile.tsx';
import { JobPaidDialog } from '../../job/components/job-paid-dialog.tsx';
import { useJobActions } from '../../job/job-actions.ts';
import { countTraits } from '../../job/job-trait-counts.ts';
import { jobTitle } from '../../job/logic.ts';
import { useJobImages } from '../../job/queries.ts';
import { Lightbox } from '../../review/components/lightbox.tsx';

/** The Create page shows this many; the job's own page shows all. */
const shownImages = 24;

/** The pictures of the job on show, filling their places as they are drawn. */
export function Results({ job, view }: { readonly job: Job; readonly view: ImageView }) {
	const { data: images, error, refetch } = useJobImages(job, shownImages);
	const actions = useJobActions(job);
	const counts = useMemo(
		() => (images === undefined || job.batchSize > shownImages ? null : countTraits(images)),
		[images, job.batchSize],
	);
	return (
		<Card
			title={jobTitle(job)}
			actions={
				<Link to="/jobs/$jobId" params={{ jobId: job.id }} className={buttonClass('secondary', 'small')}>
					{job.batchSize > shownImages ? `See all ${job.batchSize}` : 'Open job page'}
				</Link>
			}
		>
			{images === undefined && error !== null ? (
				<div role="alert" className="grid justify-items-start gap-3">
					<p>{error.message}</p>
					<Button onClick={() => void refetch()}>Load the images again</Button>
				</div>
			) : (
				<ul aria-label="Images" className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-4">
					{images === undefined
						? Array.from({ length: Math.min(job.batchSize, shownImages) }, (_, place) => (
								<li key={place}>
									<Skeleton className="aspect-square w-full rounded-md!" />
								</li>
							))
						: images.map((image) => (
								<li key={image.id}>
									<ImageTile image={image} onOpen={view.onShow} />
								</li>
							))}
				</ul>
			)}
			<Lightbox images={images ?? []} actions={actions} counts={counts} {...view} />
			<JobPaidDialog job={job} actions={actions} rejected={[]} />
		</Card>
	);
}
