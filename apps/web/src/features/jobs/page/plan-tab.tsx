import { Skeleton } from '@adx/ui/feedback/skeleton';
import { useVirtualRows, VirtualRows } from '@adx/ui/tables/virtual-rows';
import { formatNumber } from '@adx/validators/format-number';
import { useEffect, useMemo } from 'react';
import type { JobImage } from '../../../lib/api/trpc.ts';
import { tierTextClass } from '../../../lib/format/format-rarity.ts';
import { ImageToolbar } from '../images/image-toolbar.tsx';
import { getExactLabel, getTraitName, getTraitValue, listTraitKeys, type TraitKey } from '../images/image-traits.ts';
import { failureLabels } from '../job-labels.ts';
import { getPlannedState, type PlannedState } from '../job-summary.ts';
import type { JobImagesProps } from './images-tab.tsx';

const rowPx = 36;

export type JobPlanProps = Omit<JobImagesProps, 'actions'>;

/** Every planned row: what each image is or will be made of. */
export function PlanTab({ job, pages, entries, counts, jobView, view }: JobPlanProps) {
	const rows = useVirtualRows({ count: entries.length, rowPx, headPx: rowPx, overscan: 12 });
	const { from, to, virtualizer } = rows;
	const { want, images, isComplete } = pages;
	const traits = useMemo(() => listTraitKeys(entries), [entries]);
	const planned = useMemo(() => getPlannedState(job, images, isComplete), [job, images, isComplete]);
	const current = view.imageId === null ? -1 : entries.findIndex((image) => image?.id === view.imageId);
	useEffect(() => {
		// A user who looks through the images finds the row of the last one afterwards.
		if (current >= 0) virtualizer.scrollToIndex(current, { align: 'auto' });
	}, [current, virtualizer]);
	const isWhole = entries === pages.entries;
	useEffect(() => {
		if (isWhole) want(from, Math.max(from, to - 1));
	}, [isWhole, from, to, want]);
	return (
		<section aria-label="Plan" className="grid gap-3">
			<ImageToolbar job={job} jobView={jobView} counts={counts}>
				<p className="figures ml-auto self-center text-sm text-text-2">{`${formatNumber(entries.length)} rows, seed ${job.seed}`}</p>
			</ImageToolbar>
			<div
				ref={rows.scroller}
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
							{traits.map((trait) => (
								<th key={trait} scope="col" className="px-3">
									{getTraitName(trait)}
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
					<VirtualRows
						of={rows}
						rowAt={(index) => entries[index]}
						columnCount={traits.length + 4}
						placeholder={<Skeleton className="h-4 w-full" />}
						className="*:border-t *:border-border hover:bg-surface-2"
					>
						{(image) => <PlanCells image={image} traits={traits} planned={planned} onOpen={view.onShow} />}
					</VirtualRows>
				</table>
			</div>
		</section>
	);
}

const plannedLabels = { waiting: 'Waiting', loading: 'Loading', 'not drawn': 'Not drawn' } as const;

interface PlanCellsProps {
	readonly image: JobImage;
	readonly traits: readonly TraitKey[];
	readonly planned: PlannedState;
	readonly onOpen: (imageId: string) => void;
}

function PlanCells({ image, traits, planned, onOpen }: PlanCellsProps) {
	return (
		<>
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
			{traits.map((trait) => (
				<td key={trait} className="px-3">
					{labelOf(image, trait)}
				</td>
			))}
			<td className={`px-3 font-medium ${tierTextClass[image.traits.rarity]}`}>{image.traits.rarity}</td>
			<td className="px-3 text-right">{image.rarityRank}</td>
			<td className="px-3">{stateText(image, planned)}</td>
		</>
	);
}

function labelOf(image: JobImage, trait: TraitKey): string {
	const value = getTraitValue(image, trait);
	return value === undefined ? '' : getExactLabel({ trait, value });
}

function stateText({ state, failure, isRedrawing }: JobImage, planned: PlannedState): string {
	if (isRedrawing) return 'Drawn, another version on its way';
	if (state === 'stored') return 'Drawn';
	if (state === 'failed' && failure !== null) return failureLabels[failure];
	return plannedLabels[planned];
}
