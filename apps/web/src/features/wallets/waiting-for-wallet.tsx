import { Button } from '@adx/ui/controls/button';
import { solanaTexts as texts } from './solana/solana-texts.ts';

export interface WaitingForWalletProps {
	/** Null while it is not asked. */
	readonly wallet: string | null;
	/** How many transactions it shows; or a message. */
	readonly count: number | 'message';
	readonly onCancel: () => void;
}

/** Says what the wallet shows, with the way out for one that never answers. */
export function WaitingForWallet({ wallet, count, onCancel }: WaitingForWalletProps) {
	if (wallet === null) return null;
	const text = count === 'message' ? texts.step.message(wallet) : texts.step.sign(wallet, count);
	return (
		<div className="flex flex-wrap items-center gap-3">
			<p className="min-w-0 grow text-sm font-medium text-text">{text}</p>
			<Button size="small" onClick={onCancel}>
				{texts.cancel}
			</Button>
		</div>
	);
}
