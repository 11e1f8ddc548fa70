import { ExternalLink } from '@adx/ui/navigation/external-link';
import { formatNumber } from '@adx/validators/format-number';
import { mintChainFacts } from '@adx/validators/minted-token';
import type { CreatorSale } from '@adx/validators/sale/sales';
import { AddressButton } from '../../wallets/address-button.tsx';
import { formatPrice } from '../../wallets/format-amount.ts';
import { shortenAddress } from '../../wallets/short-address.ts';
import { ClusterBadge, getClusterName } from '../../wallets/solana/connect/cluster-badge.tsx';
import { listingTexts } from './listing-texts.ts';

const texts = listingTexts.facts;

/** What is sold, for how much, by whom and where. */
export function SaleFacts({ sale }: { readonly sale: CreatorSale }) {
	const facts = [
		[texts.name, `${sale.name} (${sale.symbol})`],
		[texts.price, sale.phases.length === 0 ? formatPrice(sale.priceLamports, sale.coin) : texts.byPhase],
		[texts.royalty, `${sale.royalty}%`],
		[texts.supply, formatNumber(sale.supply)],
		[texts.network, sale.network === 'solana' ? getClusterName(sale.cluster) : mintChainFacts[sale.network].name],
	] as const;
	return (
		<div className="grid gap-3">
			{sale.network === 'solana' ? <ClusterBadge cluster={sale.cluster} /> : null}
			<dl aria-label={texts.label} className="figures grid gap-1 text-sm">
				{facts.map(([name, value]) => (
					<div key={name} className="flex flex-wrap justify-between gap-x-3">
						<dt className="text-text-2">{name}</dt>
						<dd className="ml-auto min-w-0 text-right font-medium wrap-anywhere text-text">{value}</dd>
					</div>
				))}
			</dl>
			<div className="flex flex-wrap gap-2">
				<AddressButton address={sale.walletAddress} short={shortenAddress(sale.walletAddress)} label={texts.wallet} />
				{sale.mintAddress === null ? null : (
					<AddressButton address={sale.mintAddress} short={shortenAddress(sale.mintAddress)} label={texts.mint} />
				)}
			</div>
			<ExternalLink href={sale.explorerUrl} hasIcon className="justify-self-start text-sm">
				{texts.explorer}
			</ExternalLink>
		</div>
	);
}
