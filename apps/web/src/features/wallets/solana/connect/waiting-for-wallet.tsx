import { Button } from '@adx/ui/controls/button';
import { solanaTexts as texts } from './solana-texts.ts';

export interface WaitingForWalletProps {
	/** Null while it is not asked. */
	readonly wallet: string | null;
	/** How many transactions it shows. */
	readonly count: number;
	readonly onCancel: () => void;
}

/** Says what the wallet shows, with the way out for one that never answers. */
export function WaitingForWallet({ wallet, count, onCancel }: WaitingForWalletProps) {
	if (wallet === null) return null;
	return (
		<div className="flex flex-wrap items-center gap-3">
			<p className="min-w-0 grow text-sm font-medium text-text">{texts.step.sign(wallet, count)}</p>
			<Button size="small" onClick={onCancel}>
				{texts.cancel}
			</Button>
		</div>
	);
}
