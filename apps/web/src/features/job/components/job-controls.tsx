import { Button, type ButtonProps } from '@adx/ui/button';
import { Dialog } from '@adx/ui/dialog';
import { CircleX, Pause, Play, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { Job } from '../../../lib/trpc.ts';
import type { JobActions } from '../job-actions.ts';
import { countText, imagesText } from '../job-words.ts';
import { isOpen, jobTitle } from '../logic.ts';

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
			: !isOpen(job) && (job.failedImages > 0 || job.progress < job.batchSize);
	const canStopRedraws = !isOpen(job) && job.redraws > 0;

	function cancel() {
		setConfirming(false);
		actions.cancel();
	}

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
			{isOpen(job) && job.phase !== 'cancelling' ? (
				<Button
					{...common}
					onClick={() => (job.progress === 0 ? setConfirming(true) : cancel())}
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
					{job.failedImages > 0 ? `Retry ${countText(job.failedImages)} failed` : 'Draw the missing images'}
				</Button>
			) : null}
			{canStopRedraws ? (
				<Button {...common} onClick={actions.cancel} icon={<CircleX aria-hidden className="size-4" />}>
					Stop new versions
				</Button>
			) : null}
			<Dialog open={isConfirming} onClose={() => setConfirming(false)} title={`Cancel ${jobTitle(job)}?`}>
				<p className="text-text-2">
					{`No image is drawn yet, so nothing remains of it. ${imagesText(job.batchSize)} will not be made.`}
				</p>
				<div className="mt-5 flex flex-wrap gap-3">
					<Button tone="danger" className="grow" onClick={cancel}>
						Cancel the job
					</Button>
					<Button autoFocus onClick={() => setConfirming(false)}>
						Go on generating
					</Button>
				</div>
			</Dialog>
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
