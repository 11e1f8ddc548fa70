import { ProgressBar } from '@adx/ui/feedback/progress-bar';
import { StatusMessage } from '@adx/ui/feedback/status-note';
import { Card } from '@adx/ui/surfaces/card';
import type { Sale } from '@adx/validators/sales';
import { useFocusFallback } from '../../../lib/hooks/use-focus-fallback.ts';
import { SolanaConnectBar } from '../../wallets/solana/connect/solana-connect-bar.tsx';
import type { SolanaConnector } from '../../wallets/solana/connect/use-connect-solana.ts';
import { useSolana } from '../../wallets/solana/connect/use-solana.ts';
import { formatPrice } from '../../wallets/solana/format-sol.ts';
import { BuyAction } from './buy-action.tsx';
import { ItemReveal } from './item-reveal.tsx';
import { SalePhases } from './sale-phases.tsx';
import { saleTexts } from './sale-texts.ts';
import { usePurchaseFlow } from './use-purchase-flow.ts';

const texts = saleTexts.buy;

export interface BuyCardProps {
	readonly sale: Sale;
	readonly connector: SolanaConnector;
	/** The server could not be asked just now. */
	readonly isStale: boolean;
}

/** The price, what is left, and the way from the first press to the item. */
export function BuyCard({ sale, connector, isStale }: BuyCardProps) {
	const flow = usePurchaseFlow(sale, connector);
	const { connection } = useSolana();
	const { phase, item } = flow;
	const isOver = phase === 'ready' && sale.state !== 'selling';
	// What was pressed is often gone by the next state.
	const card = useFocusFallback<HTMLDivElement>(`${phase} ${connection?.address}`);
	return (
		<Card title={phase === 'bought' ? saleTexts.reveal.title : texts.title}>
			<div ref={card} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-4 outline-none">
				<StatusMessage {...flow.note} />
				{phase === 'bought' && item !== null ? <ItemReveal item={item} supply={sale.supply} /> : <Price sale={sale} />}
				{phase === 'bought' || phase === 'waiting' || isOver ? null : (
					<SolanaConnectBar connector={connector} isLocked={flow.step !== null} />
				)}
				{phase === 'review' || phase === 'bought' ? null : <SalePhases sale={sale} />}
				<BuyAction sale={sale} flow={flow} />
				<MintedProgress sale={sale} />
				<StatusMessage text={isStale ? saleTexts.stale : ''} />
			</div>
		</Card>
	);
}

function Price({ sale: { priceLamports, pieceCostLamports } }: Pick<BuyCardProps, 'sale'>) {
	return (
		<div className="figures">
			<p className="text-sm text-text-2">{texts.price}</p>
			<p className="text-3xl font-semibold wrap-anywhere text-text">{formatPrice(priceLamports)}</p>
			<p className="text-sm text-text-2">
				{pieceCostLamports === null ? texts.besidesUnknown : texts.besides(formatPrice(pieceCostLamports))}
			</p>
		</div>
	);
}

/** How much of the collection is minted, and what is left. */
function MintedProgress({ sale: { supply, mintedCount, reservedCount } }: Pick<BuyCardProps, 'sale'>) {
	const { minted: texts } = saleTexts;
	const text = texts.text(mintedCount, supply);
	return (
		<div>
			<ProgressBar label={texts.bar} percent={supply === 0 ? 0 : (mintedCount / supply) * 100} valueText={text} />
			<p className="figures mt-1.5 flex flex-wrap justify-between gap-x-4 text-sm text-text-2">
				<span>{text}</span>
				<span className="font-semibold text-text">{texts.left(Math.max(0, supply - mintedCount))}</span>
			</p>
			{reservedCount === 0 ? null : <p className="figures text-sm text-text-2">{texts.held(reservedCount)}</p>}
		</div>
	);
}
