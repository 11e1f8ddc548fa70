import { focusFirstHeading } from '@adx/ui/focus/focus-heading';
import clsx from 'clsx';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Job } from '../../../lib/api/trpc.ts';
import type { ImageView } from '../../../lib/hooks/use-image-view.ts';
import { JobProgressCard } from '../../jobs/job-progress-card.tsx';
import { useJob, useJobs } from '../../jobs/job-queries.ts';
import { isUnfinished } from '../../jobs/job-summary.ts';
import { StatusPanel } from '../../jobs/list/status-panel.tsx';
import { getVisibleJobId } from './latest-jobs.ts';
import { ResultImages } from './result-images.tsx';

export interface ResultsTabProps {
	/** The job that the address names; null for none. */
	readonly chosenJobId: string | null;
	readonly view: ImageView;
	/** Leads to where a first job begins. */
	readonly onChoose: () => void;
	/** Whether the focus goes here, from a button that is no longer on show. */
	readonly takesFocus: boolean;
	readonly onFocused: () => void;
}

/** The job on show, which stays while it changes and others end, until the address names another. */
function useVisibleJobId(jobs: readonly Job[], chosenJobId: string | null): string | null {
	const [shownId, setShownId] = useState<string | null>(null);
	const isThere = jobs.some(({ id }) => id === shownId);
	const jobId = chosenJobId ?? (isThere ? shownId : getVisibleJobId(jobs, null));
	if (jobId !== shownId) setShownId(jobId);
	return jobId;
}

/** What became of one job: how far it is, and its pictures. */
export default function ResultsTab({ chosenJobId, view, onChoose, takesFocus, onFocused }: ResultsTabProps) {
	const place = useRef<HTMLDivElement>(null);
	const { data: jobs, error: jobsError, refetch: refetchJobs } = useJobs();
	const jobId = useVisibleJobId(jobs ?? [], chosenJobId);
	const { data: job, error: jobError, refetch: refetchJob } = useJob(jobId);
	// Without the list nobody knows whether there is a job to show.
	const status =
		jobId !== null
			? { error: jobError, onRetry: () => void refetchJob() }
			: { error: jobs === undefined ? jobsError : null, onRetry: () => void refetchJobs() };
	const moveFocus = useEffectEvent(() => {
		focusFirstHeading(place.current, 'h2');
		onFocused();
	});
	useEffect(() => {
		if (takesFocus) moveFocus();
	}, [takesFocus]);
	return (
		<div
			ref={place}
			className={clsx('grid items-start gap-4', job === undefined ? 'max-w-2xl' : 'lg:grid-cols-[20rem_minmax(0,1fr)]')}
		>
			<h2 className="sr-only">Results</h2>
			<div className="grid min-w-0 gap-4">
				{job !== undefined && isUnfinished(job) ? <JobProgressCard job={job} /> : null}
				<StatusPanel jobId={jobId} isLoading={jobs === undefined} job={job} {...status} onBegin={onChoose} />
			</div>
			{job === undefined ? null : <ResultImages job={job} view={view} />}
		</div>
	);
}
