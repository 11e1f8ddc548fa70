import { useEffect, useEffectEvent, useState } from 'react';
import { getHttpStatus } from '../../../lib/api/error-messages.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import {
	type SubmitDelay,
	submitSignedTransactions,
} from '../../wallets/solana/transactions/submit-signed-transactions.ts';
import { dropSignatures, type StartedPurchase } from './purchase-store.ts';

/**
 * Hands in what the wallet signed, in this tab, in another, or before a reload, until the server has it or refuses it. Gives
 * why it does not have it yet, null where nothing is wrong.
 */
export function useSubmitPurchase(
	saleId: string,
	begun: StartedPurchase | null,
	onRefused: (error: unknown) => void,
): SubmitDelay | null {
	const { client, mint } = trpc.useUtils();
	const [delay, setDelay] = useState<SubmitDelay | null>(null);
	const reservationId = begun?.state === 'signed' ? begun.reservationId : null;
	const start = useEffectEvent(async (signal: AbortSignal) => {
		if (begun === null) return;
		const { reservationId, transactions } = begun;
		const submit = () => client.mint.sales.submit.mutate({ saleId, reservationId, transactions });
		try {
			const purchase = await submitSignedTransactions({ submit, onDelay: setDelay, signal });
			mint.sales.purchase.setData({ saleId, reservationId }, purchase);
			dropSignatures(saleId, reservationId, 'taken');
		} catch (error) {
			if (signal.aborted) return;
			// The status query reports a reservation that the server does not know.
			const isUnknown = getHttpStatus(error) === 404;
			dropSignatures(saleId, reservationId, isUnknown ? 'taken' : 'offered');
			if (!isUnknown) onRefused(error);
		}
	});
	useEffect(() => {
		if (reservationId === null) return;
		const stop = new AbortController();
		void start(stop.signal);
		return () => {
			stop.abort();
			setDelay(null);
		};
	}, [reservationId]);
	return delay;
}
