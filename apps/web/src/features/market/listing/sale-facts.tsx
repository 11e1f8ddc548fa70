import { ExternalLink } from '@adx/ui/navigation/external-link';
import type { CreatorSale } from '@adx/validators/sales';
import { formatPrice } from '../../wallets/format-amount.ts';
import { ClusterBadge, getClusterName } from '../../wallets/solana/connect/cluster-badge.tsx';
import { SolanaAddress } from '../../wallets/solana/connect/solana-address.tsx';
import { listingTexts } from './listing-texts.ts';

const texts = listingTexts.facts;

/** What is sold, for how much, by whom and where. */
export function SaleFacts({ sale }: { readonly sale: CreatorSale }) {
	const facts = [
		[texts.name, `${sale.name} (${sale.symbol})`],
		[texts.price, sale.phases.length === 0 ? formatPrice(sale.priceLamports) : texts.byPhase],
		[texts.royalty, `${sale.royalty}%`],
		[texts.supply, sale.supply.toLocaleString('en')],
		[texts.network, getClusterName(sale.cluster)],
	] as const;
	return (
		<div className="grid gap-3">
			<ClusterBadge cluster={sale.cluster} />
			<dl aria-label={texts.label} className="figures grid gap-1 text-sm">
				{facts.map(([name, value]) => (
					<div key={name} className="flex flex-wrap justify-between gap-x-3">
						<dt className="text-text-2">{name}</dt>
						<dd className="ml-auto min-w-0 text-right font-medium wrap-anywhere text-text">{value}</dd>
					</div>
				))}
			</dl>
			<div className="flex flex-wrap gap-2">
				<SolanaAddress address={sale.walletAddress} label={texts.wallet} />
				{sale.mintAddress === null ? null : <SolanaAddress address={sale.mintAddress} label={texts.mint} />}
			</div>
			<ExternalLink href={sale.explorerUrl} hasIcon className="justify-self-start text-sm">
				{texts.explorer}
			</ExternalLink>
		</div>
	);
}
