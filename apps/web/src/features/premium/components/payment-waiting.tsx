import { Button } from '@adx/ui/button';
import { ProgressBar } from '@adx/ui/progress-bar';
import { mayAskFor } from '../logic.ts';
import { forgetPaymentNews, type PaymentNews, usePaymentNews } from '../payment-news.ts';
import { forgetPayment, type PendingPayment } from '../pending-payment.ts';
import { premiumTexts } from '../texts.ts';
import { TransactionLine } from './transaction-line.tsx';

const texts = premiumTexts.waiting;

export interface PaymentWaitingProps {
	readonly payment: PendingPayment;
	/** Of the chain's explorer; null without one. */
	readonly explorerUrl: string | null;
	readonly userId: string;
}

/** How far the payment is, and what to do when it never arrives. */
export function PaymentWaiting({ payment, explorerUrl, userId }: PaymentWaitingProps) {
	const { news } = usePaymentNews();
	const isOthers = !mayAskFor(payment, userId);
	const { seen, needed } = news?.confirmations ?? { seen: 0, needed: 1 };
	return (
		<section aria-label={texts.title} className="mt-5 grid gap-3 border-t border-border pt-4">
			<h3 tabIndex={-1} className="font-title text-lg outline-none">
				{texts.title}
			</h3>
			{isOthers ? null : (
				<ProgressBar label={texts.confirmations} percent={(100 * seen) / needed} valueText={sentenceOf(news)} />
			)}
			<p role="status" className="text-sm font-medium text-text">
				{isOthers ? texts.others : sentenceOf(news)}
			</p>
			<p className="text-sm text-text-2">{news?.isUnknown ? texts.replaced : texts.mayLeave}</p>
			<TransactionLine
				label={texts.hash}
				signature={payment.signature}
				explorerUrl={explorerUrl === null ? null : `${explorerUrl}/tx/${payment.signature}`}
			/>
			<Button
				tone="ghost"
				className="justify-self-start"
				onClick={() => {
					forgetPayment();
					forgetPaymentNews();
				}}
			>
				{texts.stop}
			</Button>
		</section>
	);
}

/** The server's sentence asks to try again, which happens here by itself. */
function sentenceOf(news: PaymentNews | null): string {
	if (news === null) return texts.first;
	const { confirmations, sentence } = news;
	return confirmations === null ? sentence : texts.count(confirmations.seen, confirmations.needed);
}
