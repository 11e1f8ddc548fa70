import { showToast } from '@adx/ui/feedback/toast-store';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import clsx from 'clsx';
import { CirclePause } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Job } from '../../../lib/api/trpc.ts';
import { useProgressTitle } from '../../../shell/page-title.ts';
import { formatCount, formatProgress, formatTabTitle, phaseLabels } from '../job-labels.ts';
import { useJob, useJobs } from '../job-queries.ts';
import { getJobTitle, getOutcomeMessage, isUnfinished, toPercent } from '../job-summary.ts';

/** The job under way: the one that the page is about if it is, else the one at work, else one that waits. */
function useOpenJob(): Job | null {
	const { jobId } = useParams({ strict: false });
	const { job: chosenId } = useSearch({ strict: false });
	const { data: jobs = [] } = useJobs();
	const open = jobs.filter(isUnfinished);
	const named = open.find(({ id }) => id === (jobId ?? chosenId));
	const found = named ?? open.find(({ phase }) => phase === 'running') ?? open[0];
	// The list is asked for less often than one job is.
	const { data: job = found } = useJob(found?.id ?? null);
	return job !== undefined && isUnfinished(job) ? job : null;
}

/** Tells of jobs that end while another page is looked at: on their own their end is in view. */
function useNoticeOfEnd(): void {
	const { jobId } = useParams({ strict: false });
	const { job: chosenId } = useSearch({ strict: false });
	const { data: jobs } = useJobs();
	const openIds = useRef<ReadonlySet<string>>(new Set());
	const tell = useEffectEvent((job: Job) => {
		if (job.id === jobId || job.id === chosenId || job.phase === 'cancelled') return;
		showToast({
			title: job.status === 'failed' ? 'Generation Failed' : 'Generation Ended',
			description: `${getJobTitle(job)}: ${job.status === 'failed' ? getOutcomeMessage(job) : formatProgress(job)}`,
			tone: job.status === 'failed' ? 'destructive' : 'success',
		});
	});
	useEffect(() => {
		if (jobs === undefined) return;
		for (const job of jobs) if (openIds.current.has(job.id) && !isUnfinished(job)) tell(job);
		openIds.current = new Set(jobs.filter(isUnfinished).map(({ id }) => id));
	}, [jobs]);
}

/** How far the job under way is, on every page: a thin bar under the page's bar, its numbers, and the tab's title. */
export function HeaderProgress() {
	const job = useOpenJob();
	useNoticeOfEnd();
	useProgressTitle(job === null ? null : formatTabTitle(job, toPercent(job)));
	if (job === null) return null;
	const percent = toPercent(job);
	const isPaused = job.phase === 'paused';
	return (
		<>
			<Link
				to="/jobs/$jobId"
				params={{ jobId: job.id }}
				title={getJobTitle(job)}
				className="figures control-height hidden items-center rounded-sm px-2 text-sm whitespace-nowrap text-text-2 hover:bg-surface-3 hover:text-text lg:flex"
			>
				<span className="mr-2 max-w-40 truncate text-text max-xl:hidden">{getJobTitle(job)}</span>
				<span className="sr-only">Images made: </span>
				{isPaused ? <span className="mr-1.5 font-semibold text-gold">{phaseLabels.paused}</span> : null}
				{`${formatCount(job.progress)} / ${formatCount(job.batchSize)} · ${percent}%`}
			</Link>
			{isPaused ? (
				<Link
					to="/jobs/$jobId"
					params={{ jobId: job.id }}
					title={getJobTitle(job)}
					aria-label={`${phaseLabels.paused}: ${getJobTitle(job)}`}
					className="control-height grid min-w-8 place-items-center rounded-sm text-gold hover:bg-surface-3 lg:hidden"
				>
					<CirclePause aria-hidden className="size-[1.125rem]" />
				</Link>
			) : null}
			<span aria-hidden data-header-progress className="absolute inset-x-0 bottom-[-3px] h-[3px] bg-surface-3">
				<span
					className={clsx(
						'block h-full origin-left transition-transform duration-[240ms] ease-frost',
						// Told apart without colours too, where there is no room for the word.
						isPaused
							? 'bg-[repeating-linear-gradient(90deg,var(--color-gold)_0_6px,transparent_6px_10px)]'
							: 'bg-primary',
					)}
					style={{ transform: `scaleX(${percent / 100})` }}
				/>
			</span>
		</>
	);
}
