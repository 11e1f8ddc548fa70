import { CallSummary } from '../../wallets/evm/calls/call-summary.tsx';
import { callTexts } from '../../wallets/evm/calls/call-texts.ts';
import { formatAmount } from '../../wallets/format-amount.ts';
import { shortenEvmAddress } from '../../wallets/short-address.ts';
import type { ControlTask, ReadyControl } from './use-control-call.ts';

export interface ControlSummaryProps {
	readonly task: Pick<ControlTask<unknown>, 'chainName' | 'coin'>;
	readonly ready: ReadyControl;
	/** Of the wallet that sends it; null where it was disconnected meanwhile. */
	readonly address: string | null;
}

/** What a call does to a sale, before the wallet is asked for it. */
export function ControlSummary({ task, ready: { call, control, cost }, address }: ControlSummaryProps) {
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
