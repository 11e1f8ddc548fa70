import { rarityTiers } from '@adx/collection/rarity/rarity';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { formatNumber } from '@adx/validators/format-number';
import clsx from 'clsx';
import { useEffect } from 'react';
import type { PlanState } from './plan-client.ts';
import { type PlanSummary, rarestCount } from './plan-summary.ts';
import { StoryboardTile } from './storyboard-tile.tsx';

const tierClass = {
	Legendary: 'bg-rarity-legendary',
	Epic: 'bg-rarity-epic',
	Rare: 'bg-rarity-rare',
	Uncommon: 'bg-rarity-uncommon',
	Common: 'bg-rarity-common',
} as const;

export interface RarityOverviewProps {
	readonly state: PlanState;
	readonly images: number;
	/** Whether it is on show; nothing is painted before. */
	readonly isShown: boolean;
}

/** How rare the planned rows are, and the rarest of them. */
export function RarityOverview({ state, images, isShown }: RarityOverviewProps) {
	const { summary, board, phase } = state;
	useEffect(() => {
		if (isShown && summary !== null) board?.paint(summary.rarest);
	}, [board, summary, isShown]);
	if (summary === null && phase !== 'planning') {
		return <p className="text-text-2">The rarity of each image is known as soon as the plan stands.</p>;
	}
	return (
		<div className="grid grid-cols-1 gap-6 xl:grid-cols-[minmax(14rem,18rem)_minmax(0,1fr)]">
			<section aria-labelledby="plan-rarity">
				<h3 id="plan-rarity" className="mb-2 font-semibold">
					Rarity
				</h3>
				{summary === null ? <Skeleton className="h-36 w-full" /> : <Tiers summary={summary} />}
				{summary?.provisional ? (
					<p className="mt-2 text-[0.8125rem] text-text-3">
						Provisional: with fewer than 100 images a rank means little.
					</p>
				) : null}
			</section>
			<section aria-labelledby="plan-rarest" className="min-w-0">
				<h3 id="plan-rarest" className="mb-2 font-semibold">
					{images < rarestCount ? 'In order of rank' : `The rarest ${rarestCount}`}
				</h3>
				<ul
					className="grid grid-cols-2 gap-3 sm:grid-cols-5"
					aria-label={images < rarestCount ? 'Planned rows' : 'Rarest rows'}
				>
					{summary === null || board === null
						? Array.from({ length: Math.min(images, rarestCount) }, (_, place) => (
								<li key={place}>
									<Skeleton className="aspect-square w-full rounded-md!" />
								</li>
							))
						: summary.rarest.map((row) => (
								<li key={row.index} className="min-w-0">
									<StoryboardTile board={board} row={row} />
								</li>
							))}
				</ul>
			</section>
		</div>
	);
}

function Tiers({ summary: { tiers, size } }: { readonly summary: PlanSummary }) {
	return (
		<dl className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1.5">
			{rarityTiers.map((tier) => (
				<div key={tier} className="col-span-3 grid grid-cols-subgrid items-center">
					<dt className="text-sm">{tier}</dt>
					<dd aria-hidden className="h-2 overflow-hidden rounded-full bg-surface-3">
						<span
							className={clsx('block h-full rounded-full', tierClass[tier])}
							style={{ width: `${(tiers[tier] / size) * 100}%` }}
						/>
					</dd>
					<dd className="figures min-w-12 text-right text-sm font-medium">{formatNumber(tiers[tier])}</dd>
				</div>
			))}
		</dl>
	);
}
