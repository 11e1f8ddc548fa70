import { buttonClass } from '@adx/ui/controls/button';
import { CopyField } from '@adx/ui/controls/copy-field';
import { ProgressBar } from '@adx/ui/feedback/progress-bar';
import { ExternalLink } from '@adx/ui/navigation/external-link';
import { formatNumber } from '@adx/validators/format-number';
import type { CreatorSale } from '@adx/validators/sale/sales';
import { formatAmount } from '../../wallets/format-amount.ts';
import { Marketplaces } from '../marketplaces.tsx';
import { EvmSeller } from './evm/evm-seller.tsx';
import { listingTexts } from './listing-texts.ts';
import { SaleControls } from './sale-controls.tsx';
import { countUnownedItems, isClosed } from './sale-stage.ts';
import { SalesSection } from './sales-section.tsx';
import { OwnItemsPanel, type OwnItemsPanelProps } from './solana/own-items-panel.tsx';

const texts = listingTexts.selling;

export interface SellingPanelProps extends OwnItemsPanelProps {
	readonly canMint: boolean;
}

/** A sale that is open, or over: its page, what is sold, and what the creator may still mint. */
export function SellingPanel({ sale, canMint, connector, ownItems }: SellingPanelProps) {
	const { supply, soldCount, ownCount, earnedLamports } = sale;
	const minted = soldCount + ownCount;
	const left = countUnownedItems(sale);
	const counts = [
		[texts.sold, formatNumber(soldCount)],
		[texts.own, formatNumber(ownCount)],
		[texts.left, formatNumber(left)],
		[texts.earned, formatAmount(earnedLamports, sale.coin)],
	] as const;
	return (
		<div className="grid gap-4">
			<p className="text-sm text-text-2">{describeState(sale)}</p>
			{left > 0 ? null : (
				<p className="text-sm text-text-2">{sale.isCapFixed ? texts.capFixed(supply) : texts.capOpen}</p>
			)}
			<div>
				<ProgressBar
					label={texts.bar}
					percent={supply === 0 ? 0 : (minted / supply) * 100}
					valueText={texts.progress(minted, supply)}
				/>
				<dl className="figures mt-2 grid grid-cols-2 gap-x-4 gap-y-1 text-sm sm:grid-cols-4">
					{counts.map(([name, value]) => (
						<div key={name}>
							<dt className="text-text-2">{name}</dt>
							<dd className="font-semibold wrap-anywhere text-text">{value}</dd>
						</div>
					))}
				</dl>
				{soldCount === 0 ? null : <p className="mt-2 text-sm text-text-2">{texts.earnedLater}</p>}
			</div>
			<CopyField label={texts.link} value={absoluteUrl(sale.saleUrl)} />
			<ExternalLink href={sale.saleUrl} hasIcon baseClass={buttonClass('primary')}>
				{texts.open}
			</ExternalLink>
			<Marketplaces network={sale.network} cluster={sale.cluster} />
			<SalesSection sale={sale} />
			<SaleControls sale={sale} />
			{!canMint ? null : sale.network === 'solana' ? (
				<OwnItemsPanel sale={sale} connector={connector} ownItems={ownItems} />
			) : (
				<EvmSeller sale={sale} />
			)}
		</div>
	);
}

/** Address of the page of a sale, with this site's name. */
const absoluteUrl = (path: string) => new URL(path, window.location.origin).href;

/** Whether anybody can buy, in a sentence. */
function describeState(sale: CreatorSale): string {
	if (countUnownedItems(sale) === 0) return texts.soldOut;
	if (sale.state === 'ended') return isClosed(sale) ? texts.ended : texts.over;
	if (sale.state === 'paused') return texts.paused;
	if (sale.state === 'upcoming') return texts.upcoming;
	return sale.phases.length > 0 ? texts.phased : texts.text;
}
