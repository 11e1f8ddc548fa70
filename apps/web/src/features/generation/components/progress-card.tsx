import { Card } from '@adx/ui/card';
import { ProgressBar } from '@adx/ui/progress-bar';
import { useEffect, useState } from 'react';
import type { Job } from '../../../lib/trpc.ts';
import { percentOf, remainingText, workText } from '../logic.ts';

function useNow(): number {
	const [nowMs, setNowMs] = useState(Date.now);
	useEffect(() => {
		const timer = setInterval(() => setNowMs(Date.now()), 1_000);
		return () => clearInterval(timer);
	}, []);
	return nowMs;
}

/** Keeps the progress in the tab's title while the card is on the page. */
function useTitle(text: string): void {
	useEffect(() => {
		const before = document.title;
		document.title = text;
		return () => {
			document.title = before;
		};
	}, [text]);
}

/** A job under way: how far it is, how long it will take, what it is doing. */
export function ProgressCard({ job }: { readonly job: Job }) {
	const nowMs = useNow();
	const elapsedS = Math.max(0, (nowMs - (job.startedAt ?? job.createdAt).getTime()) / 1_000);
	const percent = percentOf(job);
	useTitle(`${percent}% · ADX Realm`);
	return (
		<Card title="Generating ADX...">
			<div className="mb-2 flex items-baseline justify-between gap-3">
				<p role="status" className="text-text-2">
					{workText(job)}
				</p>
				<p className="figures font-semibold">
					{job.progress} / {job.batchSize}
				</p>
			</div>
			<ProgressBar
				label="Images generated"
				percent={percent}
				valueText={`${job.progress} of ${job.batchSize} images`}
			/>
			<p className="figures mt-2 text-sm text-text-2">
				Estimated time remaining: <span>{remainingText(elapsedS, job.progress, job.batchSize)}</span>
			</p>
			{job.errorMessage === null ? null : <p className="mt-2 text-sm text-warn">{job.errorMessage}</p>}
		</Card>
	);
}
