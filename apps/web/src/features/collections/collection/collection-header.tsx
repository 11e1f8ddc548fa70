import { buttonClass } from '@adx/ui/controls/button';
import { CopyField } from '@adx/ui/controls/copy-field';
import { Badge } from '@adx/ui/feedback/badge';
import { ExternalLink } from '@adx/ui/navigation/external-link';
import { Card } from '@adx/ui/surfaces/card';
import { formatNumber } from '@adx/validators/format-number';
import { EyeOff, Flame, ShoppingBag } from 'lucide-react';
import { formatDate } from '../../../lib/format/format-date.ts';
import { amountText, priceText } from '../collection-cards.ts';
import type { Collection } from '../collection-queries.ts';
import { galleryTexts } from '../gallery-texts.ts';
import { PreviewImage } from '../preview-image.tsx';
import { OwnerPanel } from './owner-panel.tsx';

const texts = galleryTexts.collection;
const cardTexts = galleryTexts.card;
const ownerTexts = galleryTexts.owner;

export interface CollectionHeaderProps {
	readonly collection: Collection;
}

/** A collection's cover, facts, proof and sources; its owner has more to do here. */
export function CollectionHeader({ collection }: CollectionHeaderProps) {
	const { name, creator, description, coverUrl, featured, hidden, saleUrl, themes } = collection;
	return (
		<Card>
			<div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-5 gap-y-3 md:grid-cols-[14rem_minmax(0,1fr)] md:grid-rows-[auto_1fr] xl:grid-cols-[18rem_minmax(0,1fr)_minmax(0,30rem)]">
				<PreviewImage
					url={coverUrl}
					alt={texts.cover(name)}
					size="512"
					className="aspect-square w-full self-start rounded-md border border-border bg-surface-3 md:row-span-2"
				/>
				<div className="min-w-0 self-center md:self-start">
					<h1 title={name} className="font-title text-2xl wrap-anywhere max-sm:line-clamp-3 sm:text-3xl">
						{name}
					</h1>
					<p className="mt-1 break-words text-text-2">{cardTexts.by(creator)}</p>
				</div>
				<div className="col-span-2 grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3 md:col-span-1 md:col-start-2">
					<div className="flex flex-wrap gap-1.5 empty:hidden">
						{hidden ? (
							<Badge Icon={EyeOff}>{saleUrl === null ? ownerTexts.hidden : ownerTexts.hiddenOnSale}</Badge>
						) : null}
						{featured ? (
							<Badge tone="gold" Icon={Flame}>
								{cardTexts.minting}
							</Badge>
						) : null}
						{themes.map((theme) => (
							<Badge key={theme}>{theme}</Badge>
						))}
					</div>
					<p className="max-w-prose break-words whitespace-pre-line">{description}</p>
					<Facts collection={collection} />
					<OnChain collection={collection} />
					{collection.isMine ? <OwnerPanel collection={collection} /> : null}
				</div>
				<div className="col-span-2 grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4 pt-1 md:grid-cols-2 xl:col-span-1 xl:col-start-3 xl:row-span-2 xl:row-start-1 xl:grid-cols-[minmax(0,1fr)] xl:pt-0">
					<div>
						<CopyField label={texts.provenance} value={collection.provenance} />
						<p className="mt-1.5 text-[0.8125rem] text-text-3">{texts.provenanceHint}</p>
					</div>
					{collection.contractAddress === null ? null : (
						<CopyField label={texts.address} value={collection.contractAddress} />
					)}
					<Sources sources={collection.sources} />
				</div>
			</div>
		</Card>
	);
}

function Facts({ collection }: CollectionHeaderProps) {
	const facts = [
		[cardTexts.images, formatNumber(collection.imageCount)],
		[cardTexts.floor, priceText(collection.floorPrice, collection.coin)],
		[cardTexts.volume, amountText(collection.volume, collection.coin)],
		[cardTexts.royalty, `${collection.royalty}%`],
		[texts.symbol, collection.symbol],
		[texts.category, collection.category],
		[texts.completed, formatDate(new Date(collection.completedAt))],
	] as const;
	return (
		<dl aria-label={texts.facts} className="figures flex flex-wrap gap-x-6 gap-y-2">
			{facts.map(([name, value]) => (
				<div key={name}>
					<dt className="text-sm text-text-2">{name}</dt>
					<dd className="font-semibold break-words">{value}</dd>
				</div>
			))}
		</dl>
	);
}

/** Where it is sold, and where the chain has it. */
function OnChain({ collection: { name, saleUrl, featured, explorerUrl } }: CollectionHeaderProps) {
	if (saleUrl === null && explorerUrl === null) return null;
	return (
		<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
			{saleUrl === null ? null : (
				<a
					href={saleUrl}
					aria-label={featured ? cardTexts.buyOf(name) : cardTexts.saleOf(name)}
					className={buttonClass(featured ? 'primary' : 'secondary')}
				>
					<ShoppingBag aria-hidden className="size-4" />
					{featured ? cardTexts.buy : cardTexts.sale}
				</a>
			)}
			<ExternalLink href={explorerUrl} hasIcon>
				{texts.explorer}
			</ExternalLink>
		</div>
	);
}

function Sources({ sources }: Pick<Collection, 'sources'>) {
	return (
		<section aria-labelledby="sources-title" className="min-w-0">
			<h2 id="sources-title" className="mb-1.5 font-medium">
				{texts.sources}
			</h2>
			<ul
				// biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to
				tabIndex={0}
				className="figures max-h-40 overflow-y-auto rounded-sm border border-line bg-surface-2 px-3 text-sm"
			>
				{sources.map(({ name, imageCount, tokenCount }, place) => (
					<li key={place} className="flex justify-between gap-3 border-t border-border py-1.5 first:border-t-0">
						<span className="min-w-0 break-words">{name}</span>
						<span className="shrink-0 text-text-2">{texts.sourceCount(tokenCount, imageCount)}</span>
					</li>
				))}
			</ul>
		</section>
	);
}
