import { Button } from '@adx/ui/button';
import { useEffect, useState } from 'react';
import { useLostFocus } from '../../../lib/use-lost-focus.ts';
import { shortAddress } from '../../solana/address-text.ts';
import { StatusNote } from '../../solana/components/status-note.tsx';
import { TransactionSummary } from '../../solana/components/transaction-summary.tsx';
import { WaitingForWallet } from '../../solana/components/waiting-for-wallet.tsx';
import { useSolana } from '../../solana/use-solana.ts';
import type { Offer } from '../buy-piece.ts';
import { saleTexts } from '../texts.ts';
import type { Buying } from '../use-buy.ts';

const texts = saleTexts.buy;

export interface OfferReviewProps {
	readonly offer: Offer;
	readonly buying: Buying;
}

/** What the wallet will be asked to sign, and the word to ask it. */
export function OfferReview({ offer: { review, connection, reservation }, buying }: OfferReviewProps) {
	const { connection: now } = useSolana();
	const { step, sign, cancel } = buying;
	const isSwitched = now?.address !== connection.address;
	const isSigning = step === 'signing';
	// The button that asked for it is gone.
	const panel = useLostFocus<HTMLDivElement>();
	return (
		<div ref={panel} tabIndex={-1} className="grid gap-3 outline-none">
			<TransactionSummary review={review} />
			<TimeLeft until={Date.parse(reservation.expiresAt)} />
			<StatusNote text={isSwitched ? texts.switched(shortAddress(connection.address)) : ''} isError={isSwitched}>
				<WaitingForWallet
					wallet={isSigning ? connection.wallet.name : null}
					count={reservation.transactions.length}
					onCancel={cancel}
				/>
			</StatusNote>
			<div className="flex flex-wrap gap-3">
				<Button className="grow" disabled={step !== null} onClick={cancel}>
					{texts.cancel}
				</Button>
				<Button tone="primary" className="grow" disabled={step !== null || isSwitched} onClick={() => void sign()}>
					{texts.sign(connection.wallet.name)}
				</Button>
			</div>
		</div>
	);
}

/** '1:05', counted down; at its end it says nothing more. */
function TimeLeft({ until }: { readonly until: number }) {
	const [now, setNow] = useState(Date.now);
	useEffect(() => {
		const timer = setInterval(() => setNow(Date.now()), 1_000);
		return () => clearInterval(timer);
	}, []);
	const seconds = Math.max(0, Math.ceil((until - now) / 1_000));
	const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
	return <p className="figures text-sm text-text-2">{seconds === 0 ? texts.expired : texts.left(text)}</p>;
}
