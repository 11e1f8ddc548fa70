import { ImageWithFallback } from '@adx/ui/images/image-with-fallback';
import { ExternalLink } from '@adx/ui/navigation/external-link';
import { Card } from '@adx/ui/surfaces/card';
import { formatNumber } from '@adx/validators/format-number';
import type { Sale } from '@adx/validators/sale/sales';
import { AddressButton } from '../../wallets/address-button.tsx';
import { shortenAddress } from '../../wallets/short-address.ts';
import { ClusterBadge, getClusterName } from '../../wallets/solana/connect/cluster-badge.tsx';
import { Marketplaces } from '../marketplaces.tsx';
import { revealCardTexts } from './reveal/reveal-card-texts.ts';
import { saleTexts as texts } from './sale-texts.ts';

export interface SaleAboutProps {
	readonly sale: Sale;
}

/** What is sold and by whom; on a phone beside a small cover, so that price and button are on the first screen. */
export function SaleHeader({ sale: { name, symbol, creator, coverUrl, cluster, network } }: SaleAboutProps) {
	return (
		<article className="grid min-w-0 grid-cols-[6rem_minmax(0,1fr)] content-start gap-x-4 gap-y-3 sm:grid-cols-[10rem_minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)] lg:gap-y-5">
			<div className="col-span-full empty:hidden">
				{network === 'solana' ? <ClusterBadge cluster={cluster} /> : null}
			</div>
			<header className="order-2 lg:order-1">
				<div className="flex flex-wrap items-baseline gap-x-3">
					<h1 className="font-title min-w-0 text-2xl wrap-anywhere sm:text-4xl">{name}</h1>
					<span className="font-semibold text-text-2">{symbol}</span>
				</div>
				<p className="mt-1 wrap-anywhere text-text-2">{texts.by(creator)}</p>
			</header>
			<ImageWithFallback
				key={coverUrl}
				url={coverUrl}
				alt={texts.cover(name)}
				className="order-1 aspect-square w-full rounded-lg border border-border bg-surface-3 object-contain lg:order-2"
			/>
		</article>
	);
}

/** Where it is sold, and what a buyer should know. */
export function SaleDetails({ sale }: SaleAboutProps) {
	const { royalty, cluster, walletAddress, mintAddress, explorerUrl } = sale;
	const facts = [
		[texts.facts.supply, formatNumber(sale.supply)],
		[texts.facts.royalty, `${royalty}%`],
		[texts.facts.network, sale.network === 'solana' ? getClusterName(cluster) : (sale.chain?.name ?? cluster)],
	] as const;
	return (
		<Card title={texts.about}>
			<dl aria-label={texts.facts.label} className="figures mb-4 flex flex-wrap gap-x-8 gap-y-3">
				{facts.map(([label, value]) => (
					<div key={label}>
						<dt className="text-sm text-text-2">{label}</dt>
						<dd className="font-semibold wrap-anywhere">{value}</dd>
					</div>
				))}
			</dl>
			<div className="mb-4 flex flex-wrap gap-2">
				<AddressButton address={walletAddress} short={shortenAddress(walletAddress)} label={texts.facts.creator} />
				<AddressButton address={mintAddress} short={shortenAddress(mintAddress)} label={texts.facts.collection} />
			</div>
			<ul className="grid list-disc gap-2 pl-5 text-sm text-text-2 marker:text-text-3">
				{listPromises(sale).map((promise) => (
					<li key={promise}>{promise}</li>
				))}
				<Cap sale={sale} />
				<li>{texts.royalty(royalty)}</li>
				<li>{sale.network === 'solana' ? texts.marketplaces : texts.evmMarketplaces}</li>
			</ul>
			<div className="mt-4">
				<Marketplaces network={sale.network} cluster={cluster} />
			</div>
			<ExternalLink href={explorerUrl} hasIcon className="mt-4 w-fit text-sm">
				{texts.facts.explorer}
			</ExternalLink>
		</Card>
	);
}

/** How many items there can be, and who could change that. */
function Cap({ sale: { state, isCapFixed, supply, mintedCount, explorerUrl } }: SaleAboutProps) {
	if (state === 'ended') return <li>{texts.endedShort(mintedCount, supply)}</li>;
	if (!isCapFixed) return <li>{texts.cap.open(supply)}</li>;
	return (
		<li>
			{texts.cap.fixed(supply)}{' '}
			<ExternalLink href={explorerUrl} className="inline">
				{texts.cap.see}
			</ExternalLink>
		</li>
	);
}

/** Which item a buyer gets, and whether it can change. */
function listPromises({ state, reveal }: Sale): readonly string[] {
	// There is no next item to draw.
	if (reveal === null && state === 'ended') return [texts.frozen];
	if (reveal === null) return [texts.drawn, texts.frozen];
	if (reveal.phase === 'revealed') return [revealCardTexts.shown];
	return [revealCardTexts.drawnItem, revealCardTexts.frozen];
}
