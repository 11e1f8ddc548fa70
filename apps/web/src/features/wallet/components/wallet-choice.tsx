import { Button } from '@adx/ui/button';
import { Dialog } from '@adx/ui/dialog';
import type { Connector } from 'wagmi';
import { walletTexts as texts } from '../texts.ts';

export interface WalletChoiceProps {
	readonly open: boolean;
	readonly connectors: readonly Connector[];
	readonly onClose: () => void;
	readonly onChoose: (connector: Connector) => void;
}

/** Asks which of several wallets to connect. */
export function WalletChoice({ open, connectors, onClose, onChoose }: WalletChoiceProps) {
	return (
		<Dialog open={open} onClose={onClose} title={texts.choose.title}>
			<p className="mb-3 text-text-2">{texts.choose.text}</p>
			<ul className="grid gap-2">
				{connectors.map((connector) => (
					<li key={connector.uid}>
						<Button
							className="w-full justify-start!"
							onClick={() => onChoose(connector)}
							icon={
								connector.icon === undefined ? null : <img src={connector.icon} alt="" className="size-6 rounded-sm" />
							}
						>
							{connector.name}
						</Button>
					</li>
				))}
			</ul>
		</Dialog>
	);
}
