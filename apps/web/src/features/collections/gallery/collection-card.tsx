import { buttonClass } from '@adx/ui/controls/button';
import { Badge } from '@adx/ui/feedback/badge';
import { formatNumber } from '@adx/validators/format-number';
import type { GalleryCard } from '@adx/validators/gallery';
import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { Flame, ShoppingBag } from 'lucide-react';
import { amountText, getCoverUrls, priceText } from '../collection-cards.ts';
import { galleryTexts } from '../gallery-texts.ts';
import { PreviewImage } from '../preview-image.tsx';

const texts = galleryTexts.card;

/** A collection of the gallery; all of it leads to the collection's page. */
export function CollectionCard({ card }: { readonly card: GalleryCard }) {
	const facts = [
		[texts.images, formatNumber(card.imageCount)],
		[texts.floor, priceText(card.floorPrice, card.coin)],
		[texts.volume, amountText(card.volume, card.coin)],
		[texts.royalty, `${card.royalty}%`],
	] as const;
	return (
		<article className="group relative flex h-full flex-col overflow-hidden rounded-lg border border-border bg-surface-1 shadow-card transition-colors duration-[120ms] focus-within:border-primary hover:border-primary">
			<Cover card={card} />
			<div className="flex grow flex-col gap-2 p-4">
				<div className="flex items-start justify-between gap-2">
					<h3 className="min-w-0 text-lg font-semibold break-words">
						<Link
							to="/collections/$collectionId"
							params={{ collectionId: card.id }}
							className="outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
						>
							{card.name}
						</Link>
					</h3>
					<span className="shrink-0 pt-1 text-sm font-semibold text-text-2">{card.symbol}</span>
				</div>
				<p className="-mt-1 text-sm break-words text-text-2">{texts.by(card.creator)}</p>
				<p className="line-clamp-2 text-sm break-words text-text-2">{card.description}</p>
				<div className="flex flex-wrap gap-1.5 empty:hidden">
					{card.featured ? (
						<Badge tone="gold" Icon={Flame}>
							{texts.minting}
						</Badge>
					) : null}
					{card.themes.map((theme) => (
						<Badge key={theme}>{theme}</Badge>
					))}
				</div>
				<dl className="figures mt-auto grid grid-cols-2 gap-x-3 gap-y-1 border-t border-border pt-3 text-sm">
					{facts.map(([name, value]) => (
						<div key={name} className="flex justify-between gap-2">
							<dt className="text-text-2">{name}</dt>
							<dd className="text-right font-medium">{value}</dd>
						</div>
					))}
				</dl>
				{card.saleUrl === null ? null : (
					// A page outside the gate, and a load of its own.
					<a
						href={card.saleUrl}
						aria-label={card.featured ? texts.buyOf(card.name) : texts.saleOf(card.name)}
						className={clsx(buttonClass(card.featured ? 'primary' : 'secondary', 'small'), 'relative')}
					>
						<ShoppingBag aria-hidden className="size-4" />
						{card.featured ? texts.buy : texts.sale}
					</a>
				)}
			</div>
		</article>
	);
}

/** Four of its pictures, or one of a collection that has fewer. */
function Cover({ card }: { readonly card: GalleryCard }) {
	const urls = getCoverUrls(card);
	const pictures = urls.length === 0 ? [null] : urls;
	return (
		<div
			className={`grid aspect-square gap-px overflow-hidden bg-surface-3 ${pictures.length > 1 ? 'grid-cols-2 grid-rows-2' : ''}`}
		>
			{pictures.map((url, place) => (
				<div key={place} className="min-h-0 min-w-0 overflow-hidden">
					<PreviewImage
						isLazy
						url={url}
						alt=""
						size="512"
						className="size-full transition-transform duration-[240ms] ease-frost group-hover:scale-[1.03]"
					/>
				</div>
			))}
		</div>
	);
}
