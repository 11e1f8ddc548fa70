import { Button } from '@adx/ui/controls/button';
import { StatusMessage } from '@adx/ui/feedback/status-note';
import type { SaleChainState } from '@adx/validators/sale/evm';
import type { CreatorSale } from '@adx/validators/sales';
import { useState } from 'react';
import { trpc } from '../../../../lib/api/trpc.ts';
import { CallSummary } from '../../../wallets/evm/calls/call-summary.tsx';
import { callTexts } from '../../../wallets/evm/calls/call-texts.ts';
import { readControl, type SaleControl, toControlCall } from '../../../wallets/evm/calls/control-call.ts';
import type { EvmCall } from '../../../wallets/evm/calls/send-call.ts';
import { SendOrCancel } from '../../../wallets/evm/calls/send-or-cancel.tsx';
import { formatAmount } from '../../../wallets/format-amount.ts';
import { shortenEvmAddress } from '../../../wallets/short-address.ts';
import { WaitingForWallet } from '../../../wallets/solana/connect/waiting-for-wallet.tsx';
import { RefusedTransactionError, toSigningError } from '../../../wallets/solana/transactions/signing-errors.ts';
import { useWalletTask } from '../../../wallets/solana/transactions/use-wallet-task.ts';
import { untilAborted } from '../../../wallets/solana/until-aborted.ts';
import { getErrorMessage } from '../creator-sale.ts';
import { useCacheSale } from '../listing-queries.ts';
import { listingTexts } from '../listing-texts.ts';
import type { EvmWallets } from './evm-wallets.ts';

const texts = listingTexts.chain;
const pollMs = 2_000;
/** How long the chain is waited for; whatever comes later is shown as well. */
const waitMs = 3 * 60_000;

const stateAfter = { pause: 'paused', resume: 'open', end: 'ended' } as const satisfies Record<
	SaleControl,
	SaleChainState
>;

export interface ChainControlsProps {
	readonly sale: CreatorSale;
	readonly wallets: EvmWallets;
	/** Whether the wallet that is connected is the creator's. */
	readonly isCreator: boolean;
}

interface ReadyControl {
	readonly call: EvmCall;
	/** As it was read from the call. */
	readonly control: SaleControl;
	/** In gwei. */
	readonly cost: bigint;
}

/** Pauses, resumes and ends a sale in its contract: read first, then sent by the owner's wallet, and seen by the server. */
export function ChainControls({ sale, wallets, isCreator }: ChainControlsProps) {
	const { client } = trpc.useUtils();
	const { data: config } = trpc.auth.config.useQuery();
	const cacheSale = useCacheSale();
	const { step, setStep, note, setNote, attempt, callOff } = useWalletTask<'reading' | 'signing' | 'waiting'>();
	const [ready, setReady] = useState<ReadyControl | null>(null);
	const chain = config?.saleChains.find((each) => each.chain === sale.network);
	const { jobId, chainState } = sale;

	function explain(error: unknown, isStopped: boolean) {
		if (isStopped) return { text: listingTexts.stopped, isError: false };
		const problem = toSigningError(error, wallets.name);
		return problem ?? { text: getErrorMessage(error, listingTexts.offline), isError: true };
	}
	const read = (wanted: SaleControl) =>
		attempt(async (signal) => {
			setStep('reading');
			if (chain === undefined) throw new RefusedTransactionError(callTexts.refused.network);
			const contract = sale.mintAddress ?? '';
			const call = toControlCall(wanted, chain.chainId, contract);
			const control = readControl(call, { chainId: chain.chainId, contract });
			setReady({ call, control, cost: await untilAborted(wallets.estimate(call, signal), signal) });
		}, explain);
	const send = ({ call, control }: ReadyControl) =>
		attempt(async (signal) => {
			setStep('signing');
			await wallets.send(call, signal);
			setReady(null);
			setStep('waiting');
			for (const until = Date.now() + waitMs; Date.now() < until; ) {
				const now = await client.mint.collections.get.query({ jobId });
				signal.throwIfAborted();
				cacheSale(now);
				if (now.chainState === stateAfter[control]) return setNote({ text: texts.done[control], isError: false });
				await untilAborted(new Promise((resolve) => setTimeout(resolve, pollMs)), signal);
			}
			setNote({ text: texts.late, isError: false });
		}, explain);

	const offered = [chainState === 'paused' ? 'resume' : 'pause', 'end'] as const;
	return (
		<>
			{ready === null ? null : <Summary sale={sale} ready={ready} chainName={chain?.name ?? sale.cluster} />}
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
							onClick={() => void read(control)}
						>
							{texts.buttons[control]}
						</Button>
					))}
				</div>
			) : (
				<SendOrCancel
					walletName={wallets.name}
					isAllowed={isCreator}
					onSend={() => void send(ready)}
					onCancel={() => setReady(null)}
				/>
			)}
		</>
	);
}

interface SummaryProps {
	readonly sale: CreatorSale;
	readonly ready: ReadyControl;
	readonly chainName: string;
}

function Summary({ sale, ready: { call, control, cost }, chainName }: SummaryProps) {
	const rows = [
		[callTexts.payer, shortenEvmAddress(sale.walletAddress)],
		[callTexts.network, chainName],
		[callTexts.does, callTexts.control[control]],
		[callTexts.total, callTexts.feeAbout(formatAmount(cost, sale.coin))],
	] as const;
	const details = [`${callTexts.payer}: ${sale.walletAddress}`, `${callTexts.contract}: ${call.to}`];
	return <CallSummary rows={rows} checked={callTexts.checkedControl} details={details} />;
}
