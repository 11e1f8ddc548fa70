import { premiumChainFacts } from '@adx/validators/premium';
import type { ReactNode } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { formatDate } from '../../../lib/format/format-date.ts';
import { RecoveryCodeCard } from '../../access/recovery/recovery-code-card.tsx';
import { paymentTexts } from './payment-texts.ts';
import { TransactionLine } from './transaction-line.tsx';

const texts = paymentTexts.paid;

/** Says what was paid and what removing it means; for a user who paid nothing, why they have it. */
export default function PaidPremium({ children }: { readonly children: ReactNode }) {
	const { data, isPending } = trpc.auth.listPremiumPayments.useQuery();
	if (isPending) return null;
	const payment = data?.find(({ active }) => active);
	if (payment === undefined) return children;
	return (
		<div className="mt-3 grid gap-3 text-text-2">
			<p>{texts.text(formatDate(payment.paidAt), premiumChainFacts[payment.chain].name)}</p>
			<TransactionLine signature={payment.signature} explorerUrl={payment.explorerUrl} />
			<p>{texts.removal}</p>
			<RecoveryCodeCard />
		</div>
	);
}
