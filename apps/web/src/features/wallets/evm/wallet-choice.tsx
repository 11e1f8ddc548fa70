import { Button } from '@adx/ui/controls/button';
import { useFocusOnUnmount } from '@adx/ui/focus/use-focus-on-unmount';
import { Dialog } from '@adx/ui/surfaces/dialog';
import type { Connector } from 'wagmi';
import { walletTexts as texts } from './evm-wallet-texts.ts';

interface ChoicesProps {
	readonly connectors: readonly Connector[];
	readonly onChoose: (connector: Connector) => void;
	/** Once the dialog is gone and nothing has the focus: the chosen wallet may have answered before. */
	readonly onFocusLost: () => void;
}

export interface WalletChoiceProps extends ChoicesProps {
	readonly open: boolean;
	readonly onClose: () => void;
}

/** Asks which of several wallets to connect. */
export function WalletChoice({ open, onClose, ...choices }: WalletChoiceProps) {
	return (
		<Dialog open={open} onClose={onClose} title={texts.choose.title}>
			<p className="mb-3 text-text-2">{texts.choose.text}</p>
			<Choices {...choices} />
		</Dialog>
	);
}

function Choices({ connectors, onChoose, onFocusLost }: ChoicesProps) {
	useFocusOnUnmount(onFocusLost);
	return (
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
	);
}
