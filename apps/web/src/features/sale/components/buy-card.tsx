import { Button } from '@adx/ui/button';
import { Card } from '@adx/ui/card';
import type { Purchase, Sale } from '@adx/validators/sales';
import { LoaderCircle } from 'lucide-react';
import { statusOf } from '../../../lib/error-sentences.ts';
import { ConnectBar } from '../../solana/components/connect-bar.tsx';
import { StatusNote } from '../../solana/components/status-note.tsx';
import { priceText } from '../../solana/lamports.ts';
import type { SolanaConnector } from '../../solana/use-connect-solana.ts';
import { forgetPurchase, useBegunPurchase } from '../purchase-store.ts';
import { usePurchase } from '../queries.ts';
import { saleTexts } from '../texts.ts';
import { type Buying, useBuy } from '../use-buy.ts';
import { MintedBar } from './minted-bar.tsx';
import { OfferReview } from './offer-review.tsx';
import { Reveal } from './reveal.tsx';

const texts = saleTexts.buy;

export interface BuyCardProps {
	readonly sale: Sale;
	readonly connector: SolanaConnector;
	/** The server could not be asked just now. */
	readonly isStale: boolean;
}

/** The price, what is left, and the way from the first press to the piece. */
export function BuyCard({ sale, connector, isStale }: BuyCardProps) {
	const buying = useBuy(sale, connector);
	const begun = useBegunPurchase(sale.saleId);
	const isAsked = begun !== null && (begun.isSigned || (buying.offer === null && buying.step === null));
	const { data, error } = usePurchase(sale.saleId, isAsked ? begun.reservationId : null);
	const isKnown = isAsked && statusOf(error) !== 404;
	const purchase = isKnown ? (data ?? null) : null;
	const state = stateOf(buying, isKnown && begun.isSigned, purchase);
	const [piece] = purchase?.pieces ?? [];
	const isOver = state === 'ready' && sale.phase === 'sold_out';
	return (
		<Card title={state === 'bought' ? saleTexts.reveal.title : texts.title}>
			<div className="grid grid-cols-[minmax(0,1fr)] gap-4">
				<StatusNote {...noteOf(state, buying, purchase)} />
				{state === 'bought' && piece !== undefined ? (
					<Reveal piece={piece} supply={sale.supply} />
				) : (
					<Price sale={sale} />
				)}
				{state === 'bought' || state === 'waiting' || isOver ? null : (
					<ConnectBar connector={connector} isLocked={buying.step !== null} />
				)}
				<Action {...{ sale, state, buying }} />
				<MintedBar sale={sale} />
				<StatusNote text={isStale ? saleTexts.stale : ''} />
			</div>
		</Card>
	);
}

/** What the card is about now. */
type BuyState = 'ready' | 'working' | 'review' | 'held' | 'waiting' | 'bought' | 'sold_out';

function stateOf({ step, offer }: Buying, isSigned: boolean, purchase: Purchase | null): BuyState {
	if (purchase?.status === 'confirmed' && purchase.pieces.length > 0) return 'bought';
	const isOpen = purchase === null || purchase.status === 'reserved' || purchase.status === 'sent';
	if (step === 'submitting' || (isSigned && isOpen && step === null)) return 'waiting';
	if (purchase?.status === 'sent') return 'waiting';
	if (offer !== null) return 'review';
	if (step !== null) return 'working';
	return purchase?.status === 'reserved' ? 'held' : 'ready';
}

function noteOf(state: BuyState, { step, note }: Buying, purchase: Purchase | null) {
	if (state === 'bought') return { text: saleTexts.reveal.got(purchase?.pieces[0]?.name ?? '') };
	if (state === 'waiting')
		return { text: note?.text ?? (step === 'submitting' ? texts.steps.submitting : texts.waiting) };
	if (step !== null) return { text: step === 'signing' || step === 'connecting' ? '' : texts.steps[step] };
	if (note !== null) return note;
	if (purchase?.status === 'failed') return { text: purchase.errorMessage ?? texts.failed, isError: true };
	if (purchase?.status === 'expired') return { text: texts.expired };
	return { text: state === 'held' ? texts.heldForYou : '' };
}

function Price({ sale: { priceLamports, pieceCostLamports } }: Pick<BuyCardProps, 'sale'>) {
	return (
		<div className="figures">
			<p className="text-sm text-text-2">{texts.price}</p>
			<p className="text-3xl font-semibold wrap-anywhere text-text">{priceText(priceLamports)}</p>
			<p className="text-sm text-text-2">
				{pieceCostLamports === null ? texts.besidesUnknown : texts.besides(priceText(pieceCostLamports))}
			</p>
		</div>
	);
}

interface ActionProps {
	readonly sale: Sale;
	readonly state: BuyState;
	readonly buying: Buying;
}

/** The next thing to press. */
function Action({ sale, state, buying }: ActionProps) {
	const { saleId, phase, priceLamports, availableCount } = sale;
	const leave = () => forgetPurchase(saleId);
	if (state === 'waiting') {
		return (
			<p className="flex items-center gap-3 text-sm text-text-2">
				<LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin text-primary" />
				{texts.waitingLong}
			</p>
		);
	}
	if (state === 'review' && buying.offer !== null) return <OfferReview offer={buying.offer} buying={buying} />;
	if (state === 'held') {
		return (
			<div className="flex flex-wrap gap-3">
				<Button className="grow" onClick={leave}>
					{texts.leave}
				</Button>
				<Button tone="primary" className="grow" onClick={() => void buying.reserve()}>
					{texts.goOn}
				</Button>
			</div>
		);
	}
	if (phase === 'sold_out') {
		return (
			<div className="rounded-md border border-gold px-4 py-3 text-center">
				<p className="font-title text-xl text-gold">{texts.soldOut}</p>
				<p className="text-sm text-text-2">{texts.soldOutText}</p>
			</div>
		);
	}
	if (state === 'bought') {
		return (
			<Button tone="primary" size="large" onClick={leave}>
				{texts.another}
			</Button>
		);
	}
	return (
		<div className="grid gap-2">
			<Button
				tone="primary"
				size="large"
				busyText={state === 'working' && buying.step !== null ? busyText(buying.step) : undefined}
				onClick={() => void buying.reserve()}
			>
				{texts.button(priceText(priceLamports))}
			</Button>
			{availableCount === 0 && state === 'ready' ? <p className="text-sm text-text-2">{texts.allHeld}</p> : null}
		</div>
	);
}

const busyText = (step: NonNullable<Buying['step']>) => (step === 'signing' ? undefined : texts.steps[step]);
