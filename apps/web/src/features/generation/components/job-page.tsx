import { Badge } from '@adx/ui/badge';
import { Button } from '@adx/ui/button';
import { Card } from '@adx/ui/card';
import { ProgressBar } from '@adx/ui/progress-bar';
import { Skeleton } from '@adx/ui/skeleton';
import { Compass } from 'lucide-react';
import { MessagePage } from '../../../components/message-page.tsx';
import { statusOf } from '../../../lib/error-sentences.ts';
import type { Job } from '../../../lib/trpc.ts';
import { castText, isOpen, jobTitle, lookText, outcomeText, percentOf, workText } from '../logic.ts';
import { useJob, useJobImages } from '../queries.ts';
import { DownloadButton } from './download-button.tsx';
import { ImageGrid } from './image-grid.tsx';
import { Lightbox } from './lightbox.tsx';
import type { ImageView } from './results.tsx';

/** Everything about one job: its state, and all its images. */
export function JobPage({ jobId, view }: { readonly jobId: string; readonly view: ImageView }) {
	const { data: job, error, refetch } = useJob(jobId);
	const images = useJobImages(job);
	if (job === undefined && error !== null) {
		return statusOf(error) === 404 ? (
			<MessagePage title="No job found" icon={<Compass aria-hidden className="size-7" />} homeLabel="Back to Create">
				There is no such job among yours.
			</MessagePage>
		) : (
			<main className="mx-auto max-w-lg px-4 py-16">
				<Card title="The job could not be loaded">
					<p role="alert" className="mb-4 text-text-2">
						{error.message}
					</p>
					<Button tone="primary" onClick={() => void refetch()}>
						Load again
					</Button>
				</Card>
			</main>
		);
	}
	return (
		<main className="mx-auto grid w-full max-w-[100rem] gap-4 px-3 py-6 sm:px-6">
			{job === undefined ? <Skeleton className="h-40 w-full rounded-lg!" /> : <JobHeader job={job} />}
			{images.error !== null && images.data === undefined ? (
				<Card title="The images could not be loaded">
					<p role="alert" className="mb-4 text-text-2">
						{images.error.message}
					</p>
					<Button onClick={() => void images.refetch()}>Load the images again</Button>
				</Card>
			) : (
				<section aria-label="Images">
					<ImageGrid images={images.data ?? []} currentId={view.imageId} onOpen={view.onShow} />
				</section>
			)}
			<Lightbox images={images.data ?? []} {...view} />
		</main>
	);
}

const badges = {
	pending: { tone: 'neutral', text: 'Pending' },
	generating: { tone: 'active', text: 'Generating' },
	completed: { tone: 'ok', text: 'Completed' },
	failed: { tone: 'bad', text: 'Failed' },
} as const;

function JobHeader({ job }: { readonly job: Job }) {
	const percent = percentOf(job);
	return (
		<Card>
			<div className="flex flex-wrap items-start justify-between gap-4">
				<div className="min-w-0">
					<h1 className="font-title text-3xl break-words">{jobTitle(job)}</h1>
					<div className="mt-2 flex flex-wrap items-center gap-2">
						<Badge tone={badges[job.status].tone}>{badges[job.status].text}</Badge>
						<p className="figures text-text-2">{`Job #${job.number} · ${job.progress} of ${job.batchSize} images`}</p>
					</div>
				</div>
				{job.status === 'completed' && job.totalImages > 0 ? <DownloadButton job={job} /> : null}
			</div>
			<p role="status" className="mt-4 mb-2 text-text-2">
				{isOpen(job) ? workText(job) : outcomeText(job)}
			</p>
			<ProgressBar
				label="Images generated"
				percent={percent}
				valueText={`${job.progress} of ${job.batchSize} images`}
			/>
			<p className="mt-4 line-clamp-3 text-sm text-text-2">
				{castText(job)} · {lookText(job)}
			</p>
		</Card>
	);
}
