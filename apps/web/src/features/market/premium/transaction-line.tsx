import { CopyField } from '@adx/ui/controls/copy-field';
import { premiumTexts } from './premium-texts.ts';

const texts = premiumTexts.transaction;

export interface TransactionLineProps {
	readonly signature: string;
	readonly explorerUrl: string | null;
}

/** A transaction to take elsewhere, and to look at where there is an explorer. */
export function TransactionLine({ signature, explorerUrl }: TransactionLineProps) {
	return (
		<div className="grid gap-1">
			<CopyField label={texts.hash} value={signature} />
			{explorerUrl === null ? null : (
				<a
					href={explorerUrl}
					target="_blank"
					rel="noreferrer"
					className="justify-self-start rounded-sm text-sm font-semibold text-primary underline underline-offset-2"
				>
					{texts.explorer}
				</a>
			)}
		</div>
	);
}
