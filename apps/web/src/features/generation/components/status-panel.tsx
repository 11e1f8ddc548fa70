import { Card } from '@adx/ui/card';
import { Skeleton } from '@adx/ui/skeleton';
import { CircleCheck, CircleX, Compass, LoaderCircle, Snowflake } from 'lucide-react';
import type { ReactNode } from 'react';
import { statusOf } from '../../../lib/error-sentences.ts';
import type { Job } from '../../../lib/trpc.ts';
import { isOpen, jobTitle, outcomeText, percentOf } from '../logic.ts';

export interface StatusPanelProps {
	readonly jobId: string | null;
	readonly job: Job | undefined;
	readonly error: unknown;
}

/** What became of the job on show. */
export function StatusPanel({ jobId, job, error }: StatusPanelProps) {
	return (
		<Card title="Generation status">
			<Status jobId={jobId} job={job} error={error} />
		</Card>
	);
}

function Status({ jobId, job, error }: StatusPanelProps) {
	if (jobId === null) {
		return (
			<Line icon={<Snowflake aria-hidden className="size-6 text-primary" />} title="Ready to Create">
				Choose races, classes, a style and a background, then press Generate ADX Characters.
			</Line>
		);
	}
	if (job === undefined && error !== null) {
		const isMissing = statusOf(error) === 404;
		return (
			<Line
				icon={<Compass aria-hidden className="size-6 text-warn" />}
				title={isMissing ? 'No job found' : 'Status unknown'}
			>
				{isMissing ? 'There is no such job among yours.' : error instanceof Error ? error.message : ''}
			</Line>
		);
	}
	if (job === undefined) {
		return (
			<div role="status" aria-label="Loading generation status" className="grid gap-2">
				<Skeleton className="h-5 w-56" />
				<Skeleton className="h-4 w-36" />
			</div>
		);
	}
	const count = job.totalImages === 1 ? '1 image' : `${job.totalImages} images`;
	if (isOpen(job)) {
		return (
			<Line
				icon={<LoaderCircle aria-hidden className="size-6 animate-spin text-primary" />}
				title={`${percentOf(job)}% complete`}
			>
				{`${jobTitle(job)}: ${job.progress} of ${job.batchSize} images`}
			</Line>
		);
	}
	if (job.status === 'failed') {
		return (
			<Line icon={<CircleX aria-hidden className="size-6 text-ember-text" />} title={outcomeText(job)}>
				{jobTitle(job)}
			</Line>
		);
	}
	return (
		<Line icon={<CircleCheck aria-hidden className="size-6 text-ok" />} title={outcomeText(job)}>
			{`${jobTitle(job)}: ${count}`}
		</Line>
	);
}

function Line({
	icon,
	title,
	children,
}: {
	readonly icon: ReactNode;
	readonly title: string;
	readonly children: string;
}) {
	return (
		<div className="flex gap-3" aria-live="polite">
			<span className="shrink-0">{icon}</span>
			<div className="min-w-0">
				<p className="font-semibold break-words">{title}</p>
				<p className="figures text-sm break-words text-text-2">{children}</p>
			</div>
		</div>
	);
}
