import { Button } from '@adx/ui/controls/button';
import { premiumChainFacts } from '@adx/validators/premium';
import { useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { formatTime } from '../../../lib/format/format-date.ts';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight.ts';
import { OfferSection } from './offer-section.tsx';
import { paymentTexts } from './payment-texts.ts';
import { type StoredStartedPayment, useStartedPaymentCalls } from './started-payments.ts';
import { clearWalletError, useWalletRequest } from './wallet-payment-request.ts';

const texts = paymentTexts.started;

/** Stands in for the offer while a wallet may have paid and the transaction is not known here. */
export function StartedPaymentSection(props: { readonly payment: StoredStartedPayment; readonly userId: string }) {
	const { chain, wallet, until } = props.payment;
	const { problem } = useWalletRequest();
	const utils = trpc.useUtils();
	const calls = useStartedPaymentCalls(props.userId);
	const once = useSingleFlight();
	const [state, setState] = useState<'idle' | 'checking' | 'not found'>('idle');

	async function check() {
		if (!once.tryStart()) return;
		setState('checking');
		await Promise.allSettled([
			utils.auth.check.refetch(),
			utils.auth.listPremiumPayments.refetch(),
			utils.auth.listStartedPayments.refetch(),
		]);
		once.finish();
		setState('not found');
	}

	return (
		<OfferSection title={texts.title}>
			{problem === null ? null : (
				<p className={problem.isError ? 'text-sm font-medium text-ember-text' : 'text-sm text-text-2'}>
					{problem.text}
				</p>
			)}
			<p className="text-sm text-text-2">
				{texts.asked(wallet, premiumChainFacts[chain].name)} {texts.watched}
			</p>
			<p className="text-sm text-text-2">{texts.until(formatTime(new Date(until)))}</p>
			<Button busyText={state === 'checking' ? texts.checking : undefined} onClick={() => void check()}>
				{texts.check}
			</Button>
			<p role="status" className="text-sm text-text-2 empty:hidden">
				{state === 'not found' ? texts.notFound : ''}
			</p>
			<Button
				tone="ghost"
				className="justify-self-start"
				onClick={() => {
					clearWalletError();
					void calls.end();
				}}
			>
				{texts.nothingSent}
			</Button>
		</OfferSection>
	);
}
