import { Button } from '@adx/ui/controls/button';
import { ProgressBar } from '@adx/ui/feedback/progress-bar';
import { premiumChainFacts } from '@adx/validators/premium';
import { walletTexts } from '../../wallets/evm/evm-wallet-texts.ts';
import { type PaymentNotification, usePaymentNotifications } from './payment-notifications.ts';
import { paymentTexts } from './payment-texts.ts';
import { type PendingPayment, removePayment, storePayment, toPaymentKey } from './pending-payments.ts';
import { useStartedPaymentCalls } from './started-payments.ts';
import { TransactionHashForm } from './transaction-hash-form.tsx';
import { TransactionLine } from './transaction-line.tsx';

const texts = paymentTexts.waiting;

export interface PaymentWaitingProps {
	readonly payment: PendingPayment;
	/** The URL of the chain's explorer; null without one. */
	readonly explorerUrl: string | null;
	readonly userId: string;
}

/** How far the payment is, and what to do when it never arrives. */
export function PaymentProgress({ payment, explorerUrl, userId }: PaymentWaitingProps) {
	const notification = usePaymentNotifications().notifications.get(toPaymentKey(payment)) ?? null;
	const { seen, needed } = notification?.confirmations ?? { seen: 0, needed: 1 };
	const calls = useStartedPaymentCalls(userId);
	const isUnknown = notification?.reason === 'payment_unknown';
	const isUnavailable = notification?.reason === 'premium_unavailable';
	return (
		<div className="grid gap-3">
			<ProgressBar label={texts.confirmations} percent={(100 * seen) / needed} valueText={sentenceOf(notification)} />
			<p role="status" className="text-sm font-medium text-text">
				{sentenceOf(notification)}
			</p>
			<p className="text-sm text-text-2">
				{isUnknown ? texts.replaced : isUnavailable ? texts.unavailable : texts.mayLeave}
			</p>
			<PaymentHash payment={payment} explorerUrl={explorerUrl} />
			{isUnknown ? (
				<TransactionHashForm
					chain={payment.chain}
					label={texts.newHash(premiumChainFacts[payment.chain].name)}
					refused={null}
					onUnderWay={(signature) => storePayment({ chain: payment.chain, signature, userId, isNamed: false })}
				/>
			) : null}
			{/* What the chain knows is not to be forgotten: it is as good as paid. */}
			{isUnknown || isUnavailable ? <StopButton payment={payment} onStop={calls.end} /> : null}
		</div>
	);
}

/** A payment that counts for somebody else who used this browser. */
export function OtherAccountPayment({ payment, explorerUrl }: Omit<PaymentWaitingProps, 'userId'>) {
	return (
		<div className="grid gap-3">
			<p role="status" className="text-sm text-text-2">
				{texts.others}
			</p>
			<PaymentHash payment={payment} explorerUrl={explorerUrl} />
			<StopButton payment={payment} />
		</div>
	);
}

function PaymentHash({ payment: { signature }, explorerUrl }: Omit<PaymentWaitingProps, 'userId'>) {
	return (
		<TransactionLine
			signature={signature}
			explorerUrl={explorerUrl === null ? null : `${explorerUrl}/tx/${signature}`}
		/>
	);
}

interface StopButtonProps {
	readonly payment: PendingPayment;
	/** Waited for before the payment is forgotten. */
	readonly onStop?: () => Promise<void>;
}

function StopButton({ payment, onStop }: StopButtonProps) {
	return (
		<Button
			tone="ghost"
			className="justify-self-start"
			onClick={async () => {
				await onStop?.();
				removePayment(payment);
			}}
		>
			{walletTexts.stop}
		</Button>
	);
}

/** The server's sentence asks to try again, which happens here by itself. */
function sentenceOf(notification: PaymentNotification | null): string {
	if (notification === null) return texts.first;
	const { confirmations, sentence } = notification;
	return confirmations === null ? sentence : texts.count(confirmations.seen, confirmations.needed);
}
