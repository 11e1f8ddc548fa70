import { showToast } from '@adx/ui/toast-store';
import { useEffect } from 'react';
import { trpc } from '../../../lib/trpc.ts';
import { useAccess } from '../../access/components/access-provider.tsx';
import { usePremium } from '../../access/components/premium-provider.tsx';
import { mayAskFor, verdictOf } from '../logic.ts';
import { forgetPaymentNews, tellPaymentNews, tellRefusedPayment } from '../payment-news.ts';
import { forgetPayment, type PendingPayment } from '../pending-payment.ts';
import { premiumTexts as texts } from '../texts.ts';

/** Asks the server about a payment until it is accepted or refused, whatever page is open. Draws nothing. */
export default function PaymentWatch({ payment }: { readonly payment: PendingPayment }) {
	const { user } = useAccess();
	const { activate } = usePremium();
	const { client } = trpc.useUtils();
	const userId = user?.id ?? null;

	useEffect(() => {
		if (userId === null || !mayAskFor(payment, userId)) return;
		const abort = new AbortController();
		let timer: ReturnType<typeof setTimeout> | undefined;
		async function ask() {
			const { chain, signature } = payment;
			try {
				const check = await client.auth.payPremium.mutate({ chain, signature });
				if (abort.signal.aborted) return;
				forgetPayment();
				forgetPaymentNews();
				activate(check, signature);
				showToast({ ...texts.accepted, tone: 'success' });
			} catch (error) {
				if (abort.signal.aborted) return;
				const verdict = verdictOf(error, payment.userId !== userId);
				if (verdict.kind === 'wait') {
					tellPaymentNews(verdict.news);
					timer = setTimeout(() => void ask(), verdict.retryAfterMs);
				} else if (verdict.kind === 'refused') {
					tellRefusedPayment({ chain, signature, sentence: verdict.sentence });
					forgetPayment();
					showToast({ title: texts.refusedTitle, description: verdict.sentence, tone: 'destructive' });
				}
			}
		}
		void ask();
		return () => {
			abort.abort();
			clearTimeout(timer);
		};
		// Only another payment or another person begins anew.
	}, [payment, userId]);
	return null;
}
