import { useFocusFallback } from '@adx/ui/focus/use-focus-fallback';
import { ImageWithFallback } from '@adx/ui/images/image-with-fallback';
import { ExternalLink } from '@adx/ui/navigation/external-link';
import type { Purchase, Sale } from '@adx/validators/sale/sales';
import clsx from 'clsx';
import { tierTextClass } from '../../../lib/format/format-rarity.ts';
import { AddressButton } from '../../wallets/address-button.tsx';
import { shortenAddress } from '../../wallets/short-address.ts';
import { toPictureUrl } from './item-picture.ts';
import { saleTexts } from './sale-texts.ts';

const texts = saleTexts.reveal;

export interface RevealProps {
	readonly item: Purchase['items'][number];
	readonly sale: Pick<Sale, 'supply' | 'reveal'>;
}

/** An item that was just bought: the frost melts off its picture, and its traits say what it is. */
export function ItemReveal({ item, sale }: RevealProps) {
	const { name, attributes, rarityRank, rarityTier, mintAddress, explorerUrl } = item;
	const toUrl = (size: 'full' | '512') => toPictureUrl(sale, item.imageUrl, size);
	const tierClass = rarityTier === null ? 'text-text-2' : tierTextClass[rarityTier];
	const panel = useFocusFallback<HTMLElement>(null, true);
	return (
		<section ref={panel} tabIndex={-1} aria-label={name} className="grid grid-cols-[minmax(0,1fr)] gap-4 outline-none">
			<div className={clsx('relative overflow-hidden rounded-lg', tierClass)}>
				<ImageWithFallback
					key={toUrl('512')}
					url={toUrl('512')}
					alt={name}
					className="aspect-square w-full animate-thaw rounded-lg border-2 border-current bg-surface-3 object-contain"
				/>
				<span
					aria-hidden
					className="pointer-events-none absolute inset-0 animate-frost-off rounded-lg bg-surface-2 opacity-0"
				/>
			</div>
			<div>
				<h3 className="font-title text-2xl wrap-anywhere">{name}</h3>
				{rarityRank === null || rarityTier === null ? null : (
					<p className={clsx('figures font-semibold', tierClass)}>
						{texts.rarity(rarityRank, sale.supply, rarityTier)}
					</p>
				)}
			</div>
			{attributes.length === 0 ? (
				<p className="text-sm text-text-2">{rarityTier === null ? texts.covered : texts.noTraits}</p>
			) : (
				<dl aria-label={texts.traits} className="grid grid-cols-2 gap-2 text-sm">
					{attributes.map(({ trait_type: trait, value }, place) => (
						<div key={place} className="min-w-0 rounded-sm border border-border bg-surface-2 px-3 py-2">
							<dt className="wrap-anywhere text-text-2">{trait}</dt>
							<dd className="font-semibold wrap-anywhere text-text">{String(value)}</dd>
						</div>
					))}
				</dl>
			)}
			<div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
				<AddressButton address={mintAddress} short={shortenAddress(mintAddress)} label={texts.address} />
				<ExternalLink href={toUrl('full')}>{texts.picture}</ExternalLink>
				<ExternalLink href={explorerUrl} hasIcon>
					{texts.explorer}
				</ExternalLink>
			</div>
		</section>
	);
}
