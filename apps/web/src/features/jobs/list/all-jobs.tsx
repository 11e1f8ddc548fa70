import { ImageWithFallback } from '@adx/ui/images/image-with-fallback';
import { Link } from '@tanstack/react-router';
import type { Job } from '../../../lib/api/trpc.ts';
import { formatDate, formatTime } from '../../../lib/format/format-date.ts';
import { imageFileUrl } from '../image-labels.ts';
import { formatProgress } from '../job-labels.ts';
import { JobStateBadge } from '../job-state-badge.tsx';
import { getJobTitle } from '../job-summary.ts';

/** Every job in the order given, whatever became of it; each leads to its page. */
export function AllJobs({ jobs }: { readonly jobs: readonly Job[] }) {
	return (
		<ul aria-label="All collections" className="mt-3 grid max-h-[32rem] gap-2 overflow-y-auto p-px">
			{jobs.map((job) => (
				<li key={job.id} className="[contain-intrinsic-size:auto_4.5rem] [content-visibility:auto]">
					<JobEntry job={job} />
				</li>
			))}
		</ul>
	);
}

function JobEntry({ job }: { readonly job: Job }) {
	const cover = job.generatedImages.find(({ imageUrl }) => imageUrl !== null);
	return (
		<Link
			to="/jobs/$jobId"
			params={{ jobId: job.id }}
			className="grid grid-cols-[3rem_minmax(0,1fr)] items-center gap-3 rounded-md border border-border bg-surface-2 p-2 transition-colors duration-[120ms] hover:border-primary hover:bg-surface-3"
		>
			{cover === undefined ? (
				<span aria-hidden className="size-12 rounded-sm bg-surface-3" />
			) : (
				<ImageWithFallback
					url={imageFileUrl(cover, '200')}
					alt=""
					isLazy
					className="size-12 rounded-sm bg-surface-3 object-cover"
				/>
			)}
			<span className="min-w-0">
				<span className="flex flex-wrap items-center gap-x-2 gap-y-1">
					<span className="min-w-0 font-semibold wrap-anywhere text-text">{getJobTitle(job)}</span>
					<JobStateBadge phase={job.phase} />
				</span>
				<span className="figures block text-sm text-text-2">
					{`Job #${job.number} · ${formatProgress(job)} · ${formatDate(job.createdAt)}, ${formatTime(job.createdAt)}`}
				</span>
			</span>
		</Link>
	);
}
