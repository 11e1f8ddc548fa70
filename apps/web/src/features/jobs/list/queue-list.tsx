import { Button } from '@adx/ui/controls/button';
import { useFocusFallback } from '@adx/ui/focus/use-focus-fallback';
import { ConfirmDialog } from '@adx/ui/surfaces/confirm-dialog';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Job } from '../../../lib/api/trpc.ts';
import { formatTime } from '../../../lib/format/format-date.ts';
import { useCancelQueued, useJobActions } from '../actions/job-actions.ts';
import { JobActionError, JobControls } from '../actions/job-controls.tsx';
import { PaidWorkDialog } from '../actions/paid-work-dialog.tsx';
import { formatProgress } from '../job-labels.ts';
import { useJobs } from '../job-queries.ts';
import { JobStateBadge } from '../job-state-badge.tsx';
import { getJobTitle, isUnfinished, toPercent } from '../job-summary.ts';

/** The caller's jobs under way besides the one on show; unseen while there are none. */
export function QueueList({ shownId }: { readonly shownId: string | null }) {
	const { data: jobs = [] } = useJobs();
	const others = jobs.filter((job) => isUnfinished(job) && job.id !== shownId);
	// A job that was cancelled here leaves the list, with the button that had the focus.
	const place = useFocusFallback<HTMLElement & HTMLFieldSetElement>(others.map(({ id }) => id).join());
	if (others.length === 0) {
		return (
			<fieldset ref={place} tabIndex={-1} aria-label="No other jobs under way" className="absolute outline-none" />
		);
	}
	const waiting = jobs.filter(({ phase }) => phase === 'queued');
	return (
		<section
			ref={place}
			tabIndex={-1}
			aria-label="Other jobs under way"
			className="mt-5 border-t border-border pt-4 outline-none"
		>
			<div className="mb-2 flex flex-wrap items-center justify-between gap-2">
				<h3 className="font-semibold">Other jobs under way</h3>
				{waiting.length > 1 ? <CancelWaiting waiting={waiting} /> : null}
			</div>
			{/* However many there are, what became of the job on show stays in view. */}
			<ul className="-m-1 grid max-h-[min(28rem,55dvh)] gap-3 overflow-y-auto p-1">
				{others.map((job) => (
					<li key={job.id}>
						<QueueRow job={job} />
					</li>
				))}
			</ul>
		</section>
	);
}

function QueueRow({ job }: { readonly job: Job }) {
	const actions = useJobActions(job);
	return (
		<div className="grid gap-2 rounded-md border border-border bg-surface-2 p-3">
			<div className="flex flex-wrap items-center justify-between gap-2">
				<Link
					to="/jobs/$jobId"
					params={{ jobId: job.id }}
					title={getJobTitle(job)}
					className="line-clamp-2 min-w-0 font-semibold wrap-anywhere text-primary underline"
				>
					{getJobTitle(job)}
				</Link>
				<JobStateBadge phase={job.phase} />
			</div>
			<p className="figures text-sm text-text-2">
				{`Job #${job.number} · ${formatProgress(job)} (${toPercent(job)}%) · since ${formatTime(job.createdAt)}`}
			</p>
			<JobControls job={job} actions={actions} size="small" />
			<JobActionError actions={actions} />
			<PaidWorkDialog job={job} actions={actions} rejected={[]} />
		</div>
	);
}

function CancelWaiting({ waiting }: { readonly waiting: readonly Job[] }) {
	const [isOpen, setOpen] = useState(false);
	const { cancelAll, isPending } = useCancelQueued();
	return (
		<>
			<Button size="small" onClick={() => setOpen(true)} busyText={isPending ? 'Cancelling...' : undefined}>
				Cancel all waiting
			</Button>
			<ConfirmDialog
				open={isOpen}
				title={`Cancel ${waiting.length} waiting jobs?`}
				text="Nothing of them is drawn yet. The job that is at work goes on."
				confirmLabel={`Cancel ${waiting.length} jobs`}
				cancelLabel="Keep them"
				onClose={() => setOpen(false)}
				onConfirm={() => cancelAll(waiting)}
			/>
		</>
	);
}
