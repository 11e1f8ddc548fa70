import { Button } from '@adx/ui/controls/button';
import { makesVariations } from '@adx/validators/engines/engines';
import { formatNumber } from '@adx/validators/format-number';
import { isRegenerable } from '@adx/validators/generation/job-counts';
import { RotateCcw } from 'lucide-react';
import type { Job, JobImage } from '../../../lib/api/trpc.ts';
import type { JobActions } from '../actions/job-actions.ts';
import { explainNothingRegenerable } from '../actions/regenerable-images.ts';
import type { JobImagePages } from '../images/image-pages.ts';

/** How many images have been fetched, as long as not all have: what is counted of them is not the job's yet. */
const formatLoading = ({ images, entries }: JobImagePages) =>
	`Loading images: ${formatNumber(images.length)} of ${formatNumber(entries.length)}`;

/** How far the review is. */
export function ReviewProgress({ pages }: { readonly pages: JobImagePages }) {
	const drawn = pages.images.filter(({ imageUrl }) => imageUrl !== null);
	const count = (mark: JobImage['mark']) => formatNumber(drawn.filter((image) => image.mark === mark).length);
	return (
		<p role="status" className="figures text-sm text-text-2">
			{pages.isComplete
				? `${count('kept')} kept · ${count('rejected')} rejected · ${count(null)} undecided`
				: formatLoading(pages)}
		</p>
	);
}

export interface RejectedProps {
	readonly job: Job;
	/** The images marked as rejected. */
	readonly rejected: readonly JobImage[];
	readonly actions: JobActions;
}

export interface RegenerateRejectedProps extends RejectedProps {
	readonly pages: JobImagePages;
}

/** Generates all rejected images again, after showing them; once all are known, since each may cost something. */
export function RegenerateRejected({ job, rejected, pages, actions }: RegenerateRejectedProps) {
	const due = rejected.filter((image) => isRegenerable(job, image));
	const unknown = pages.isComplete ? null : formatLoading(pages);
	const nothing = due.length > 0 ? null : explainNothing(job, rejected);
	const obstacle = unknown ?? nothing ?? actions.redrawObstacle ?? actions.busyText;
	// None ever is, unless its file is lost: what stands below says so.
	if (!makesVariations(job.engine) && due.length === 0) return null;
	const isCounted = unknown === null && due.length > 0;
	return (
		<Button
			tone="primary"
			disabledReason={obstacle ?? undefined}
			onClick={() => actions.begin({ kind: 'regenerate-rejected' })}
			icon={<RotateCcw aria-hidden className="size-4" />}
		>
			{isCounted ? `Regenerate ${formatNumber(due.length)} rejected` : 'Regenerate rejected'}
		</Button>
	);
}

const explainNothing = (job: Job, rejected: readonly JobImage[]) =>
	rejected.length === 0 ? 'No image is rejected' : explainNothingRegenerable(job, rejected);

/** What happens to rejected images, and why none can be generated again where there are any; a running call reports itself. */
export function RejectedNote({ job, rejected, actions }: RejectedProps) {
	const isNoneDue = !rejected.some((image) => isRegenerable(job, image));
	const isFixed = !makesVariations(job.engine);
	const nothing = rejected.length === 0 && !isFixed ? null : explainNothingRegenerable(job, rejected);
	const why = isNoneDue ? nothing : actions.redrawObstacle;
	const until = isFixed ? '' : ' until they are regenerated';
	return (
		<p className="text-sm text-text-2">
			{`Rejected images stay in the archive${until}.${why === null ? '' : ` ${why}.`}`}
		</p>
	);
}
