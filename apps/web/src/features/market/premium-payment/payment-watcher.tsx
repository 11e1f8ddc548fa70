import { showToast } from '@adx/ui/feedback/toast-store';
import { useEffect } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { usePremium } from '../../access/premium/premium-context.ts';
import {
	clearPaymentNotification,
	setPaymentNotification,
	setRefusedPayment,
	usePaymentNotifications,
} from './payment-notifications.ts';
import { paymentTexts as texts } from './payment-texts.ts';
import { getPaymentVerdict, isAboutSession, mayCheckFor } from './payment-verdict.ts';
import { type PendingPayment, removePayment, toPaymentKey } from './pending-payments.ts';
import { useStartedPaymentCalls } from './started-payments.ts';

/** Asks the server about a payment until it is accepted or refused, whatever page is open. Draws nothing. */
export default function PaymentWatcher({ payment }: { readonly payment: PendingPayment }) {
	const { user } = useAccess();
	const { activate } = usePremium();
	const utils = trpc.useUtils();
	const userId = user?.id ?? null;
	const calls = useStartedPaymentCalls(userId ?? '');
	useForgottenElsewhere();
	useReplaced(payment, userId);

	useEffect(() => {
		if (userId === null || !mayCheckFor(payment, userId)) return;
		const abort = new AbortController();
		let timer: ReturnType<typeof setTimeout> | undefined;
		async function checkPayment() {
			const { chain, signature } = payment;
			try {
				const check = await utils.client.auth.payPremium.mutate({ chain, signature });
				if (abort.signal.aborted) return;
				removePayment(payment);
				activate(check, signature);
				showToast({ ...texts.accepted, tone: 'success' });
			} catch (error) {
				if (abort.signal.aborted) return;
				// Signing in again is another start; a session that exists after all is another try.
				if (isAboutSession(error)) void utils.auth.check.invalidate();
				const verdict = getPaymentVerdict(error, payment.isNamed);
				if (verdict.kind === 'settled') removePayment(payment);
				else if (verdict.kind === 'refused') {
					// Before it makes room for another one.
					if (payment.userId === userId) await calls.end();
					setRefusedPayment({ chain, signature, sentence: verdict.sentence });
					removePayment(payment);
					showToast({ title: texts.refusedTitle, description: verdict.sentence, tone: 'destructive' });
				} else {
					if (verdict.notification !== null) setPaymentNotification(payment, verdict.notification);
					if (verdict.kind === 'wait') timer = setTimeout(() => void checkPayment(), verdict.retryAfterMs);
				}
			}
		}
		void checkPayment();
		return () => {
			abort.abort();
			clearTimeout(timer);
			clearPaymentNotification(payment);
		};
		// Only another payment or another person starts again.
	}, [toPaymentKey(payment), userId]);
	return null;
}

/** Forgets a payment that the chain does not know once another one of its account was accepted: it was sped up in the wallet. */
function useReplaced(payment: PendingPayment, userId: string | null): void {
	const { data: paid = [] } = trpc.auth.listPremiumPayments.useQuery();
	const isUnknown = usePaymentNotifications().notifications.get(toPaymentKey(payment))?.reason === 'payment_unknown';
	const isReplaced = isUnknown && payment.userId === userId && paid.length > 0;
	useEffect(() => {
		if (isReplaced) removePayment(payment);
	}, [isReplaced]);
}

/** Asks who this is once the payment is forgotten: another tab may have had it accepted. */
function useForgottenElsewhere(): void {
	const utils = trpc.useUtils();
	useEffect(
		() => () => {
			void utils.auth.check.invalidate();
			void utils.auth.listPremiumPayments.invalidate();
		},
		[],
	);
}
