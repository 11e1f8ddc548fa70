import type { CreatorSale } from '@adx/validators/sales';
import { CallSummary } from '../../../wallets/evm/calls/call-summary.tsx';
import { callTexts } from '../../../wallets/evm/calls/call-texts.ts';
import { formatAmount } from '../../../wallets/format-amount.ts';
import { shortenEvmAddress } from '../../../wallets/short-address.ts';
import type { ReadyControl } from './use-control-call.ts';

export interface ControlSummaryProps {
	readonly sale: CreatorSale;
	readonly ready: ReadyControl;
	readonly chainName: string;
}

/** What a call does to a sale, before the wallet is asked for it. */
export function ControlSummary({ sale, ready: { call, control, cost }, chainName }: ControlSummaryProps) {
	const rows = [
		[callTexts.payer, shortenEvmAddress(sale.walletAddress)],
		[callTexts.network, chainName],
		[callTexts.does, callTexts.control[control]],
		[callTexts.total, callTexts.feeAbout(formatAmount(cost, sale.coin))],
	] as const;
	const details = [`${callTexts.payer}: ${sale.walletAddress}`, `${callTexts.contract}: ${call.to}`];
	return <CallSummary rows={rows} checked={callTexts.checkedControl} details={details} />;
}
