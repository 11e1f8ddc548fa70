import { traitLabel, traitNames } from '@adx/collection/plan/traits';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { JobImage } from '../../../lib/api/trpc.ts';
import { tierTextClass } from '../../../lib/format/format-rarity.ts';
import { traitKeys } from '../images/image-filter.ts';
import { ImageToolbar } from '../images/image-toolbar.tsx';
import { failureLabels } from '../job-labels.ts';
import type { JobImagesProps } from './images-tab.tsx';

const rowPx = 36;

export type JobPlanProps = Omit<JobImagesProps, 'actions'>;

/** Every planned row: what each image is or will be made of. */
export function PlanTab({ job, pages, entries, counts, jobView, view }: JobPlanProps) {
	const scroller = useRef<HTMLDivElement>(null);
	const rows = useVirtualizer({
		count: entries.length,
		getScrollElement: () => scroller.current,
		estimateSize: () => rowPx,
		overscan: 12,
		scrollPaddingStart: rowPx,
	});
	const items = rows.getVirtualItems();
	const from = items[0]?.index ?? 0;
	const to = items.at(-1)?.index ?? 0;
	const { want } = pages;
	const current = view.imageId === null ? -1 : entries.findIndex((image) => image?.id === view.imageId);
	useEffect(() => {
		// A user who looks through the images finds the row of the last one afterwards.
		if (current >= 0) rows.scrollToIndex(current, { align: 'auto' });
	}, [current, rows]);
	const isWhole = entries === pages.entries;
	useEffect(() => {
		if (isWhole) want(from, to);
	}, [isWhole, from, to, want]);
	const beforePx = items[0]?.start ?? 0;
	const afterPx = rows.getTotalSize() - (items.at(-1)?.end ?? 0);
	return (
		<section aria-label="Plan" className="grid gap-3">
			<ImageToolbar jobView={jobView} counts={counts}>
				<p className="figures ml-auto self-center text-sm text-text-2">{`${entries.length.toLocaleString('en')} rows, seed ${job.seed}`}</p>
			</ImageToolbar>
			<div
				ref={scroller}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to
				tabIndex={0}
				className="max-h-[70dvh] overflow-auto rounded-md border border-border bg-surface-1"
			>
				<table
					className="figures w-full border-separate border-spacing-0 text-sm whitespace-nowrap"
					aria-rowcount={entries.length + 1}
				>
					<thead className="sticky top-0 z-2 bg-surface-2 text-left">
						<tr style={{ height: rowPx }}>
							<th scope="col" className="sticky left-0 bg-surface-2 px-3">
								#
							</th>
							{traitKeys.map((trait) => (
								<th key={trait} scope="col" className="px-3">
									{traitNames[trait]}
								</th>
							))}
							<th scope="col" className="px-3">
								Rarity
							</th>
							<th scope="col" className="px-3 text-right">
								Rank
							</th>
							<th scope="col" className="px-3">
								State
							</th>
						</tr>
					</thead>
					<tbody>
						{beforePx > 0 ? <Gap heightPx={beforePx} /> : null}
						{items.map(({ index }) => (
							<PlanRow key={index} place={index} image={entries[index]} onOpen={view.onShow} />
						))}
						{afterPx > 0 ? <Gap heightPx={afterPx} /> : null}
					</tbody>
				</table>
			</div>
		</section>
	);
}

function Gap({ heightPx }: { readonly heightPx: number }) {
	return (
		<tr aria-hidden>
			<td style={{ height: heightPx }} />
		</tr>
	);
}

interface PlanRowProps {
	readonly place: number;
	readonly image: JobImage | undefined;
	readonly onOpen: (imageId: string) => void;
}

function PlanRow({ place, image, onOpen }: PlanRowProps) {
	if (image === undefined) {
		return (
			<tr style={{ height: rowPx }} aria-rowindex={place + 2}>
				<td colSpan={traitKeys.length + 4} className="px-3">
					<Skeleton className="h-4 w-full" />
				</td>
			</tr>
		);
	}
	return (
		<tr style={{ height: rowPx }} aria-rowindex={place + 2} className="*:border-t *:border-border hover:bg-surface-2">
			<th scope="row" className="sticky left-0 bg-surface-1 px-3 text-left font-semibold">
				{image.imageUrl === null ? (
					`#${image.tokenNumber}`
				) : (
					<button
						type="button"
						data-image-id={image.id}
						aria-label={`Open #${image.tokenNumber}`}
						onClick={() => onOpen(image.id)}
						className="rounded-sm text-primary underline"
					>
						#{image.tokenNumber}
					</button>
				)}
			</th>
			{traitKeys.map((trait) => (
				<td key={trait} className="px-3">
					{traitLabel(trait, image.traits[trait])}
				</td>
			))}
			<td className={`px-3 font-medium ${tierTextClass[image.traits.rarity]}`}>{image.traits.rarity}</td>
			<td className="px-3 text-right">{image.rarityRank}</td>
			<td className="px-3">{stateText(image)}</td>
		</tr>
	);
}

function stateText({ state, failure, isRedrawing }: JobImage): string {
	if (isRedrawing) return 'Drawn, another version on its way';
	if (state === 'stored') return 'Drawn';
	return state === 'failed' && failure !== null ? failureLabels[failure] : 'Waiting';
}
