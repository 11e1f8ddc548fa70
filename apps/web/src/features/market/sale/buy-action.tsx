import { Button } from '@adx/ui/controls/button';
import type { Sale } from '@adx/validators/sales';
import { LoaderCircle } from 'lucide-react';
import { formatPrice } from '../../wallets/solana/connect/format-lamports.ts';
import { OfferReview } from './offer-review.tsx';
import { saleTexts } from './sale-texts.ts';
import type { Buying } from './use-buy-item.ts';
import type { PurchaseStatus } from './use-purchase-status.ts';

const texts = saleTexts.buy;

/** What the card is about now. */
export type BuyState = 'ready' | 'working' | 'review' | 'held' | 'waiting' | 'bought';

export interface BuyActionProps {
	readonly sale: Sale;
	readonly state: BuyState;
	readonly buying: Buying;
	readonly followed: PurchaseStatus | null;
}

/** The next thing to press. */
export function BuyAction({ sale, state, buying, followed }: BuyActionProps) {
	const end = (text: string | null) => {
		if (followed !== null) buying.end(followed.started.reservationId, text === null ? null : { text, isError: false });
	};
	if (state === 'waiting') return <Waiting isSent={followed?.started.state !== 'signed'} />;
	if (state === 'review' && buying.offer !== null) return <OfferReview offer={buying.offer} buying={buying} />;
	if (state === 'held') {
		return (
			<div className="flex flex-wrap gap-3">
				<Button className="grow" onClick={() => end(texts.left)}>
					{texts.leave}
				</Button>
				<Button tone="primary" className="grow" onClick={() => void buying.reserve()}>
					{texts.goOn}
				</Button>
			</div>
		);
	}
	if (sale.phase === 'sold_out') return <SoldOut />;
	if (state === 'bought') {
		return (
			<Button tone="primary" size="large" onClick={() => end(null)}>
				{texts.another}
			</Button>
		);
	}
	return <BuyButton sale={sale} buying={buying} />;
}

function BuyButton({ sale: { priceLamports, availableCount }, buying }: Pick<BuyActionProps, 'sale' | 'buying'>) {
	const { step, reserve } = buying;
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

function Waiting({ isSent }: { readonly isSent: boolean }) {
	return (
		<p className="flex items-center gap-3 text-sm text-text-2">
			<LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin text-primary" />
			{isSent ? texts.waitingLong : texts.keepOpen}
		</p>
	);
}

function SoldOut() {
	return (
		<div className="rounded-md border border-gold px-4 py-3 text-center">
			<p className="font-title text-xl text-gold">{texts.soldOut}</p>
			<p className="text-sm text-text-2">{texts.soldOutText}</p>
		</div>
	);
}
