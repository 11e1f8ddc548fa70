import { ImageWithFallback } from '@adx/ui/images/image-with-fallback';
import type { Sale } from '@adx/validators/sale/sales';
import { toPictureUrl } from './item-picture.ts';
import { saleTexts } from './sale-texts.ts';

const texts = saleTexts.latest;

/** What was minted last, the newest first. */
export function LatestItems({ sale }: { readonly sale: Sale }) {
	const { latest } = sale;
	return (
		<section aria-labelledby="latest-title" className="min-w-0">
			<h2 id="latest-title" className="font-title mb-3 text-xl">
				{texts.title}
			</h2>
			{latest.length === 0 ? (
				<p className="text-text-2">{sale.state === 'ended' ? texts.noneWereMinted : texts.none}</p>
			) : (
				<ul className="grid grid-cols-3 gap-3 sm:grid-cols-4">
					{latest.map(({ tokenNumber, name, imageUrl }) => (
						<li key={tokenNumber} className="min-w-0">
							<ImageWithFallback
								isLazy
								url={toPictureUrl(sale, imageUrl, '200')}
								alt=""
								className="aspect-square w-full rounded-md border border-border bg-surface-3 object-contain"
							/>
							<p className="mt-1 line-clamp-2 text-sm wrap-anywhere text-text-2" title={name}>
								{name}
							</p>
						</li>
					))}
				</ul>
			)}
		</section>
	);
}
