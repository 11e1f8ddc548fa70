import { ImageWithFallback } from '@adx/ui/images/image-with-fallback';
import { ExternalLink } from '@adx/ui/navigation/external-link';
import { Card } from '@adx/ui/surfaces/card';
import type { Sale } from '@adx/validators/sale/sales';
import { toPictureUrl } from './item-picture.ts';
import { useBought } from './purchase-store.ts';
import { usePurchase } from './sale-queries.ts';
import { saleTexts } from './sale-texts.ts';

/** What was bought in this browser before what the card above is about; nothing where that is nothing. */
export function BoughtItems({ sale }: { readonly sale: Sale }) {
	const bought = useBought(sale.saleId);
	if (bought.length === 0) return null;
	return (
		<Card title={saleTexts.bought} className="mt-6">
			<ul className="grid gap-3">
				{bought.map((reservationId) => (
					<Purchased key={reservationId} sale={sale} reservationId={reservationId} />
				))}
			</ul>
		</Card>
	);
}

function Purchased({ sale, reservationId }: { readonly sale: Sale; readonly reservationId: string }) {
	const { data } = usePurchase(sale.saleId, reservationId);
	return data?.items.map(({ tokenNumber, name, imageUrl, explorerUrl }) => (
		<li key={tokenNumber} className="flex items-center gap-3">
			<ImageWithFallback
				url={toPictureUrl(sale, imageUrl, '200')}
				alt=""
				className="size-14 shrink-0 rounded-md border border-border bg-surface-3 object-contain"
			/>
			<span className="grid min-w-0 gap-0.5 text-sm">
				<span className="font-semibold wrap-anywhere text-text">{name}</span>
				<ExternalLink href={explorerUrl} hasIcon>
					{saleTexts.reveal.explorer}
				</ExternalLink>
			</span>
		</li>
	));
}
