import { Button } from '@adx/ui/controls/button';
import { RotateCcw } from 'lucide-react';
import type { JobImage } from '../../../lib/api/trpc.ts';
import type { JobActions } from '../actions/job-actions.ts';
import { formatCount } from '../job-labels.ts';

/** How far the review is. */
export function ReviewProgress({ images }: { readonly images: readonly JobImage[] }) {
	const drawn = images.filter(({ imageUrl }) => imageUrl !== null);
	const count = (mark: JobImage['mark']) => formatCount(drawn.filter((image) => image.mark === mark).length);
	return (
		<p role="status" className="figures text-sm text-text-2">
			{`${count('kept')} kept · ${count('rejected')} rejected · ${count(null)} undecided`}
		</p>
	);
}

export interface RegenerateRejectedProps {
	/** The images that it would generate again. */
	readonly rejected: readonly JobImage[];
	readonly actions: JobActions;
}

/** Generates all rejected images again, after showing them. */
export function RegenerateRejected({ rejected, actions }: RegenerateRejectedProps) {
	const nothing = rejected.length === 0 ? 'No image is rejected, or all that are rejected are locked' : null;
	const obstacle = nothing ?? actions.redrawObstacle ?? actions.busyText;
	return (
		<Button
			tone="primary"
			disabledReason={obstacle ?? undefined}
			onClick={() => actions.begin({ kind: 'regenerate-rejected' })}
			icon={<RotateCcw aria-hidden className="size-4" />}
		>
			{rejected.length === 0 ? 'Regenerate rejected' : `Regenerate ${formatCount(rejected.length)} rejected`}
		</Button>
	);
}

/** What happens to rejected images, and why none can be generated again where there are any; a running call reports itself. */
export function RejectedNote({ rejected, actions }: RegenerateRejectedProps) {
	const why = rejected.length === 0 ? null : actions.redrawObstacle;
	return (
		<p className="text-sm text-text-2">
			{`Rejected images stay in the archive until they are regenerated.${why === null ? '' : ` ${why}.`}`}
		</p>
	);
}
