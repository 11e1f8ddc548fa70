import { Button, buttonClass } from '@adx/ui/controls/button';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { Card } from '@adx/ui/surfaces/card';
import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleSlash, CircleX, Compass, LoaderCircle, Pause, Snowflake } from 'lucide-react';
import type { ReactNode } from 'react';
import { getHttpStatus } from '../../../lib/api/error-messages.ts';
import type { Job } from '../../../lib/api/trpc.ts';
import { EngineConsoleLink } from '../actions/engine-key-link.tsx';
import { useJobActions } from '../actions/job-actions.ts';
import { JobActionError, JobControls } from '../actions/job-controls.tsx';
import { PaidWorkDialog } from '../actions/paid-work-dialog.tsx';
import {
	formatImageCount,
	formatProgress,
	formatSpent,
	getPauseMessage,
	getQuotaMessage,
	isKeyRefused,
} from '../job-labels.ts';
import { useJobs } from '../job-queries.ts';
import { getOutcomeMessage, getShortJobTitle, isUnfinished, toPercent } from '../job-summary.ts';
import { MergeLink } from '../merge-link.tsx';
import { QueueList } from './queue-list.tsx';

export interface StatusPanelProps {
	readonly jobId: string | null;
	/** Whether it is not known yet if there is a job to show. */
	readonly isLoading: boolean;
	readonly job: Job | undefined;
	readonly error: unknown;
	/** Asks again for what could not be had. */
	readonly onRetry: () => void;
	/** Leads to the choices of a first order. */
	readonly onBegin: () => void;
}

/** What became of the job on show, what can be done about it, and what else is under way. */
export function StatusPanel({ job, ...rest }: StatusPanelProps) {
	return (
		<Card title="Generation status">
			{job === undefined ? <WithoutJob {...rest} /> : <WithJob key={job.id} job={job} />}
			<QueueList shownId={rest.jobId} />
		</Card>
	);
}

function WithoutJob({ jobId, isLoading, error, onRetry, onBegin }: Omit<StatusPanelProps, 'job'>) {
	const { data: jobs } = useJobs();
	const isMissing = getHttpStatus(error) === 404;
	// What an address names may be deleted by now, with all others.
	const hasNone = isMissing && jobs?.length === 0;
	if (hasNone || (jobId === null && !isLoading && error === null)) {
		return (
			<Line
				icon={<Snowflake aria-hidden className="size-6 text-primary" />}
				title="Ready to Create"
				action={
					<Button size="small" onClick={onBegin}>
						Begin with the races
					</Button>
				}
			>
				Choose races, classes, a style and a background, then press Generate ADX Characters.
			</Line>
		);
	}
	if (error !== null) {
		return (
			<Line
				icon={<Compass aria-hidden className="size-6 text-warn" />}
				title={isMissing ? 'No job found' : 'Status unknown'}
				action={
					isMissing ? (
						<Link to="/" search={{ tab: 'results' }} className={buttonClass('secondary', 'small')}>
							Show the newest instead
						</Link>
					) : (
						<Button size="small" onClick={onRetry}>
							Try again
						</Button>
					)
				}
			>
				{isMissing ? 'There is no such job among yours.' : error instanceof Error ? error.message : ''}
			</Line>
		);
	}
	return (
		<div role="status" aria-label="Loading generation status" className="grid gap-2">
			<Skeleton className="h-5 w-56" />
			<Skeleton className="h-4 w-36" />
		</div>
	);
}

function WithJob({ job }: { readonly job: Job }) {
	const actions = useJobActions(job);
	const spent = formatSpent(job);
	return (
		<div className="grid gap-3">
			<JobLine job={job} />
			{spent === null ? null : <p className="figures text-sm text-text-2">{spent}</p>}
			{job.failedImages > 0 ? (
				<p className="figures text-sm text-ember-text">{`${formatImageCount(job.failedImages)} could not be drawn`}</p>
			) : null}
			<JobControls job={job} actions={actions} size="small" />
			<JobActionError actions={actions} />
			<PaidWorkDialog job={job} actions={actions} rejected={[]} />
		</div>
	);
}

function JobLine({ job }: { readonly job: Job }) {
	const keyLink = isKeyRefused(job) ? <EngineConsoleLink engine={job.engine} /> : undefined;
	if (job.phase === 'paused') {
		return (
			<Line
				icon={<Pause aria-hidden className="size-6 text-gold" />}
				title={`${toPercent(job)}% complete`}
				action={keyLink}
			>
				{`${getShortJobTitle(job)}: ${formatProgress(job)}. ${getPauseMessage(job, new Date())}`}
			</Line>
		);
	}
	if (isUnfinished(job)) {
		return (
			<Line
				icon={<LoaderCircle aria-hidden className="size-6 animate-spin text-primary" />}
				title={`${toPercent(job)}% complete`}
			>
				{`${getShortJobTitle(job)}: ${formatProgress(job)}`}
			</Line>
		);
	}
	if (job.status === 'failed') {
		const quota = getQuotaMessage(job, new Date());
		return (
			<Line
				icon={<CircleX aria-hidden className="size-6 text-ember-text" />}
				title={getOutcomeMessage(job)}
				action={keyLink}
			>
				{quota === null ? getShortJobTitle(job) : `${getShortJobTitle(job)}. ${quota}`}
			</Line>
		);
	}
	return (
		<Line
			icon={endIcons[job.phase] ?? endIcons.done}
			title={getOutcomeMessage(job)}
			action={job.totalImages > 0 ? <MergeLink job={job} /> : undefined}
		>
			{`${getShortJobTitle(job)}: ${formatImageCount(job.totalImages)}`}
		</Line>
	);
}

const endIcons: Partial<Record<Job['phase'], ReactNode>> = {
	cancelled: <CircleSlash aria-hidden className="size-6 text-text-2" />,
	partial: <CircleAlert aria-hidden className="size-6 text-warn" />,
	done: <CircleCheck aria-hidden className="size-6 text-ok" />,
};

interface LineProps {
	readonly icon: ReactNode;
	readonly title: string;
	readonly children: string;
	/** The way on. */
	readonly action?: ReactNode;
}

function Line({ icon, title, children, action }: LineProps) {
	return (
		<div className="flex gap-3" aria-live="polite">
			<span className="shrink-0">{icon}</span>
			<div className="min-w-0">
				<p className="font-semibold wrap-anywhere">{title}</p>
				<p className="figures text-sm wrap-anywhere text-text-2">{children}</p>
				<div className="mt-2 empty:hidden">{action}</div>
			</div>
		</div>
	);
}
