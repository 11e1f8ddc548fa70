import { useSwipe } from '@adx/ui/hooks/use-swipe';
import { PreviousNextButtons, ShortcutHelpButton } from '@adx/ui/images/lightbox-buttons';
import { ShortcutButton } from '@adx/ui/keyboard/shortcut-button';
import { ShortcutList } from '@adx/ui/keyboard/shortcut-list';
import { runShortcut, useShortcuts } from '@adx/ui/keyboard/shortcuts';
import { formatNumber } from '@adx/validators/format-number';
import type { ImageMark } from '@adx/validators/generation/job-states';
import { Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Job, JobImage } from '../../../lib/api/trpc.ts';
import { useElementFrame } from '../../../lib/hooks/use-element-frame.ts';
import type { Decision } from '../actions/image-decisions.ts';
import type { JobActions } from '../actions/job-actions.ts';
import { formatDecision, formatDrift, imageTitle } from '../image-labels.ts';
import type { TraitCounts } from '../images/trait-counts.ts';
import { Filmstrip } from './filmstrip.tsx';
import { FullImage } from './full-image.tsx';
import { DecisionButtons, RegenerateButtons } from './image-buttons.tsx';
import { ReferencesPanel } from './references-panel.tsx';
import { createReviewShortcuts, type ReviewShortcuts } from './review-keys.ts';
import { TraitList } from './trait-list.tsx';
import { usePreloadedImages } from './use-preloaded-images.ts';
import { VersionPanel } from './version-panel.tsx';

/**
 * The place under review, which starts at the first undecided image, once that is fetched. Kept by image: a filter may
 * take the image away, then its place counts.
 */
function useCurrent(images: readonly JobImage[], isReading: boolean) {
	const [current, setCurrent] = useState<{ readonly id: string; readonly place: number } | null>(null);
	const show = (id: string, place: number) => setCurrent({ id, place });
	if (current === null) {
		const undecided = images.findIndex(({ mark }) => mark === null);
		const place = Math.max(0, undecided);
		if (undecided >= 0 || !isReading) show(images[place]?.id ?? '', place);
		return { index: place, show };
	}
	const found = images.findIndex(({ id }) => id === current.id);
	const index = found >= 0 ? found : Math.min(current.place, images.length - 1);
	return { index, show };
}

/** What fits under the picture without scrolling: the strip with the gaps around it and, in wide windows, the line below it. */
const belowPx = { narrow: 112, wide: 136 } as const;

export interface ReviewViewProps {
	/** Drawn ones, in the order on show; at least one. */
	readonly images: readonly JobImage[];
	/** Whether more of them are being fetched, so that their number is not known yet. */
	readonly isReading: boolean;
	readonly counts: TraitCounts | null;
	readonly job: Job;
	readonly actions: JobActions;
	/** Leaves the words of a button to its tooltip, so that all of them fit into two rows. */
	readonly isNarrow: boolean;
	/** What concerns all of them at once, below the strip. */
	readonly children: ReactNode;
}

/** One image large with the decision's buttons fixed above it, all others in a strip below. */
export function ReviewView({ job, images, isReading, counts, actions, isNarrow, children }: ReviewViewProps) {
	const { index, show } = useCurrent(images, isReading);
	const [decisions, setDecisions] = useState<readonly Decision[]>([]);
	const [isHelpOpen, setHelpOpen] = useState(false);
	const image = images[index]!;
	usePreloadedImages(images, index);

	function showAt(place: number) {
		const next = images[place];
		if (next !== undefined) show(next.id, place);
	}
	function decide(mark: ImageMark) {
		actions.mark(image, mark);
		setDecisions([...decisions, { image, mark, before: image.mark }]);
		showAt(index + 1);
	}
	function undo() {
		const last = decisions.at(-1);
		if (last === undefined) return;
		actions.undo(last);
		setDecisions(decisions.slice(0, -1));
		show(last.image.id, Math.max(0, index - 1));
	}

	const keys = createReviewShortcuts({
		image,
		index,
		count: images.length,
		isReading,
		actions,
		showAt,
		onDecide: decide,
		onUndo: undo,
		canUndo: decisions.length > 0,
		onHelp: () => setHelpOpen(true),
	});
	const table = Object.values(keys);
	const layer = useShortcuts(table);
	useEffect(() => {
		// The tab that opened it has the arrow keys as long as it has the focus.
		if (document.activeElement?.matches('[role="tab"][aria-selected="true"]'))
			layer.current?.focus({ preventScroll: true });
	}, [layer]);
	const swipe = useSwipe((direction) => runShortcut(direction === 1 ? keys.next : keys.previous));
	const { ref: stage, topPx } = useElementFrame();
	return (
		<div ref={layer} tabIndex={-1} className="grid gap-3 outline-none">
			<ReviewBar
				image={image}
				index={index}
				count={images.length}
				isReading={isReading}
				keys={keys}
				isNarrow={isNarrow}
			/>
			<div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_23rem]">
				<div className="grid min-w-0 justify-items-center gap-3">
					<div ref={stage} {...swipe} className="grid w-full justify-items-center">
						<FullImage
							image={image}
							actions={actions}
							reserved={`${topPx + belowPx[isNarrow ? 'narrow' : 'wide']}px`}
							minWidth="12rem"
						/>
					</div>
					<div className="w-full min-w-0">
						<Filmstrip images={images} index={index} onShow={showAt} />
					</div>
					<div className="grid w-full justify-items-start gap-2 empty:hidden">{children}</div>
				</div>
				<div className="grid min-w-0 content-start gap-5 rounded-lg border border-border bg-surface-1 p-4">
					<TraitList image={image} counts={counts} />
					<VersionPanel image={image} actions={actions} />
					<ReferencesPanel job={job} image={image} />
				</div>
			</div>
			<ShortcutList open={isHelpOpen} onClose={() => setHelpOpen(false)} shortcuts={table} />
		</div>
	);
}

interface ReviewBarProps {
	readonly image: JobImage;
	readonly index: number;
	readonly count: number;
	readonly isReading: boolean;
	readonly keys: ReviewShortcuts;
	readonly isNarrow: boolean;
}

function ReviewBar({ image, index, count, isReading, keys, isNarrow }: ReviewBarProps) {
	return (
		<div className="sticky top-[calc(3.5rem+var(--banner-height,0px))] z-10 -mx-3 flex flex-wrap items-center gap-1.5 border-b border-border bg-bg px-3 py-2 short:py-1 sm:-mx-6 sm:gap-x-2 sm:not-short:gap-y-2 sm:px-6">
			<p aria-live="polite" className="figures mr-auto min-w-0 max-sm:basis-full">
				<span className="font-semibold">{imageTitle(image)}</span>
				<span className="sr-only">, </span>
				<span className="ml-3 whitespace-nowrap text-text-2">
					{`${formatNumber(index + 1)} of ${formatNumber(count)}${isReading ? ' loaded so far' : ''} · ${formatDecision(image)}`}
					{image.drift === null ? null : ` · drift ${formatDrift(image.drift)}`}
				</span>
			</p>
			<PreviousNextButtons keys={keys} />
			<DecisionButtons image={image} keys={keys} />
			<ShortcutButton iconOnly={isNarrow} shortcut={keys.undo} icon={<Undo2 aria-hidden className="size-4" />} />
			<RegenerateButtons image={image} keys={keys} />
			<ShortcutHelpButton shortcut={keys.help} />
		</div>
	);
}
