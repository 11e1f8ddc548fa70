import { traitLabel, traitNames } from '@adx/collection/plan/traits';
import clsx from 'clsx';
import type { JobImage } from '../../../lib/api/trpc.ts';
import { formatShare, tierTextClass } from '../../../lib/format/format-rarity.ts';
import { traitKeys } from '../images/image-filter.ts';
import type { TraitCounts } from '../images/trait-counts.ts';

export interface TraitListProps {
	readonly image: JobImage;
	/** Over the whole collection; null while it is not known how many share a value. */
	readonly counts: TraitCounts | null;
}

/** What an image is made of, how rare that is and why: beside each trait how much of the collection shares it. */
export function TraitList({ image, counts }: TraitListProps) {
	return (
		<section aria-label="Traits">
			<h2 className="font-title mb-2 text-xl">Traits</h2>
			<dl className="grid grid-cols-[auto_1fr_auto] gap-x-4">
				{traitKeys.map((trait) => {
					const value = image.traits[trait];
					return (
						<Row
							key={trait}
							name={traitNames[trait]}
							value={traitLabel(trait, value)}
							share={counts === null ? undefined : formatShare(counts.sharedBy({ trait, value }), counts.total)}
						/>
					);
				})}
				<Row name="Rarity" value={image.traits.rarity} className={tierTextClass[image.traits.rarity]} />
				<Row name="Rank" value={`${image.rarityRank}${image.rarityProvisional ? ' (provisional)' : ''}`} />
				<Row name="Score" value={image.rarityScore.toFixed(2)} />
			</dl>
			{image.rarityProvisional ? (
				<p className="mt-3 text-[0.8125rem] text-text-3">The collection is too small for the rank to mean much.</p>
			) : null}
		</section>
	);
}

interface RowProps {
	readonly name: string;
	readonly value: string;
	readonly share?: string | undefined;
	readonly className?: string;
}

function Row({ name, value, share, className }: RowProps) {
	return (
		<div className="col-span-3 grid grid-cols-subgrid items-baseline border-b border-border py-1.5 last:border-b-0">
			<dt className="text-sm text-text-2">{name}</dt>
			<dd className={clsx('figures text-right font-medium break-words', className)}>{value}</dd>
			<dd className="figures text-right text-[0.8125rem] text-text-3">
				{share === undefined ? null : (
					<>
						{share}
						<span className="sr-only"> of the collection</span>
					</>
				)}
			</dd>
		</div>
	);
}
