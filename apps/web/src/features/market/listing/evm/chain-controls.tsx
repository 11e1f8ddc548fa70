import { Button } from '@adx/ui/controls/button';
import { StatusMessage } from '@adx/ui/feedback/status-note';
import type { SaleChainState } from '@adx/validators/sale/evm';
import type { CreatorSale } from '@adx/validators/sales';
import { toControlCall } from '../../../wallets/evm/calls/control-call.ts';
import { SendOrCancel } from '../../../wallets/evm/calls/send-or-cancel.tsx';
import { WaitingForWallet } from '../../../wallets/solana/connect/waiting-for-wallet.tsx';
import { listingTexts } from '../listing-texts.ts';
import { ControlSummary } from './control-summary.tsx';
import type { EvmWallets } from './evm-wallets.ts';
import { type ReadyControl, useControlCall } from './use-control-call.ts';

const texts = listingTexts.chain;

type Control = 'pause' | 'resume' | 'end';

const stateAfter = { pause: 'paused', resume: 'open', end: 'ended' } as const satisfies Record<Control, SaleChainState>;

const toOutcome = ({ control }: ReadyControl) => {
	const done = control as Control;
	return { isDone: (sale: CreatorSale) => sale.chainState === stateAfter[done], doneText: texts.done[done] };
};

export interface ChainControlsProps {
	readonly sale: CreatorSale;
	readonly wallets: EvmWallets;
	/** Whether the wallet that is connected is the creator's. */
	readonly isCreator: boolean;
}

/** Pauses, resumes and ends a sale in its contract: read first, then sent by the owner's wallet, and seen by the server. */
export function ChainControls({ sale, wallets, isCreator }: ChainControlsProps) {
	const { step, note, callOff, ready, chainName, forget, read, send } = useControlCall(sale, wallets);
	const offered = [sale.chainState === 'paused' ? 'resume' : 'pause', 'end'] as const;
	return (
		<>
			{ready === null ? null : <ControlSummary sale={sale} ready={ready} chainName={chainName} />}
			<StatusMessage
				text={step === 'waiting' ? texts.waiting : step === null ? (note?.text ?? '') : ''}
				isError={step === null && note?.isError === true}
			>
				<WaitingForWallet wallet={step === 'signing' ? wallets.name : null} count={1} onCancel={callOff} />
			</StatusMessage>
			{step === 'signing' || step === 'waiting' ? null : ready === null ? (
				<div className="flex flex-wrap gap-3">
					{offered.map((control) => (
						<Button
							key={control}
							className="grow"
							disabled={!isCreator || step !== null}
							onClick={() => void read((chainId, contract) => toControlCall(control, chainId, contract))}
						>
							{texts.buttons[control]}
						</Button>
					))}
				</div>
			) : (
				<SendOrCancel
					walletName={wallets.name}
					isAllowed={isCreator}
					onSend={() => void send(ready, toOutcome(ready))}
					onCancel={forget}
				/>
			)}
		</>
	);
}
