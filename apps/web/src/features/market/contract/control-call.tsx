import { StatusMessage } from '@adx/ui/feedback/status-message';
import { useFocusFallback } from '@adx/ui/focus/use-focus-fallback';
import type { ReactNode } from 'react';
import { CallSummary } from '../../wallets/evm/calls/call-summary.tsx';
import { callTexts } from '../../wallets/evm/calls/call-texts.ts';
import { SendOrCancel } from '../../wallets/evm/calls/send-or-cancel.tsx';
import { formatAmount } from '../../wallets/format-amount.ts';
import { shortenEvmAddress } from '../../wallets/short-address.ts';
import { WaitingForWallet } from '../../wallets/waiting-for-wallet.tsx';
import type { EvmWallets } from './evm-wallets.ts';
import type { ControlOutcome, ControlTask, ReadyControl } from './use-control-call.ts';

export interface ControlCallProps<Now> {
	readonly wallets: EvmWallets;
	/** Whether the wallet that is connected may send it. */
	readonly isAllowed: boolean;
	readonly task: ControlTask<Now>;
	/** While the chain has not taken what was sent. */
	readonly waitingText: string;
	readonly toOutcome: (ready: ReadyControl) => ControlOutcome<Now>;
	/** What has a call read; gives way to its summary. */
	readonly children: ReactNode;
}

/** A call to the contract of a sale, from what asks for it to its place in a block. */
export function ControlCall<Now>(props: ControlCallProps<Now>) {
	const { wallets, isAllowed, task, waitingText, toOutcome, children } = props;
	const { step, note, callOff, ready, forget, send } = task;
	// What was pressed gives way to the summary, and that to the wallet.
	const panel = useFocusFallback<HTMLDivElement>(`${step} ${ready !== null}`);
	return (
		<div ref={panel} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-3 outline-none">
			{ready === null ? null : <ControlSummary task={task} ready={ready} address={wallets.address} />}
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
					isAllowed={isAllowed}
					onSend={() => void send(ready, toOutcome(ready))}
					onCancel={forget}
				/>
			)}
		</div>
	);
}

interface ControlSummaryProps {
	readonly task: Pick<ControlTask<unknown>, 'chainName' | 'coin'>;
	readonly ready: ReadyControl;
	/** Of the wallet that sends it; null where it was disconnected meanwhile. */
	readonly address: string | null;
}

/** What a call does to a sale, before the wallet is asked for it. */
function ControlSummary({ task, ready: { call, control, cost }, address }: ControlSummaryProps) {
	const rows = [
		...(address === null ? [] : [[callTexts.payer, shortenEvmAddress(address)] as const]),
		[callTexts.network, task.chainName],
		[callTexts.does, callTexts.control[control]],
		[callTexts.total, callTexts.feeAbout(formatAmount(cost, task.coin))],
	] as const;
	const payer = address === null ? [] : [`${callTexts.payer}: ${address}`];
	const details = [...payer, `${callTexts.contract}: ${call.to}`];
	return <CallSummary rows={rows} checked={callTexts.checkedControl} details={details} />;
}
