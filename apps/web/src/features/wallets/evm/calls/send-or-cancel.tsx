import { Button } from '@adx/ui/controls/button';
import { callTexts as texts } from './call-texts.ts';

export interface SendOrCancelProps {
	readonly walletName: string;
	/** Whether the wallet that is connected is the one whose call it is. */
	readonly isAllowed: boolean;
	onSend(): void;
	onCancel(): void;
}

/** The last word on a call that was read: the wallet is asked to send it, or nothing happens. */
export function SendOrCancel({ walletName, isAllowed, onSend, onCancel }: SendOrCancelProps) {
	return (
		<div className="flex flex-wrap gap-3">
			<Button className="grow" onClick={onCancel}>
				{texts.cancel}
			</Button>
			<Button tone="primary" className="grow" disabled={!isAllowed} onClick={onSend}>
				{texts.send(walletName)}
			</Button>
		</div>
	);
}
