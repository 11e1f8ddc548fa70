import { CopyField } from '@adx/ui/controls/copy-field';
import { ExternalLink } from '@adx/ui/navigation/external-link';
import { paymentTexts } from './payment-texts.ts';

const texts = paymentTexts.transaction;

export interface TransactionLineProps {
	readonly signature: string;
	readonly explorerUrl: string | null;
}

/** A transaction to take elsewhere, and to look at where there is an explorer. */
export function TransactionLine({ signature, explorerUrl }: TransactionLineProps) {
	return (
		<div className="grid gap-1">
			<CopyField label={texts.hash} value={signature} />
			<ExternalLink href={explorerUrl} className="justify-self-start rounded-sm text-sm underline-offset-2">
				{texts.explorer}
			</ExternalLink>
		</div>
	);
}
