import { Card } from '@adx/ui/card';
import { ProgressBar } from '@adx/ui/progress-bar';
import { useEffect, useState } from 'react';
import type { Job } from '../../../lib/trpc.ts';
import { percentOf, remainingText, workText } from '../logic.ts';
import { useJobTabTitle } from './job-tab-title.ts';

function useNow(): number {
	const [nowMs, setNowMs] = useState(Date.now);
	useEffect(() => {
		const timer = setInterval(() => setNowMs(Date.now()), 1_000);
		return () => clearInterval(timer);
	}, []);
	return nowMs;
}

/** A job under way: how far it is, how long it will take, what it is doing. */
export function ProgressCard({ job }: { readonly job: Job }) {
	useJobTabTitle(job);
	return (
		<Card title="Generating ADX...">
			<p role="status" className="mb-2 text-text-2">
				{workText(job)}
			</p>
			<JobProgress job={job} />
			{job.errorMessage === null ? null : <p className="mt-2 text-sm text-warn">{job.errorMessage}</p>}
		</Card>
	);
}

/** The bar of a job with its count, and the time left while it is under way. */
export function JobProgress({ job }: { readonly job: Job }) {
	return (
		<>
			<ProgressBar
				label="Images generated"
				percent={percentOf(job)}
				valueText={`${job.progress} of ${job.batchSize} images`}
			/>
			<div className="figures mt-2 flex flex-wrap items-baseline justify-between gap-x-3 text-sm text-text-2">
				<p className="font-semibold text-text">
					{job.progress} / {job.batchSize}
				</p>
				{job.phase === 'queued' || job.phase === 'running' ? <TimeLeft job={job} /> : null}
			</div>
		</>
	);
}

function TimeLeft({ job }: { readonly job: Job }) {
	const nowMs = useNow();
	const elapsedS = Math.max(0, (nowMs - (job.startedAt ?? job.createdAt).getTime()) / 1_000);
	return (
		<p>
			Estimated time remaining: <span>{remainingText(elapsedS, job.progress, job.batchSize)}</span>
		</p>
	);
}
