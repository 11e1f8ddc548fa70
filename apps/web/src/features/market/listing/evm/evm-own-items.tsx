import { Button } from '@adx/ui/controls/button';
import { StatusMessage } from '@adx/ui/feedback/status-message';
import type { MintChain } from '@adx/validators/minted-token';
import { type CreatorSale, isReservationOver, type Reservation, saleBatchMax } from '@adx/validators/sale/sales';
import { useState } from 'react';
import type { Address } from 'viem';
import { trpc } from '../../../../lib/api/trpc.ts';
import { CallSummary } from '../../../wallets/evm/calls/call-summary.tsx';
import { callTexts } from '../../../wallets/evm/calls/call-texts.ts';
import { SendOrCancel } from '../../../wallets/evm/calls/send-or-cancel.tsx';
import { verifyPurchase } from '../../../wallets/evm/verify/verify-purchase.ts';
import { formatAmount } from '../../../wallets/format-amount.ts';
import { shortenEvmAddress } from '../../../wallets/short-address.ts';
import { RefusedTransactionError, toSigningError } from '../../../wallets/signing-errors.ts';
import { useWalletTask } from '../../../wallets/use-wallet-task.ts';
import { WaitingForWallet } from '../../../wallets/waiting-for-wallet.tsx';
import { getRefusalMessage } from '../../refusal-message.ts';
import { useCacheSale } from '../listing-queries.ts';
import { listingTexts } from '../listing-texts.ts';
import { countUnownedItems } from '../sale-stage.ts';
import type { ChainControlsProps } from './chain-controls.tsx';

const texts = listingTexts.own;
const pollMs = 2_000;

interface ReadyBatch {
	readonly reservation: Reservation;
	readonly items: readonly number[];
}

/** About the gas of the first item of a transaction, and of each further one: the most that tests let the contract take. */
const [firstItemGas, furtherItemGas] = [105_000, 35_000];

/** 'Mint all to me' on an EVM chain: up to 20 items with each transaction. */
export function EvmOwnItems({ sale, wallets, isCreator }: ChainControlsProps) {
	const left = countUnownedItems(sale);
	const count = Math.min(left, saleBatchMax);
	return (
		<section aria-label={texts.title} className="grid gap-3 border-t border-border pt-4">
			<h3 className="font-semibold text-text">{texts.title}</h3>
			<p className="text-sm text-text-2">{texts.evmText(left, Math.ceil(left / saleBatchMax))}</p>
			{wallets.gasCost(sale.network as MintChain, firstItemGas + (count - 1) * furtherItemGas)}
			<Batch sale={sale} wallets={wallets} isCreator={isCreator} count={count} />
		</section>
	);
}

interface BatchProps extends ChainControlsProps {
	/** Items of the next transaction. */
	readonly count: number;
}

function Batch({ sale, wallets, isCreator, count }: BatchProps) {
	const { client } = trpc.useUtils();
	const { data: config } = trpc.auth.config.useQuery();
	const cacheSale = useCacheSale();
	const { step, setStep, note, attempt, callOff } = useWalletTask<'reserving' | 'signing' | 'waiting'>();
	const [ready, setReady] = useState<ReadyBatch | null>(null);
	const chain = config?.saleChains.find((each) => each.chain === sale.network);

	function explain(error: unknown, isStopped: boolean) {
		if (isStopped) return { text: listingTexts.stopped, isError: false };
		const problem = toSigningError(error, wallets.name);
		return problem ?? { text: getRefusalMessage(error, listingTexts.offline), isError: true };
	}
	const reserve = () =>
		attempt(async () => {
			setStep('reserving');
			const reservation = await client.mint.collections.own.mutate({ jobId: sale.jobId, count });
			const { call } = reservation;
			if (call === null || chain === undefined) throw new RefusedTransactionError(callTexts.refused.network);
			const { chainId } = chain;
			const buyer = sale.walletAddress as Address;
			const expected = { chainId, contract: sale.mintAddress ?? '', buyer, priceWei: 0n, count: null };
			setReady({ reservation, items: verifyPurchase(call, expected).items });
		}, explain);
	const send = () =>
		attempt(async (signal) => {
			if (ready?.reservation.call == null) return;
			const { reservationId, saleId, call } = ready.reservation;
			setStep('signing');
			const hash = await wallets.send(call, signal);
			setStep('waiting');
			setReady(null);
			await client.mint.sales.submit.mutate({ saleId, reservationId, transactions: [hash] });
			for (;;) {
				signal.throwIfAborted();
				const purchase = await client.mint.sales.purchase.query({ saleId, reservationId });
				if (isReservationOver(purchase)) break;
				await new Promise((resolve) => setTimeout(resolve, pollMs));
			}
			cacheSale(await client.mint.collections.get.query({ jobId: sale.jobId }));
		}, explain);

	return (
		<>
			{ready === null ? null : <Summary sale={sale} ready={ready} chainName={chain?.name ?? sale.cluster} />}
			<StatusMessage
				text={step === 'waiting' ? texts.steps.waiting(0, count) : step === null ? (note?.text ?? '') : ''}
				isError={step === null && note?.isError === true}
			>
				<WaitingForWallet wallet={step === 'signing' ? wallets.name : null} count={1} onCancel={callOff} />
			</StatusMessage>
			{step === 'signing' || step === 'waiting' ? null : ready === null ? (
				<Button
					disabled={!isCreator || step !== null}
					busyText={step === 'reserving' ? texts.steps.reserving : undefined}
					onClick={() => void reserve()}
				>
					{texts.evmStart(count)}
				</Button>
			) : (
				<SendOrCancel
					walletName={wallets.name}
					isAllowed={isCreator}
					onSend={() => void send()}
					onCancel={() => setReady(null)}
				/>
			)}
		</>
	);
}

interface SummaryProps {
	readonly sale: CreatorSale;
	readonly ready: ReadyBatch;
	readonly chainName: string;
}

function Summary({ sale, ready: { reservation, items }, chainName }: SummaryProps) {
	const rows = [
		[callTexts.payer, shortenEvmAddress(sale.walletAddress)],
		[callTexts.network, chainName],
		[callTexts.mintsToYou, callTexts.items(items)],
		[callTexts.price, callTexts.noPrice],
		[callTexts.fee, callTexts.feeAbout(formatAmount(reservation.costLamports, sale.coin))],
	] as const;
	const details = [`${callTexts.contract}: ${reservation.call?.to}`];
	return <CallSummary rows={rows} checked={callTexts.checkedOwnItems} details={details} />;
}
