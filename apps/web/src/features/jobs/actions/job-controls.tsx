import { Button, type ButtonProps } from '@adx/ui/controls/button';
import { ConfirmDialog } from '@adx/ui/surfaces/confirm-dialog';
import { CircleX, Pause, Play, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { Job } from '../../../lib/api/trpc.ts';
import { formatCount, formatImageCount } from '../job-labels.ts';
import { getJobTitle, isUnfinished } from '../job-summary.ts';
import type { JobActions } from './job-actions.ts';

export interface JobControlsProps {
	readonly job: Job;
	readonly actions: JobActions;
	readonly size?: ButtonProps['size'];
}

/** Pause, resume, cancel and retry, as far as the job's state allows them. */
export function JobControls({ job, actions, size = 'medium' }: JobControlsProps) {
	const [isConfirming, setConfirming] = useState(false);
	const { busyText } = actions;
	const common = { size, disabledReason: busyText ?? undefined };
	const isWorking = job.phase === 'queued' || job.phase === 'running';
	const canRetry =
		job.phase === 'running'
			? job.failedImages > 0
			: !isUnfinished(job) && (job.failedImages > 0 || job.progress < job.batchSize);
	const canStopRedraws = !isUnfinished(job) && job.redraws > 0;

	if (!isWorking && job.phase !== 'paused' && !canRetry && !canStopRedraws) return null;
	return (
		<div className="flex flex-wrap gap-2">
			{isWorking ? (
				<Button {...common} onClick={actions.pause} icon={<Pause aria-hidden className="size-4" />}>
					Pause
				</Button>
			) : null}
			{job.phase === 'paused' ? (
				<Button
					{...common}
					tone="primary"
					onClick={() => actions.begin({ kind: 'resume' })}
					icon={<Play aria-hidden className="size-4" />}
				>
					Resume
				</Button>
			) : null}
			{isUnfinished(job) && job.phase !== 'cancelling' ? (
				<Button
					{...common}
					onClick={() => (job.progress === 0 ? setConfirming(true) : actions.cancel())}
					icon={<CircleX aria-hidden className="size-4" />}
				>
					Cancel
				</Button>
			) : null}
			{canRetry ? (
				<Button
					{...common}
					onClick={() => actions.begin({ kind: 'retry' })}
					icon={<RotateCcw aria-hidden className="size-4" />}
				>
					{job.failedImages > 0 ? `Retry ${formatCount(job.failedImages)} failed` : 'Draw the missing images'}
				</Button>
			) : null}
			{canStopRedraws ? (
				<Button {...common} onClick={actions.cancel} icon={<CircleX aria-hidden className="size-4" />}>
					Stop new versions
				</Button>
			) : null}
			<ConfirmDialog
				open={isConfirming}
				title={`Cancel ${getJobTitle(job)}?`}
				text={`No image is drawn yet, so nothing remains of it. ${formatImageCount(job.batchSize)} will not be made.`}
				confirmLabel="Cancel the job"
				cancelLabel="Go on generating"
				onClose={() => setConfirming(false)}
				onConfirm={actions.cancel}
			/>
		</div>
	);
}

/** What went wrong with the last action; it stays on the page until the next one. */
export function JobActionError({ actions }: { readonly actions: JobActions }) {
	if (actions.error === null || actions.asked !== null) return null;
	return (
		<p role="alert" className="rounded-sm border border-ember-text px-3 py-2 text-text">
			{actions.error}
		</p>
	);
}
