import { StatusMessage } from '@adx/ui/feedback/status-note';
import type { CreatorSale } from '@adx/validators/sales';
import type { ReactNode } from 'react';
import { SendOrCancel } from '../../../wallets/evm/calls/send-or-cancel.tsx';
import { WaitingForWallet } from '../../../wallets/solana/connect/waiting-for-wallet.tsx';
import { ControlSummary } from './control-summary.tsx';
import type { EvmWallets } from './evm-wallets.ts';
import type { ControlOutcome, ReadyControl, useControlCall } from './use-control-call.ts';

export interface ControlCallProps {
	readonly sale: CreatorSale;
	readonly wallets: EvmWallets;
	readonly isCreator: boolean;
	readonly task: ReturnType<typeof useControlCall>;
	/** While the chain has not taken what was sent. */
	readonly waitingText: string;
	readonly toOutcome: (ready: ReadyControl) => ControlOutcome;
	/** What has a call read; gives way to its summary. */
	readonly children: ReactNode;
}

/** A call to the contract of a sale, from what asks for it to its place in a block. */
export function ControlCall({ sale, wallets, isCreator, task, waitingText, toOutcome, children }: ControlCallProps) {
	const { step, note, callOff, ready, chainName, forget, send } = task;
	return (
		<>
			{ready === null ? null : <ControlSummary sale={sale} ready={ready} chainName={chainName} />}
			<StatusMessage
				text={step === 'waiting' ? waitingText : step === null ? (note?.text ?? '') : ''}
				isError={step === null && note?.isError === true}
			>
				<WaitingForWallet wallet={step === 'signing' ? wallets.name : null} count={1} onCancel={callOff} />
			</StatusMessage>
			{step === 'signing' || step === 'waiting' ? null : ready === null ? (
				children
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
