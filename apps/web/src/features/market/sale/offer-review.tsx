import { Button } from '@adx/ui/controls/button';
import { StatusMessage } from '@adx/ui/feedback/status-message';
import { useFocusFallback } from '@adx/ui/focus/use-focus-fallback';
import { useEffect, useEffectEvent, useState } from 'react';
import { WaitingForWallet } from '../../wallets/waiting-for-wallet.tsx';
import type { ItemOffer, PurchaseAccount } from './purchase-wallet.ts';
import { saleTexts } from './sale-texts.ts';
import type { PurchaseFlow } from './use-purchase-flow.ts';

const texts = saleTexts.buy;

export interface OfferReviewProps {
	readonly offer: ItemOffer;
	readonly flow: PurchaseFlow;
	/** The account that is connected now; null for none. */
	readonly address: string | null;
	/** Whether nothing can be set aside any more; what is can still be bought while its time lasts. */
	readonly isClosed: boolean;
}

/** What the wallet will be asked to sign, and the word to ask it. */
export function OfferReview({ offer, flow, address, isClosed }: OfferReviewProps) {
	const { summary, actionText, signatureCount, account, signBy } = offer;
	const { step, cancel, note } = flow;
	const secondsLeft = useSecondsLeft(signBy);
	const isSigning = step === 'signing';
	const isOver = secondsLeft === 0 && !isSigning;
	const obstacle = obstacleOf(address, account);
	// There is no fresh one to get: what the sale says takes the place of this one.
	const isLost = isOver && isClosed;
	const giveWay = useEffectEvent(flow.lapse);
	useEffect(() => {
		if (isLost) giveWay();
	}, [isLost]);
	// The button that asked for it is gone; so are these while the wallet is asked.
	const panel = useFocusFallback<HTMLDivElement>(isSigning, true);
	return (
		<div ref={panel} tabIndex={-1} className="grid gap-3 outline-none">
			{summary}
			{isOver ? null : <p className="figures text-sm text-text-2">{texts.timeLeft(minutesText(secondsLeft))}</p>}
			<StatusMessage
				{...(isOver ? { text: texts.timeUp } : obstacle === '' ? note : { text: obstacle, isError: true })}
			>
				<WaitingForWallet wallet={isSigning ? account.walletName : null} count={signatureCount} onCancel={cancel} />
			</StatusMessage>
			{isSigning ? null : (
				<div className="flex flex-wrap gap-3">
					<Button className="grow" disabled={step !== null} onClick={cancel}>
						{texts.cancel}
					</Button>
					<Button
						tone="primary"
						className="grow"
						disabled={step !== null || (!isOver && obstacle !== '')}
						onClick={() => void (isOver ? flow.reserve() : flow.sign())}
					>
						{isOver ? texts.renew : actionText(account.walletName)}
					</Button>
				</div>
			)}
		</div>
	);
}

/** Why the wallet that is connected cannot sign for that account; '' where it can. */
function obstacleOf(now: string | null, { address, shortAddress }: PurchaseAccount): string {
	if (now === null) return texts.disconnected(shortAddress);
	return now === address ? '' : texts.switched(shortAddress);
}

/** Counted down every second. */
function useSecondsLeft(until: number): number {
	const [now, setNow] = useState(Date.now);
	useEffect(() => {
		const timer = setInterval(() => setNow(Date.now()), 1_000);
		return () => clearInterval(timer);
	}, []);
	return Math.max(0, Math.ceil((until - now) / 1_000));
}

/** '1:05' */
const minutesText = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
