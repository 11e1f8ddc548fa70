import { ProgressBar } from '@adx/ui/feedback/progress-bar';
import { StatusMessage } from '@adx/ui/feedback/status-message';
import { useFocusFallback } from '@adx/ui/focus/use-focus-fallback';
import { Card } from '@adx/ui/surfaces/card';
import type { Sale } from '@adx/validators/sale/sales';
import type { ReactNode } from 'react';
import { formatPrice } from '../../wallets/format-amount.ts';
import { BuyAction } from './buy-action.tsx';
import { ItemReveal } from './item-reveal.tsx';
import { getClosedState } from './purchase-state.ts';
import type { PurchaseWallet } from './purchase-wallet.ts';
import { SaleSchedule } from './sale-schedule.tsx';
import { saleTexts } from './sale-texts.ts';
import { usePurchaseFlow } from './use-purchase-flow.ts';

const texts = saleTexts.buy;
const noNote = { text: '', isError: false };

export interface BuyCardProps {
	readonly sale: Sale;
	readonly wallet: PurchaseWallet;
	/** Connects a wallet, and shows which one it is. */
	readonly connectBar: (isLocked: boolean) => ReactNode;
	/** The server could not be asked just now. */
	readonly isStale: boolean;
}

/** The price, what is left, and the way from the first press to the item. */
export function BuyCard({ sale, wallet, connectBar, isStale }: BuyCardProps) {
	const flow = usePurchaseFlow(sale, wallet);
	const { phase, items } = flow;
	const isOver = phase === 'ready' && getClosedState(sale) !== null;
	// What was pressed is often gone by the next state.
	const card = useFocusFallback<HTMLDivElement>(`${phase} ${flow.prover} ${wallet.address}`);
	return (
		<Card title={phase === 'bought' ? saleTexts.reveal.title : texts.title}>
			<div ref={card} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-4 outline-none">
				{phase === 'bought' ? (
					items.map((item) => <ItemReveal key={item.tokenNumber} item={item} sale={sale} />)
				) : (
					<Price sale={sale} heldPrice={flow.heldPrice} />
				)}
				{/* A review says it beside its buttons. */}
				<StatusMessage {...(phase === 'review' ? noNote : flow.note)} />
				{/* Right below the price, so that it is on the first screen. */}
				{phase === 'ready' ? <BuyAction sale={sale} flow={flow} address={wallet.address} /> : null}
				{phase === 'bought' || phase === 'waiting' || isOver ? null : connectBar(flow.step !== null)}
				{phase === 'ready' ? null : <BuyAction sale={sale} flow={flow} address={wallet.address} />}
				{phase === 'review' || (phase === 'bought' && sale.state === 'selling') ? null : <SaleSchedule sale={sale} />}
				<MintedProgress sale={sale} />
				<StatusMessage text={isStale ? saleTexts.stale : ''} />
			</div>
		</Card>
	);
}

interface PriceProps extends Pick<BuyCardProps, 'sale'> {
	/** Of all that is set aside; null where nothing is. */
	readonly heldPrice: string | null;
}

function Price({ sale: { priceLamports, itemCostLamports, coin, network }, heldPrice }: PriceProps) {
	const unknown = network === 'solana' ? texts.besidesUnknown : texts.besidesFee;
	return (
		<div className="figures">
			<p className="text-sm text-text-2">{heldPrice === null ? texts.price : texts.heldPrice}</p>
			<p className="text-3xl font-semibold wrap-anywhere text-text">{formatPrice(heldPrice ?? priceLamports, coin)}</p>
			<p className="text-sm text-text-2">
				{itemCostLamports === null ? unknown : texts.besides(formatPrice(itemCostLamports))}
			</p>
		</div>
	);
}

/** How much of the collection is minted, and what is left. */
function MintedProgress({ sale: { state, supply, mintedCount, reservedCount } }: Pick<BuyCardProps, 'sale'>) {
	const { minted: texts } = saleTexts;
	const text = texts.text(mintedCount, supply);
	const left = Math.max(0, supply - mintedCount);
	return (
		<div>
			<ProgressBar label={texts.bar} percent={supply === 0 ? 0 : (mintedCount / supply) * 100} valueText={text} />
			<p className="figures mt-1.5 flex flex-wrap justify-between gap-x-4 text-sm text-text-2">
				<span>{text}</span>
				<span className="font-semibold text-text">{state === 'ended' ? texts.notSold(left) : texts.left(left)}</span>
			</p>
			{reservedCount === 0 ? null : <p className="figures text-sm text-text-2">{texts.held(reservedCount)}</p>}
		</div>
	);
}
