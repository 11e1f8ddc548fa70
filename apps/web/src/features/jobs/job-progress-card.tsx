import { ProgressBar } from '@adx/ui/feedback/progress-bar';
import { Card } from '@adx/ui/surfaces/card';
import { formatNumber } from '@adx/validators/format-number';
import { useEffect, useState } from 'react';
import type { Job } from '../../lib/api/trpc.ts';
import { formatProgress, getWaitMessage, phaseLabels } from './job-labels.ts';
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

/** The bar of a job with its count, and the time left, or what it waits for, while it is under way. */
export function JobProgress({ job }: { readonly job: Job }) {
	const isWorking = job.phase === 'queued' || job.phase === 'running';
	return (
		<>
			<ProgressBar label="Images generated" percent={toPercent(job)} valueText={formatProgress(job)} />
			<div className="figures mt-2 flex flex-wrap items-baseline justify-between gap-x-3 text-sm text-text-2">
				<p className="font-semibold text-text">{`${formatNumber(job.progress)} / ${formatNumber(job.batchSize)}`}</p>
				{isWorking ? <TimeLeft key={`${job.progress} ${job.idleMs}`} job={job} /> : null}
			</div>
			{isWorking && job.waiting !== null ? <WaitMessage job={job} /> : null}
		</>
	);
}

function WaitMessage({ job }: { readonly job: Job }) {
	const message = getWaitMessage(job, new Date(useNow()));
	return (
		<p role="status" className="figures mt-1 text-sm text-warn empty:hidden">
			{message}
		</p>
	);
}

/** Give it the progress as key: the estimate is made when a progress comes, and runs down until the next. */
function TimeLeft({ job }: { readonly job: Job }) {
	const nowMs = useNow();
	const [reportedMs] = useState(Date.now);
	const elapsedS = Math.max(0, (reportedMs - (job.startedAt ?? job.createdAt).getTime() - job.idleMs) / 1_000);
	const isWaiting = getWaitMessage(job, new Date(nowMs)) !== null;
	const sinceS = Math.max(0, (nowMs - reportedMs) / 1_000);
	return (
		<p>
			Estimated time remaining:{' '}
			<span>
				{/* Nobody knows how long it goes on waiting. */}
				{formatRemaining(elapsedS, isWaiting ? 0 : job.progress, job.batchSize, sinceS)}
			</span>
		</p>
	);
}
