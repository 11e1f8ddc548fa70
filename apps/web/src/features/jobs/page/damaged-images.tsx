import { Button } from '@adx/ui/controls/button';
import { useFocusFallback } from '@adx/ui/focus/use-focus-fallback';
import { formatNumber } from '@adx/validators/format-number';
import type { DamagedImages as DamagedImageCounts } from '@adx/validators/generation/generation-job';
import { isRegenerable } from '@adx/validators/generation/job-counts';
import clsx from 'clsx';
import { ImageOff, RotateCcw } from 'lucide-react';
import type { Job } from '../../../lib/api/trpc.ts';
import type { JobActions } from '../actions/job-actions.ts';
import type { JobImagePages } from '../images/image-pages.ts';
import type { JobView } from '../images/job-search-params.ts';

export interface DamagedImagesProps {
	readonly job: Job;
	readonly pages: Pick<JobImagePages, 'images' | 'isComplete'>;
	readonly jobView: JobView;
	readonly actions: JobActions;
}

/** The pictures that are lost in storage, but for the forge's, and the way to make them again; in the review only how many those are. */
export function DamagedImages({ job, ...rest }: DamagedImagesProps) {
	const { damagedImages } = job;
	// Its buttons go with it.
	const place = useFocusFallback<HTMLDivElement>(damagedImages === null);
	return (
		<div ref={place} tabIndex={-1} className="outline-none">
			{damagedImages === null ? null : <Notice job={job} counts={damagedImages} {...rest} />}
		</div>
	);
}

function Notice({
	job,
	counts,
	pages,
	jobView,
	actions,
}: DamagedImagesProps & { readonly counts: DamagedImageCounts }) {
	const { search, onSearch } = jobView;
	const isFolded = search.tab === 'review';
	const due = pages.images.filter((image) => image.isDamaged && isRegenerable(job, image));
	// What was found since the images were fetched is on its way: nobody orders what the button does not name.
	const isKnown = pages.isComplete && due.length === counts.toRegenerate;
	const obstacle = isKnown ? (actions.redrawObstacle ?? actions.busyText) : 'The images are still loading';
	const isOffered = counts.toRegenerate > 0;
	return (
		<section
			aria-label="Missing or damaged pictures"
			className={clsx('rounded-md border border-ember-text', isFolded ? 'mt-2 px-2 py-1' : 'mt-4 p-3')}
		>
			<div className="flex flex-wrap items-center justify-between gap-2">
				<p role="status" className={clsx('figures flex items-center gap-2 font-semibold', isFolded && 'text-sm')}>
					<ImageOff aria-hidden className="size-5 shrink-0 text-ember-text" />
					{titleOf(counts.all)}
				</p>
				<div className="flex flex-wrap gap-2">
					<Button
						size="small"
						onClick={() => onSearch({ tab: 'images', order: { ...search.order, shown: 'damaged', traits: [] } })}
					>
						Show them
					</Button>
					{isOffered ? (
						<Button
							size="small"
							tone="primary"
							disabledReason={obstacle ?? undefined}
							onClick={() => actions.begin({ kind: 'regenerate-damaged', images: due })}
							icon={<RotateCcw aria-hidden className="size-4" />}
						>
							{`Make ${formatNumber(counts.toRegenerate)} again`}
						</Button>
					) : null}
				</div>
			</div>
			{isFolded ? null : (
				<p className="figures mt-2 text-sm text-text-2">
					{[
						'Until they are there again, the collection cannot be downloaded or exported.',
						...(isOffered ? [actions.makesVariations ? variation : samePicture] : []),
						...listExceptions(counts),
						...(isOffered && actions.redrawObstacle !== null ? [`${actions.redrawObstacle}.`] : []),
					].join(' ')}
				</p>
			)}
		</section>
	);
}

const variation = 'What is made again becomes another picture with the same traits.';
const samePicture = 'What is made again of your layers becomes the same picture, as long as the layers are stored.';

const titleOf = (count: number) =>
	count === 1
		? '1 picture is missing or damaged in storage.'
		: `${formatNumber(count)} pictures are missing or damaged in storage.`;

/** Those that cannot be made again now, and what can be done about each. */
function listExceptions({ all, toRegenerate, frozen, locked }: DamagedImageCounts): readonly string[] {
	const coming = all - toRegenerate - frozen - locked;
	const are = (count: number) => `${formatNumber(count)} ${count === 1 ? 'is' : 'are'}`;
	return [
		...(frozen === 0
			? []
			: [
					`${are(frozen)} minted or being minted and cannot be made again: the operator’s backup may still have what is lost.`,
				]),
		...(locked === 0 ? [] : [`${are(locked)} locked: unlock first.`]),
		...(coming === 0 ? [] : [`${are(coming)} being made again.`]),
	];
}
