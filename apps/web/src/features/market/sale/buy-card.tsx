import { StatusMessage } from '@adx/ui/feedback/status-note';
import { Card } from '@adx/ui/surfaces/card';
import type { Sale } from '@adx/validators/sales';
import { useFocusFallback } from '../../../lib/hooks/use-focus-fallback.ts';
import { formatPrice } from '../../wallets/solana/connect/format-lamports.ts';
import { shortenSolanaAddress } from '../../wallets/solana/connect/short-solana-address.ts';
import { SolanaConnectBar } from '../../wallets/solana/connect/solana-connect-bar.tsx';
import type { SolanaConnector } from '../../wallets/solana/connect/use-connect-solana.ts';
import { useSolana } from '../../wallets/solana/connect/use-solana.ts';
import { BuyAction, type BuyState } from './buy-action.tsx';
import { ItemReveal } from './item-reveal.tsx';
import { MintedProgress } from './minted-progress.tsx';
import { saleTexts } from './sale-texts.ts';
import { type Buying, useBuyItem } from './use-buy-item.ts';
import { type PurchaseStatus, usePurchaseStatus } from './use-purchase-status.ts';

const texts = saleTexts.buy;

export interface BuyCardProps {
	readonly sale: Sale;
	readonly connector: SolanaConnector;
	/** The server could not be asked just now. */
	readonly isStale: boolean;
}

/** The price, what is left, and the way from the first press to the piece. */
export function BuyCard({ sale, connector, isStale }: BuyCardProps) {
	const buying = useBuyItem(sale, connector);
	const followed = usePurchaseStatus(sale.saleId, buying);
	const { connection } = useSolana();
	const state = getBuyState(buying, followed);
	const [piece] = followed?.purchase?.pieces ?? [];
	const isOver = state === 'ready' && sale.phase === 'sold_out';
	// What was pressed is often gone by the next state.
	const card = useFocusFallback<HTMLDivElement>(`${state} ${connection?.address}`);
	return (
		<Card title={state === 'bought' ? saleTexts.reveal.title : texts.title}>
			<div ref={card} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-4 outline-none">
				<StatusMessage {...noteOf(state, buying, followed)} />
				{state === 'bought' && piece !== undefined ? (
					<ItemReveal piece={piece} supply={sale.supply} />
				) : (
					<Price sale={sale} />
				)}
				{state === 'bought' || state === 'waiting' || isOver ? null : (
					<SolanaConnectBar connector={connector} isLocked={buying.step !== null} />
				)}
				<BuyAction {...{ sale, state, buying, followed }} />
				<MintedProgress sale={sale} />
				<StatusMessage text={isStale ? saleTexts.stale : ''} />
			</div>
		</Card>
	);
}

function getBuyState({ step, offer }: Buying, followed: PurchaseStatus | null): BuyState {
	const purchase = followed?.purchase;
	if (purchase?.status === 'confirmed' && purchase.pieces.length > 0) return 'bought';
	if (purchase?.status === 'sent') return 'waiting';
	if (followed !== null && followed.started.state !== 'offered' && step === null) return 'waiting';
	if (offer !== null) return 'review';
	if (step !== null) return 'working';
	return purchase?.status === 'reserved' ? 'held' : 'ready';
}

function noteOf(state: BuyState, { step, note }: Buying, followed: PurchaseStatus | null) {
	if (state === 'bought') return { text: saleTexts.reveal.got(followed?.purchase?.pieces[0]?.name ?? '') };
	if (state === 'waiting') return { text: waitingText(followed) };
	if (step !== null) return { text: step === 'signing' || step === 'connecting' ? '' : texts.steps[step] };
	if (note !== null) return note;
	const isHeld = state === 'held' && followed !== null;
	return { text: isHeld ? texts.heldFor(shortenSolanaAddress(followed.started.walletAddress)) : '' };
}

function waitingText(followed: PurchaseStatus | null): string {
	if (followed === null || followed.started.state !== 'signed') return texts.waiting;
	return followed.delay === null ? texts.steps.submitting : texts[followed.delay];
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
