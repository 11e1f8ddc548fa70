import { CopyField } from '@adx/ui/controls/copy-field';
import { type PremiumPrice, premiumChainFacts } from '@adx/validators/premium';
import { stringToHex } from 'viem';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { usePaymentNotifications } from './payment-notifications.ts';
import { paymentTexts } from './payment-texts.ts';
import { TransactionHashForm } from './transaction-hash-form.tsx';

const texts = paymentTexts.hand;

export interface ManualPaymentProps {
	readonly price: PremiumPrice;
	/** Gets a transaction that is right as far as can be seen, and not confirmed yet. */
	readonly onUnderWay: (signature: string) => void;
}

/** Where to pay without a wallet in this browser, and a field for the transaction that did. */
export function ManualPayment({ price, onUnderWay }: ManualPaymentProps) {
	const { refused } = usePaymentNotifications();
	const { user } = useAccess();
	const { name } = premiumChainFacts[price.chain];
	return (
		<details open={refused !== null} className="rounded-md border border-border">
			<summary className="control-height flex cursor-pointer items-center px-3 font-medium text-text">
				<span className="mr-2 inline-block transition-transform [[open]>summary>&]:rotate-90" aria-hidden>
					›
				</span>
				{texts.title}
			</summary>
			<div className="grid gap-4 border-t border-border p-3">
				<p className="text-sm text-text-2">{texts.text(price.price, price.symbol, name)}</p>
				<CopyField label={texts.treasury} value={price.treasury} />
				{user === null ? null : <CopyField label={texts.data} value={stringToHex(user.id)} />}
				<TransactionHashForm chain={price.chain} label={texts.label(name)} refused={refused} onUnderWay={onUnderWay} />
			</div>
		</details>
	);
}
