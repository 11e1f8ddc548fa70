import { DetailList, DetailRow } from '@adx/ui/surfaces/detail-list';
import type { JobImage } from '../../../lib/api/trpc.ts';
import { formatShare, tierTextClass } from '../../../lib/format/format-rarity.ts';
import { formatDrift } from '../image-labels.ts';
import { getExactLabel, getTraitName, getTraitValue, listTraitKeys } from '../images/image-traits.ts';
import type { TraitCounts } from '../images/trait-counts.ts';

export interface TraitListProps {
	readonly image: JobImage;
	/** Over the whole collection; null while it is not known how many share a value. */
	readonly counts: TraitCounts | null;
}

/** What an image is made of, how rare that is and why: beside each trait how much of the collection shares it. */
export function TraitList({ image, counts }: TraitListProps) {
	return (
		<section aria-label="Traits" data-traits-of={image.id}>
			<h2 className="font-title mb-2 text-xl">Traits</h2>
			<DetailList>
				{listTraitKeys([image]).map((trait) => {
					const value = getTraitValue(image, trait) ?? '';
					return (
						<DetailRow
							key={trait}
							name={getTraitName(trait)}
							value={getExactLabel({ trait, value })}
							noteSuffix=" of the collection"
							note={counts === null ? undefined : formatShare(counts.sharedBy({ trait, value }), counts.total)}
						/>
					);
				})}
				<DetailRow name="Rarity" note="" value={image.traits.rarity} className={tierTextClass[image.traits.rarity]} />
				<DetailRow
					name="Rank"
					note=""
					value={`${image.rarityRank}${image.rarityProvisional ? ' (provisional)' : ''}`}
				/>
				<DetailRow name="Score" note="" value={image.rarityScore.toFixed(2)} />
				{image.drift === null ? null : <DetailRow name="Drift" note="" value={formatDrift(image.drift)} />}
			</DetailList>
			{image.rarityProvisional ? (
				<p className="mt-3 text-[0.8125rem] text-text-3">The collection is too small for the rank to mean much.</p>
			) : null}
		</section>
	);
}
