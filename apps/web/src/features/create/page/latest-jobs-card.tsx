import { Button } from '@adx/ui/controls/button';
import { ErrorWithRetry } from '@adx/ui/feedback/error-with-retry';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { Card } from '@adx/ui/surfaces/card';
import { coverImageCount } from '@adx/validators/limits';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Job, JobImage } from '../../../lib/api/trpc.ts';
import { formatArtStyle } from '../../../lib/format/format-art-style.ts';
import { formatDate } from '../../../lib/format/format-date.ts';
import { imageFileUrl } from '../../jobs/image-labels.ts';
import { formatImageCount, phaseLabels } from '../../jobs/job-labels.ts';
import { useJobImages, useJobs } from '../../jobs/job-queries.ts';
import { formatRacesAndClasses, getJobTitle } from '../../jobs/job-summary.ts';
import { AllJobs } from '../../jobs/list/all-jobs.tsx';
import { formatShowAll, getLatestJobs, latestCount } from './latest-jobs.ts';

/** The newest collections, and on demand every job there was; `onChoose` leads to where the first one begins. */
export default function LatestJobsCard({ onChoose }: { readonly onChoose: () => void }) {
	const { data: jobs, error, refetch } = useJobs();
	const [isUnfolded, setUnfolded] = useState(false);
	const all = jobs ?? [];
	const { latest, total } = getLatestJobs(all);
	return (
		<Card title="Latest characters">
			{jobs === undefined && error !== null ? (
				<ErrorWithRetry message={error.message} retryLabel="Load again" onRetry={refetch} />
			) : jobs === undefined ? (
				<div
					role="status"
					aria-label="Loading collections"
					className="grid grid-cols-2 gap-4 md:grid-cols-3 xl:grid-cols-5"
				>
					{[1, 2, 3, 4, 5].map((place) => (
						<Skeleton key={place} className="aspect-square w-full rounded-md!" />
					))}
				</div>
			) : latest.length === 0 ? (
				<div className="grid justify-items-start gap-3">
					<p className="text-text-2">No completed characters yet</p>
					<Button onClick={onChoose}>Choose the first races</Button>
				</div>
			) : (
				<ul className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5">
					{latest.map((job) => (
						<li key={job.id}>
							<JobPreview job={job} />
						</li>
					))}
				</ul>
			)}
			<div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 empty:hidden">
				{total > latestCount ? (
					<p className="figures text-sm text-text-2">{`Showing latest ${latestCount} collections • ${total} total`}</p>
				) : null}
				{all.length > latest.length ? (
					<Button size="small" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
						{isUnfolded ? 'Show the latest only' : formatShowAll(all)}
					</Button>
				) : null}
			</div>
			{isUnfolded && all.length > latest.length ? <AllJobs jobs={all} /> : null}
		</Card>
	);
}

function JobPreview({ job }: { readonly job: Job }) {
	const { data: images = job.generatedImages } = useJobImages(job, coverImageCount);
	const isDrawn = ({ imageUrl }: JobImage) => imageUrl !== null;
	const cover = images.find(isDrawn) ?? job.generatedImages.find(isDrawn);
	return (
		<Link
			to="/jobs/$jobId"
			params={{ jobId: job.id }}
			className="group block h-full overflow-hidden rounded-md border border-border bg-surface-2 hover:border-primary"
		>
			{cover !== undefined ? (
				<img
					src={imageFileUrl(cover, '512')}
					alt=""
					loading="lazy"
					width={512}
					height={512}
					className="aspect-square w-full object-cover"
				/>
			) : (
				<span className="grid aspect-square place-items-center bg-surface-3 text-sm text-text-2">
					First image is being drawn
				</span>
			)}
			<span className="block p-3">
				<span className="block truncate font-semibold text-text">{getJobTitle(job)}</span>
				{job.layers === null ? (
					<span className="mt-1 line-clamp-2 text-sm text-text-2">{formatRacesAndClasses(job)}</span>
				) : null}
				<span className="mt-1 block text-sm text-text-2">{formatArtStyle(job)}</span>
				<span className="figures mt-1 block text-sm text-text-3">
					{`Job #${job.number} · ${formatImageCount(job.totalImages)}`}
					{job.completedAt === null
						? ` · ${phaseLabels[job.phase].toLowerCase()}`
						: ` · ${formatDate(job.completedAt)}`}
				</span>
			</span>
		</Link>
	);
}
