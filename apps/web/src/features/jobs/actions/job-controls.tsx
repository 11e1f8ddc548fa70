import { Button, type ButtonProps } from '@adx/ui/controls/button';
import { useFocusFallback } from '@adx/ui/focus/use-focus-fallback';
import { useFocusRetained } from '@adx/ui/focus/use-focus-retained';
import { ConfirmDialog } from '@adx/ui/surfaces/confirm-dialog';
import { isPaidEngine } from '@adx/validators/engines/engines';
import { formatNumber } from '@adx/validators/format-number';
import { CircleX, Pause, Play, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { Job } from '../../../lib/api/trpc.ts';
import { formatImageCount, phaseLabels } from '../job-labels.ts';
import { getJobTitle, isUnfinished } from '../job-summary.ts';
import { type JobActions, pendingTexts } from './job-actions.ts';
import { freeButton, useFocusControlsOnUnmount } from './use-focus-controls.ts';

export interface JobControlsProps {
	readonly job: Job;
	readonly actions: JobActions;
	readonly size?: ButtonProps['size'];
}

/** Pause, resume, cancel and retry, as far as the job's state allows them. */
export function JobControls({ job, actions, size = 'medium' }: JobControlsProps) {
	const [isConfirming, setConfirming] = useState(false);
	// What was pressed gives way to what can be done next.
	const place = useFocusRetained<HTMLFieldSetElement>(freeButton);
	const { busyText, pending } = actions;
	const common = { size, disabledReason: busyText ?? undefined };
	/** The button that was pressed says what it does; it is not disabled, so that it keeps the focus. */
	const labelOf = (action: typeof pending, label: string) => (action === pending ? busyText : label);
	const isPaid = isPaidEngine(job.engine);
	const isWorking = job.phase === 'queued' || job.phase === 'running';
	const canRetry = job.imagesToRetry > 0;
	const canStopRedraws = !isUnfinished(job) && job.redraws > 0;

	const isEmpty = !isUnfinished(job) && !canRetry && !canStopRedraws;
	// Nothing can be done any more: the place itself keeps the focus of what was pressed last, and says what became of it.
	const fallback = useFocusFallback<HTMLFieldSetElement>(isEmpty);
	const name = `${getJobTitle(job)}: ${phaseLabels[job.phase]}`;

	if (isEmpty) return <fieldset ref={fallback} aria-label={name} tabIndex={-1} className="absolute outline-none" />;
	return (
		<fieldset
			ref={(element) => {
				place.current = element;
				fallback.current = element;
			}}
			data-job-controls={job.id}
			aria-label={name}
			tabIndex={-1}
			className="flex min-w-0 flex-wrap gap-2 rounded-sm"
		>
			{isWorking ? (
				<Button {...common} onClick={actions.pause} icon={<Pause aria-hidden className="size-4" />}>
					{labelOf('pause', 'Pause')}
				</Button>
			) : null}
			{job.phase === 'paused' ? (
				<Button
					{...common}
					tone="primary"
					onClick={() => actions.begin({ kind: 'resume' })}
					icon={<Play aria-hidden className="size-4" />}
				>
					{labelOf('resume', 'Resume')}
				</Button>
			) : null}
			{isUnfinished(job) ? (
				<Button
					{...common}
					disabledReason={common.disabledReason ?? (job.phase === 'cancelling' ? cancellingText : undefined)}
					onClick={() => (job.progress === 0 || isPaid ? setConfirming(true) : actions.cancel())}
					icon={<CircleX aria-hidden className="size-4" />}
				>
					{job.phase === 'cancelling' ? pendingTexts.cancel : labelOf('cancel', 'Cancel')}
				</Button>
			) : null}
			{canRetry ? (
				<Button
					{...common}
					data-starts-paying={isPaid ? true : undefined}
					onClick={() => actions.begin({ kind: 'retry' })}
					icon={<RotateCcw aria-hidden className="size-4" />}
				>
					{labelOf(
						'retry',
						job.imagesToRetry === job.failedImages
							? `Retry ${formatNumber(job.failedImages)} failed`
							: 'Draw the missing images',
					)}
				</Button>
			) : null}
			{canStopRedraws ? (
				<Button
					{...common}
					onClick={() => (isPaid ? setConfirming(true) : actions.cancel())}
					icon={<CircleX aria-hidden className="size-4" />}
				>
					{labelOf('cancel', 'Stop new versions')}
				</Button>
			) : null}
			<ConfirmDialog
				open={isConfirming}
				title={canStopRedraws ? `Stop new versions of ${getJobTitle(job)}?` : `Cancel ${getJobTitle(job)}?`}
				text={<CancelQuestion jobId={job.id}>{cancelText(job)}</CancelQuestion>}
				confirmLabel={canStopRedraws ? 'Stop new versions' : 'Cancel the job'}
				cancelLabel={job.phase === 'paused' ? 'Keep it paused' : 'Go on generating'}
				onClose={() => setConfirming(false)}
				onConfirm={actions.cancel}
			/>
		</fieldset>
	);
}

function CancelQuestion({ jobId, children }: { readonly jobId: string; readonly children: string }) {
	useFocusControlsOnUnmount(jobId);
	return children;
}

const cancellingText = 'The job is being cancelled: wait a moment';

/** What is asked before work is lost: before the first image, and while calls are paid for. */
function cancelText(job: Job): string {
	const { progress, batchSize, redraws } = job;
	if (!isUnfinished(job)) {
		const images = redraws === 1 ? 'the image keeps the version it has' : 'the images keep the versions they have';
		return `At most ${formatNumber(redraws)} new ${redraws === 1 ? 'version' : 'versions'} will not be made: ${images}. ${underWay}`;
	}
	if (!isPaidEngine(job.engine))
		return `No image is drawn yet, so nothing remains of it. ${formatImageCount(batchSize)} will not be made.`;
	const drawn =
		progress === 0
			? `No image is drawn yet. At most ${formatImageCount(batchSize)} will not be made.`
			: `What is drawn stays: ${formatImageCount(progress)}. At most ${formatNumber(batchSize - progress)} more will not be made.`;
	return `${drawn} ${billedText(job)}`;
}

const underWay = 'Calls that are under way are still finished and billed; their images are kept.';
/** A call has ended by then, however it went. */
const longestCallMs = 5 * 60_000;

/** A job that the page believes to be waiting may be painting by now, and one that was just paused has calls to finish. */
function billedText({ phase, pausedAt }: Job): string {
	if (phase !== 'paused') return underWay;
	if (pausedAt === null || Date.now() - pausedAt.getTime() < longestCallMs)
		return 'Calls that were under way when it was paused may still be finished and billed; their images are kept.';
	return 'No call is under way, so nothing more is billed.';
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
