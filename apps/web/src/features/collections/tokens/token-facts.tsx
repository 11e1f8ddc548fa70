import clsx from 'clsx';
import { formatShare, tierTextClass } from '../../../lib/format/format-rarity.ts';
import type { Collection, CollectionToken } from '../collection-queries.ts';
import { galleryTexts } from '../gallery-texts.ts';

const texts = galleryTexts.lightbox;

export interface TokenFactsProps {
	readonly collection: Collection;
	readonly token: CollectionToken;
	readonly isProvisional: boolean;
}

/** A picture's traits, each with how much of the collection shares it, its rarity, and where it came from. */
export function TokenDetails({ collection, token, isProvisional }: TokenFactsProps) {
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
				<dl className="grid grid-cols-[auto_1fr_auto] gap-x-4">
					{attributes.map(({ trait_type: trait, value }, place) => (
						<Row key={place} name={trait} value={value} share={shareOf(trait, value)} />
					))}
				</dl>
			</section>
			<section aria-labelledby="token-rarity">
				<h2 id="token-rarity" className="font-title mb-2 text-xl">
					{texts.rarity}
				</h2>
				<dl className="grid grid-cols-[auto_1fr_auto] gap-x-4">
					<Row name={texts.tier} value={rarityTier} className={tierTextClass[rarityTier]} />
					<Row name={texts.rank} value={texts.rankOf(rarityRank, collection.imageCount)} />
					<Row name={texts.score} value={rarityScore.toFixed(2)} />
				</dl>
				{isProvisional ? <p className="mt-3 text-[0.8125rem] text-text-3">{texts.provisional}</p> : null}
			</section>
			<section aria-labelledby="token-source">
				<h2 id="token-source" className="font-title mb-2 text-xl">
					{texts.source}
				</h2>
				<dl className="grid grid-cols-[auto_1fr_auto] gap-x-4">
					<Row name={texts.collection} value={source.collection} />
					<Row name={texts.file} value={source.filename} className="break-all" />
					{width === null || height === null ? null : <Row name={texts.size} value={texts.pixels(width, height)} />}
				</dl>
			</section>
		</>
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
			<dt className="max-w-40 text-sm break-words text-text-2">{name}</dt>
			<dd
				className={clsx(
					'figures min-w-0 text-right font-medium break-words',
					share === undefined && 'col-span-2',
					className,
				)}
			>
				{value}
			</dd>
			{share === undefined ? null : (
				<dd className="figures text-right text-[0.8125rem] text-text-2">
					{share}
					<span className="sr-only">{texts.ofCollection}</span>
				</dd>
			)}
		</div>
	);
}
