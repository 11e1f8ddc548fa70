import { Button } from '@adx/ui/controls/button';
import { showToast } from '@adx/ui/feedback/toast-store';
import { type ApiOutputs, trpc } from '../../../lib/api/trpc.ts';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight.ts';
import { usePremium } from '../../access/premium/premium-context.ts';
import { OfferSection } from './offer-section.tsx';
import { paymentTexts } from './payment-texts.ts';
import { TransactionLine } from './transaction-line.tsx';

const texts = paymentTexts.off;

export interface SwitchedOffProps {
	readonly payment: ApiOutputs['auth']['listPremiumPayments'][number];
}

/** Premium that was paid for and removed, and the way back. */
export function RemovedPremium({ payment: { chain, signature, explorerUrl } }: SwitchedOffProps) {
	const { activate } = usePremium();
	const once = useSingleFlight();
	const resumption = trpc.auth.payPremium.useMutation({
		onSuccess(check) {
			activate(check, signature);
			showToast({ ...paymentTexts.resumed, tone: 'success' });
		},
		onError: ({ message }) => showToast({ title: texts.failedTitle, description: message, tone: 'destructive' }),
		onSettled: once.finish,
	});
	return (
		<OfferSection title={texts.title}>
			<p className="text-sm text-text-2">{texts.text}</p>
			<TransactionLine signature={signature} explorerUrl={explorerUrl} />
			<Button
				tone="primary"
				busyText={resumption.isPending ? texts.resuming : undefined}
				onClick={() => {
					if (once.tryStart()) resumption.mutate({ chain, signature });
				}}
			>
				{texts.resume}
			</Button>
		</OfferSection>
	);
}
