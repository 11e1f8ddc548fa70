import { Button } from '@adx/ui/controls/button';
import type { Sale, SaleState } from '@adx/validators/sales';
import clsx from 'clsx';
import { LoaderCircle } from 'lucide-react';
import { formatPrice } from '../../wallets/solana/format-sol.ts';
import { OfferReview } from './offer-review.tsx';
import { saleTexts } from './sale-texts.ts';
import type { PurchaseFlow } from './use-purchase-flow.ts';

const texts = saleTexts.buy;

export interface BuyActionProps {
	readonly sale: Sale;
	readonly flow: PurchaseFlow;
}

/** The next thing to press. */
export function BuyAction({ sale, flow }: BuyActionProps) {
	const { phase, offer } = flow;
	if (phase === 'waiting') return <Waiting isUnsent={flow.isUnsent} />;
	if (phase === 'review' && offer !== null) return <OfferReview offer={offer} flow={flow} />;
	if (phase === 'held') {
		return (
			<div className="flex flex-wrap gap-3">
				<Button className="grow" onClick={() => flow.dismiss(texts.left)}>
					{texts.leave}
				</Button>
				<Button tone="primary" className="grow" onClick={() => void flow.reserve()}>
					{texts.goOn}
				</Button>
			</div>
		);
	}
	if (sale.state !== 'selling') return <Closed state={sale.state} />;
	if (sale.mintedCount >= sale.supply) return <Closed state="confirming" />;
	if (phase === 'bought') {
		return (
			<Button tone="primary" size="large" onClick={() => flow.dismiss(null)}>
				{texts.another}
			</Button>
		);
	}
	return <BuyButton sale={sale} flow={flow} />;
}

function BuyButton({ sale: { priceLamports, availableCount }, flow: { step, reserve } }: BuyActionProps) {
	return (
		<div className="grid gap-2">
			<Button
				tone="primary"
				size="large"
				busyText={step === null || step === 'signing' ? undefined : texts.steps[step]}
				onClick={() => void reserve()}
			>
				{texts.button(formatPrice(priceLamports))}
			</Button>
			{availableCount === 0 && step === null ? <p className="text-sm text-text-2">{texts.allHeld}</p> : null}
		</div>
	);
}

function Waiting({ isUnsent }: Pick<PurchaseFlow, 'isUnsent'>) {
	return (
		<p className="flex items-center gap-3 text-sm text-text-2">
			<LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin text-primary" />
			{isUnsent ? texts.keepOpen : texts.waitingLong}
		</p>
	);
}

/** Why nobody can buy. */
function Closed({ state }: { readonly state: Exclude<SaleState, 'selling'> | 'confirming' }) {
	const { title, text } = texts.closed[state];
	const isSoldOut = state === 'sold_out';
	return (
		<div className={clsx('rounded-md border px-4 py-3 text-center', isSoldOut ? 'border-gold' : 'border-border')}>
			<p className={clsx('font-title text-xl', isSoldOut ? 'text-gold' : 'text-text')}>{title}</p>
			<p className="text-sm text-text-2">{text}</p>
		</div>
	);
}
