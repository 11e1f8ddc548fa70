import { Button } from '@adx/ui/controls/button';
import { Badge } from '@adx/ui/feedback/badge';
import { ErrorWithRetry } from '@adx/ui/feedback/error-with-retry';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { ImageWithFallback } from '@adx/ui/images/image-with-fallback';
import type { ItemPreview } from '@adx/validators/sale/items';
import type { Sale } from '@adx/validators/sale/sales';
import { Snowflake } from 'lucide-react';
import { useState } from 'react';
import { toPictureUrl } from '../item-picture.ts';
import { revealCardTexts } from '../reveal/reveal-card-texts.ts';
import { saleTexts } from '../sale-texts.ts';
import { itemPageSize, type PreviewedItem, usePreviewedItems } from './preview-queries.ts';

const texts = saleTexts.wall;
const gridClass = 'grid grid-cols-3 gap-3 sm:grid-cols-4';
/** Whole rows on a phone and beside the price. */
const coveredMax = 12;

/** What is for sale, as far as its creator shows it before it is bought. */
export function ItemWall({ sale }: { readonly sale: Sale }) {
	const { itemPreview, supply, state, reveal } = sale;
	const isCovered = reveal !== null && reveal.phase !== 'revealed';
	if (itemPreview === 'covered' && state === 'sold_out' && !isCovered) return null;
	return (
		<section aria-labelledby="wall-title" className="min-w-0">
			<h2 id="wall-title" className="font-title text-xl">
				{texts.title}
			</h2>
			{itemPreview === 'covered' ? (
				<>
					<p className="mb-3 text-sm text-text-2">{isCovered ? revealCardTexts.wall(supply) : texts.covered(supply)}</p>
					<CoveredTiles count={Math.min(coveredMax, supply)} />
				</>
			) : (
				// What was shown before is nothing to go on with once its creator shows something else.
				<ShownItems key={itemPreview} sale={sale} itemPreview={itemPreview} />
			)}
		</section>
	);
}

interface ShownItemsProps {
	readonly sale: Sale;
	readonly itemPreview: ItemPreview;
}

function ShownItems({ sale, itemPreview }: ShownItemsProps) {
	const { supply } = sale;
	const [pageCount, setPageCount] = useState(1);
	const { items, total, isLoading, error, refetch } = usePreviewedItems(sale, pageCount);
	const left = total === null ? 0 : total - items.length;
	return (
		<>
			<p className="figures mb-3 text-sm text-text-2">
				{total === supply || (total === null && itemPreview === 'all')
					? texts.all(supply)
					: total === null
						? texts.sampleUncounted(supply)
						: texts.sample(total, supply)}
			</p>
			<ul className={gridClass}>
				{items.map((item) => (
					<ItemTile key={item.tokenNumber} sale={sale} item={item} />
				))}
				{items.length === 0 && isLoading
					? Array.from({ length: coveredMax }, (_, place) => (
							<li key={place} aria-hidden>
								<Skeleton className="aspect-square w-full rounded-md!" />
							</li>
						))
					: null}
			</ul>
			{error === null ? null : (
				<ErrorWithRetry
					layout="line"
					message={`${texts.failed} ${error.message}`}
					retryLabel={texts.again}
					onRetry={refetch}
					className="mt-3"
				/>
			)}
			{left > 0 && error === null ? (
				<Button
					className="mt-3 w-full"
					busyText={isLoading ? texts.loading : undefined}
					onClick={() => setPageCount(pageCount + 1)}
				>
					{texts.more(Math.min(itemPageSize, left))}
				</Button>
			) : null}
		</>
	);
}

interface ItemTileProps {
	readonly sale: Sale;
	readonly item: PreviewedItem;
}

function ItemTile({ sale, item: { name, imageUrl, isMinted } }: ItemTileProps) {
	return (
		<li className="min-w-0">
			<div className="relative">
				<ImageWithFallback
					isLazy
					url={toPictureUrl(sale, imageUrl, '200')}
					alt=""
					className="aspect-square w-full rounded-md border border-border bg-surface-3 object-contain"
				/>
				{isMinted ? (
					<span className="absolute top-1.5 left-1.5 flex rounded-full bg-surface-1">
						<Badge tone="neutral">{texts.minted}</Badge>
					</span>
				) : null}
			</div>
			<p className="mt-1 line-clamp-2 text-sm wrap-anywhere text-text-2" title={name}>
				{name}
			</p>
		</li>
	);
}

function CoveredTiles({ count }: { readonly count: number }) {
	return (
		<div aria-hidden className={gridClass}>
			{Array.from({ length: count }, (_, place) => (
				<div
					key={place}
					data-covered
					className="grid aspect-square w-full place-items-center rounded-md border border-border bg-surface-3 text-text-3"
				>
					<Snowflake className="size-1/3" />
				</div>
			))}
		</div>
	);
}
