import { showToast } from '@adx/ui/feedback/toast-store';
import { formatNumber } from '@adx/validators/format-number';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import clsx from 'clsx';
import { CirclePause } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Job } from '../../../lib/api/trpc.ts';
import { useProgressTitle } from '../../../shell/page-title.ts';
import { formatProgress, formatTabTitle, phaseLabels } from '../job-labels.ts';
import { useJob, useJobs } from '../job-queries.ts';
import { getJobTitle, getOutcomeMessage, isUnfinished, toPercent } from '../job-summary.ts';

/**
 * The job under way: the one that the page is about if it is, else the one at work, else one that waits; and the others that
 * are paused, newest first.
 */
function useOpenJobs(): { readonly job: Job | null; readonly othersPaused: readonly Job[] } {
	const { jobId } = useParams({ strict: false });
	const { job: chosenId } = useSearch({ strict: false });
	const { data: jobs = [] } = useJobs();
	const open = jobs.filter(isUnfinished);
	const named = open.find(({ id }) => id === (jobId ?? chosenId));
	const found = named ?? open.find(({ phase }) => phase === 'running') ?? open[0];
	// The list is asked for less often than one job is.
	const { data: job = found } = useJob(found?.id ?? null);
	return {
		job: job !== undefined && isUnfinished(job) ? job : null,
		othersPaused: open.filter(({ id, phase }) => phase === 'paused' && id !== found?.id),
	};
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
	const { job, othersPaused } = useOpenJobs();
	const { jobId } = useParams({ strict: false });
	useNoticeOfEnd();
	// Before the name of another job it would be taken for that one's.
	const isOfOther = jobId !== undefined && jobId !== job?.id;
	useProgressTitle(job === null || isOfOther ? null : formatTabTitle(job, toPercent(job)));
	if (job === null) return null;
	const percent = toPercent(job);
	const isPaused = job.phase === 'paused';
	const paused = isPaused ? [job, ...othersPaused] : othersPaused;
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
				{`${formatNumber(job.progress)} / ${formatNumber(job.batchSize)} · ${percent}%`}
			</Link>
			<PausedJobs
				jobs={othersPaused}
				text={`${formatNumber(othersPaused.length)}${isPaused ? ' more' : ''} paused`}
				className="max-lg:hidden"
			/>
			{/* Where there is no room for the numbers of the job on show, it is one of the paused ones. */}
			<PausedJobs
				jobs={paused}
				text={isPaused && paused.length === 1 ? phaseLabels.paused : `${formatNumber(paused.length)} paused`}
				className="lg:hidden"
			/>
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

interface PausedJobsProps {
	readonly jobs: readonly Job[];
	readonly text: string;
	readonly className: string;
}

/** That jobs are paused, with the way to the first of them; in words where the bar has room for them. */
function PausedJobs({ jobs, text, className }: PausedJobsProps) {
	const [first] = jobs;
	if (first === undefined) return null;
	const label = `${text}: ${jobs.map(getJobTitle).join(', ')}`;
	return (
		<Link
			to="/jobs/$jobId"
			params={{ jobId: first.id }}
			title={label}
			aria-label={label}
			data-needs-room
			className={clsx(
				// Where the bar has no room for the words they wrap, and are cut off below the sign.
				'figures flex h-9 min-w-8 shrink-999 flex-wrap content-start justify-center gap-x-1 overflow-hidden rounded-sm px-1 text-sm font-semibold whitespace-nowrap text-gold hover:bg-surface-3 pointer-coarse:h-11',
				className,
			)}
		>
			<span className="flex h-full items-center">
				<CirclePause aria-hidden className="size-[1.125rem]" />
			</span>
			<span className="flex h-full items-center">{text}</span>
		</Link>
	);
}
