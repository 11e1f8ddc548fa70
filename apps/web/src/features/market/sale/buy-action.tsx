import { Button } from '@adx/ui/controls/button';
import { type Sale, saleBatchMax } from '@adx/validators/sale/sales';
import clsx from 'clsx';
import { LoaderCircle, Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { formatPrice } from '../../wallets/format-amount.ts';
import { WaitingForWallet } from '../../wallets/waiting-for-wallet.tsx';
import { OfferReview } from './offer-review.tsx';
import { getClosedState } from './purchase-state.ts';
import { saleTexts } from './sale-texts.ts';
import type { PurchaseFlow } from './use-purchase-flow.ts';

const texts = saleTexts.buy;

export interface BuyActionProps {
	readonly sale: Sale;
	readonly flow: PurchaseFlow;
	/** The account that is connected; null for none. */
	readonly address: string | null;
}

/** The next thing to press. */
export function BuyAction({ sale, flow, address }: BuyActionProps) {
	const { phase, offer } = flow;
	const closed = getClosedState(sale);
	if (phase === 'waiting') return <Waiting isUnsent={flow.isUnsent} />;
	if (phase === 'review' && offer !== null) {
		return <OfferReview offer={offer} flow={flow} address={address} isClosed={closed !== null} />;
	}
	if (flow.step === 'proving') {
		return <WaitingForWallet wallet={flow.prover} count="message" onCancel={flow.cancel} />;
	}
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
	if (closed !== null) return <Closed state={closed} />;
	if (phase === 'bought') {
		return (
			<Button tone="primary" size="large" onClick={() => flow.dismiss(null)}>
				{texts.another}
			</Button>
		);
	}
	return <BuyButton sale={sale} flow={flow} />;
}

function BuyButton({ sale, flow: { step, reserve } }: Pick<BuyActionProps, 'sale' | 'flow'>) {
	const { priceLamports, availableCount, coin, network } = sale;
	const [wanted, setWanted] = useState(1);
	const most = network === 'solana' ? 1 : Math.max(1, Math.min(saleBatchMax, availableCount));
	const count = Math.min(wanted, most);
	return (
		<div className="grid gap-3">
			{most === 1 ? null : <CountField count={count} most={most} isDisabled={step !== null} onChange={setWanted} />}
			<Button
				tone="primary"
				size="large"
				busyText={step === null || step === 'signing' || step === 'proving' ? undefined : texts.steps[step]}
				onClick={() => void reserve(count)}
			>
				{texts.button(formatPrice(BigInt(priceLamports) * BigInt(count), coin), count)}
			</Button>
			{availableCount === 0 && step === null ? <p className="text-sm text-text-2">{texts.allHeld}</p> : null}
		</div>
	);
}

interface CountFieldProps {
	readonly count: number;
	readonly most: number;
	readonly isDisabled: boolean;
	readonly onChange: (count: number) => void;
}

/** How many items one transaction buys. */
function CountField({ count, most, isDisabled, onChange }: CountFieldProps) {
	return (
		<fieldset className="flex items-center justify-between gap-3">
			<legend className="float-left text-sm text-text-2">{texts.count.label}</legend>
			<div className="flex items-center gap-2">
				<Button
					size="small"
					aria-label={texts.count.fewer}
					disabled={isDisabled || count <= 1}
					icon={<Minus aria-hidden className="size-4" />}
					onClick={() => onChange(count - 1)}
				/>
				<output className="figures w-8 text-center font-semibold">{count}</output>
				<Button
					size="small"
					aria-label={texts.count.more}
					disabled={isDisabled || count >= most}
					icon={<Plus aria-hidden className="size-4" />}
					onClick={() => onChange(count + 1)}
				/>
			</div>
		</fieldset>
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
function Closed({ state }: { readonly state: NonNullable<ReturnType<typeof getClosedState>> }) {
	const { title, text } = texts.closed[state];
	const isSoldOut = state === 'sold_out';
	return (
		<div className={clsx('rounded-md border px-4 py-3 text-center', isSoldOut ? 'border-gold' : 'border-border')}>
			<p className={clsx('font-title text-xl', isSoldOut ? 'text-gold' : 'text-text')}>{title}</p>
			<p className="text-sm text-text-2">{text}</p>
		</div>
	);
}
