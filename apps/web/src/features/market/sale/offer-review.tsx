import { Button } from '@adx/ui/controls/button';
import { StatusMessage } from '@adx/ui/feedback/status-note';
import { useEffect, useState } from 'react';
import { useFocusFallback } from '../../../lib/hooks/use-focus-fallback.ts';
import { shortenSolanaAddress } from '../../wallets/short-address.ts';
import { type SolanaConnection, useSolana } from '../../wallets/solana/connect/use-solana.ts';
import { WaitingForWallet } from '../../wallets/solana/connect/waiting-for-wallet.tsx';
import { TransactionSummary } from '../../wallets/solana/transactions/transaction-summary.tsx';
import type { ItemOffer } from './buy-item.ts';
import { saleTexts } from './sale-texts.ts';
import type { PurchaseFlow } from './use-purchase-flow.ts';

const texts = saleTexts.buy;

export interface OfferReviewProps {
	readonly offer: ItemOffer;
	readonly flow: PurchaseFlow;
}

/** What the wallet will be asked to sign, and the word to ask it. */
export function OfferReview({ offer: { review, connection, reservation, signBy }, flow }: OfferReviewProps) {
	const { connection: now } = useSolana();
	const { step, cancel } = flow;
	const secondsLeft = useSecondsLeft(signBy);
	const isSigning = step === 'signing';
	const isOver = secondsLeft === 0 && !isSigning;
	const obstacle = obstacleOf(now, connection.address);
	// The button that asked for it is gone; so are these while the wallet is asked.
	const panel = useFocusFallback<HTMLDivElement>(isSigning, true);
	return (
		<div ref={panel} tabIndex={-1} className="grid gap-3 outline-none">
			<TransactionSummary review={review} />
			{isOver ? null : <p className="figures text-sm text-text-2">{texts.timeLeft(minutesText(secondsLeft))}</p>}
			<StatusMessage text={isOver ? texts.timeUp : obstacle} isError={!isOver}>
				<WaitingForWallet
					wallet={isSigning ? connection.wallet.name : null}
					count={reservation.transactions.length}
					onCancel={cancel}
				/>
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
						{isOver ? texts.renew : texts.sign(connection.wallet.name)}
					</Button>
				</div>
			)}
		</div>
	);
}

/** Why the wallet that is connected cannot sign for that account; '' where it can. */
function obstacleOf(now: SolanaConnection | null, address: string): string {
	if (now === null) return texts.disconnected(shortenSolanaAddress(address));
	return now.address === address ? '' : texts.switched(shortenSolanaAddress(address));
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
