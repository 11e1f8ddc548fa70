import { DetailList, DetailRow } from '@adx/ui/surfaces/detail-list';
import { formatShare, tierTextClass } from '../../../lib/format/format-rarity.ts';
import type { Collection, CollectionToken } from '../collection-queries.ts';
import { galleryTexts } from '../gallery-texts.ts';

const texts = galleryTexts.lightbox;

/** On a phone a longer value has a line of its own: the column beside its trait is a few letters wide there. */
const columnMaxLength = 20;
const ownLineClass =
	'max-sm:col-span-3 max-sm:row-start-2 max-sm:text-left max-sm:[&+dd]:col-start-3 max-sm:[&+dd]:row-start-1';

export interface TokenDetailsProps {
	readonly collection: Collection;
	readonly token: CollectionToken;
	readonly isProvisional: boolean;
}

/** A picture's traits, each with how much of the collection shares it, its rarity, and where it came from. */
export function TokenDetails({ collection, token, isProvisional }: TokenDetailsProps) {
	const { attributes, rarityTier, rarityRank, rarityScore, source, width, height } = token;
	const shareOf = (trait: string, value: string) => {
		const found = collection.facets
			.find((facet) => facet.trait === trait)
			?.values.find((candidate) => candidate.value === value);
		return found === undefined ? undefined : formatShare(found.count, collection.imageCount);
	};
	return (
		<>
			<section aria-labelledby="token-traits">
				<h2 id="token-traits" className="font-title mb-2 text-xl">
					{texts.traits}
				</h2>
				{attributes.length === 0 ? <p className="text-text-2">{texts.noTraits}</p> : null}
				<DetailList>
					{attributes.map(({ trait_type: trait, value }, place) => (
						<DetailRow
							key={place}
							name={trait}
							value={value}
							className={value.length > columnMaxLength ? ownLineClass : ''}
							note={shareOf(trait, value)}
							noteSuffix={texts.ofCollection}
						/>
					))}
				</DetailList>
			</section>
			<section aria-labelledby="token-rarity">
				<h2 id="token-rarity" className="font-title mb-2 text-xl">
					{texts.rarity}
				</h2>
				<DetailList>
					<DetailRow name={texts.tier} value={rarityTier} className={tierTextClass[rarityTier]} />
					<DetailRow name={texts.rank} value={texts.rankOf(rarityRank, collection.imageCount)} />
					<DetailRow name={texts.score} value={rarityScore.toFixed(2)} />
				</DetailList>
				{isProvisional ? <p className="mt-3 text-[0.8125rem] text-text-3">{texts.provisional}</p> : null}
			</section>
			<section aria-labelledby="token-source">
				<h2 id="token-source" className="font-title mb-2 text-xl">
					{texts.source}
				</h2>
				<DetailList>
					<DetailRow name={texts.collection} value={source.collection} />
					<DetailRow name={texts.file} value={source.filename} className="break-all" />
					{width === null || height === null ? null : (
						<DetailRow name={texts.size} value={texts.pixels(width, height)} />
					)}
				</DetailList>
			</section>
		</>
	);
}
