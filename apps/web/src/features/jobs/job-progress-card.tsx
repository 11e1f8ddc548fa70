import { ProgressBar } from '@adx/ui/feedback/progress-bar';
import { Card } from '@adx/ui/surfaces/card';
import { useEffect, useState } from 'react';
import type { Job } from '../../lib/api/trpc.ts';
import { formatCount, formatProgress, phaseLabels } from './job-labels.ts';
import { formatRemaining, getProgressMessage, toPercent } from './job-summary.ts';

function useNow(): number {
	const [nowMs, setNowMs] = useState(Date.now);
	useEffect(() => {
		const timer = setInterval(() => setNowMs(Date.now()), 1_000);
		return () => clearInterval(timer);
	}, []);
	return nowMs;
}

/** A job under way: how far it is, how long it will take, what it is doing. */
export function JobProgressCard({ job }: { readonly job: Job }) {
	const isPaused = job.phase === 'paused';
	return (
		// Why a paused job stands still is told beside its Resume, in words of this page.
		<Card title={isPaused ? phaseLabels.paused : 'Generating ADX...'}>
			{isPaused ? null : (
				<p role="status" className="mb-2 text-text-2">
					{getProgressMessage(job)}
				</p>
			)}
			<JobProgress job={job} />
			{job.errorMessage === null || isPaused ? null : <p className="mt-2 text-sm text-warn">{job.errorMessage}</p>}
		</Card>
	);
}

/** The bar of a job with its count, and the time left while it is under way. */
export function JobProgress({ job }: { readonly job: Job }) {
	return (
		<>
			<ProgressBar label="Images generated" percent={toPercent(job)} valueText={formatProgress(job)} />
			<div className="figures mt-2 flex flex-wrap items-baseline justify-between gap-x-3 text-sm text-text-2">
				<p className="font-semibold text-text">{`${formatCount(job.progress)} / ${formatCount(job.batchSize)}`}</p>
				{job.phase === 'queued' || job.phase === 'running' ? (
					<TimeLeft key={`${job.progress} ${job.idleMs}`} job={job} />
				) : null}
			</div>
		</>
	);
}

/** Give it the progress as key: the estimate is made when a progress comes, and runs down until the next. */
function TimeLeft({ job }: { readonly job: Job }) {
	const nowMs = useNow();
	const [reportedMs] = useState(Date.now);
	const elapsedS = Math.max(0, (reportedMs - (job.startedAt ?? job.createdAt).getTime() - job.idleMs) / 1_000);
	const sinceS = Math.max(0, (nowMs - reportedMs) / 1_000);
	return (
		<p>
			Estimated time remaining: <span>{formatRemaining(elapsedS, job.progress, job.batchSize, sinceS)}</span>
		</p>
	);
}
