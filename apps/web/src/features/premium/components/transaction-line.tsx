import { CopyField } from '@adx/ui/copy-field';
import { premiumTexts } from '../texts.ts';

export interface TransactionLineProps {
	readonly label: string;
	readonly signature: string;
	readonly explorerUrl: string | null;
}

/** A transaction to take elsewhere, and to look at where there is an explorer. */
export function TransactionLine({ label, signature, explorerUrl }: TransactionLineProps) {
	return (
		<div className="grid gap-1">
			<CopyField label={label} value={signature} />
			{explorerUrl === null ? null : (
				<a
					href={explorerUrl}
					target="_blank"
					rel="noreferrer"
					className="justify-self-start rounded-sm text-sm font-semibold text-primary underline underline-offset-2"
				>
					{premiumTexts.paid.explorer}
				</a>
			)}
		</div>
	);
}
