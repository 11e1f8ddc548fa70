import type { Sale } from '@adx/validators/sales';
import { useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { signTransactions } from '../solana/sign-transactions.ts';
import { ClosedRequestError, RefusedTransactionError, type SigningProblem } from '../solana/signing-problem.ts';
import type { SolanaConnector } from '../solana/use-connect-solana.ts';
import { useWalletWork } from '../solana/use-wallet-work.ts';
import { isRefused, type Offer, problemOf, toOffer } from './buy-piece.ts';
import { forgetPurchase, keepPurchase } from './purchase-store.ts';
import { saleTexts } from './texts.ts';

const texts = saleTexts.buy;

export type BuyStep = 'connecting' | 'reserving' | 'reading' | 'signing' | 'submitting';

/** Hands in what the wallet signed. False where no answer came: it may have arrived all the same. */
function useSubmit(saleId: string) {
	const { client, mint } = trpc.useUtils();
	return async ({ reservation: { reservationId } }: Offer, transactions: string[]): Promise<boolean> => {
		keepPurchase(saleId, { reservationId, isSigned: true });
		try {
			const purchase = await client.mint.sales.submit.mutate({ saleId, reservationId, transactions });
			mint.sales.purchase.setData({ saleId, reservationId }, purchase);
			return true;
		} catch (error) {
			if (!isRefused(error)) return false;
			keepPurchase(saleId, { reservationId, isSigned: false });
			throw error;
		}
	};
}

/** Sets a piece aside, shows what it costs, has the wallet sign it and hands it in; one at a time. */
export function useBuy(sale: Sale, connector: SolanaConnector) {
	const { saleId, cluster } = sale;
	const { client, mint } = trpc.useUtils();
	const submit = useSubmit(saleId);
	const { step, setStep, note, setNote, attempt, callOff } = useWalletWork<BuyStep>();
	const [offer, setOffer] = useState<Offer | null>(null);

	function explain(error: unknown, isStopped: boolean): SigningProblem {
		// What the page, the server or the wallet refused is of no more use; a closed request may be opened again.
		if (!(error instanceof ClosedRequestError)) setOffer(null);
		if (error instanceof RefusedTransactionError) forgetPurchase(saleId);
		void mint.sales.get.invalidate({ saleId });
		return isStopped ? { text: texts.stopped, isError: false } : problemOf(error, offer?.connection.wallet.name ?? '');
	}

	return {
		step,
		/** Set aside, and waiting for the word to sign it. */
		offer,
		note,
		reserve: () =>
			attempt(async () => {
				setOffer(null);
				setStep('connecting');
				const connection = await connector.connect();
				if (connection === null) return;
				setStep('reserving');
				const walletAddress = connection.address;
				const reservation = await client.mint.sales.reserve.mutate({ saleId, walletAddress });
				keepPurchase(saleId, { reservationId: reservation.reservationId, isSigned: false });
				setStep('reading');
				setOffer(await toOffer(sale, reservation, connection));
			}, explain),
		sign: () =>
			attempt(async (signal) => {
				if (offer === null) return;
				const { reservation, connection } = offer;
				if (Date.parse(reservation.expiresAt) <= Date.now()) {
					setOffer(null);
					setNote({ text: texts.expired, isError: false });
					return;
				}
				setStep('signing');
				const { transactions } = reservation;
				const signed = await signTransactions({ connection, transactions, cluster, signal });
				setStep('submitting');
				if (!(await submit(offer, signed))) setNote({ text: texts.unanswered, isError: false });
				setOffer(null);
			}, explain),
		/** Stops waiting for the wallet, and leaves what was set aside. */
		cancel() {
			if (step === null) setNote({ text: texts.cancelled, isError: false });
			callOff();
			setOffer(null);
			forgetPurchase(saleId);
		},
	};
}
export type Buying = ReturnType<typeof useBuy>;
