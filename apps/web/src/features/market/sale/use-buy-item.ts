import { transactionLifetimeMs } from '@adx/validators/limits';
import type { Sale } from '@adx/validators/sales';
import { useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import type { SolanaConnector } from '../../wallets/solana/connect/use-connect-solana.ts';
import { signTransactions } from '../../wallets/solana/transactions/sign-transactions.ts';
import {
	RefusedTransactionError,
	type SigningErrorMessage,
	UserRejectedError,
} from '../../wallets/solana/transactions/signing-errors.ts';
import { useWalletTask } from '../../wallets/solana/transactions/use-wallet-task.ts';
import { getBuyErrorMessage, type ItemOffer, toOffer } from './buy-item.ts';
import { removePurchase, startPurchase, storeSignatures } from './purchase-store.ts';
import { saleTexts } from './sale-texts.ts';

const texts = saleTexts.buy;

export type BuyStep = 'connecting' | 'reserving' | 'reading' | 'signing';

/**
 * Sets a piece aside, shows what it costs and has the wallet sign it; one at a time. What was signed lies in the purchase
 * store from then on, from where it is handed in.
 */
export function useBuyItem(sale: Sale, connector: SolanaConnector) {
	const { saleId, cluster } = sale;
	const { client, mint } = trpc.useUtils();
	const { step, setStep, note, setNote, attempt, callOff } = useWalletTask<BuyStep>();
	const [offer, setOffer] = useState<ItemOffer | null>(null);
	const [here, setHere] = useState<string | null>(null);

	function reset(reservationId: string | null): void {
		if (reservationId !== null) removePurchase(saleId, reservationId);
		setOffer(null);
		setHere(null);
	}

	function explain(error: unknown, isStopped: boolean): SigningErrorMessage {
		// What the page, the server or the wallet refused is of no more use; a closed request may be opened again.
		if (!(error instanceof UserRejectedError)) setOffer(null);
		void mint.sales.get.invalidate({ saleId });
		return isStopped
			? { text: texts.stopped, isError: false }
			: getBuyErrorMessage(error, offer?.connection.wallet.name ?? '');
	}

	return {
		step,
		/** Set aside, and waiting for the word to sign it. */
		offer,
		note,
		/** The reservation that this tab began; it is followed even when another tab forgets it. */
		here,
		reserve: () =>
			attempt(async () => {
				setOffer(null);
				setStep('connecting');
				const connection = await connector.connect();
				if (connection === null) return;
				setStep('reserving');
				const walletAddress = connection.address;
				const signBy = Date.now() + transactionLifetimeMs;
				const reservation = await client.mint.sales.reserve.mutate({ saleId, walletAddress });
				const { reservationId } = reservation;
				startPurchase(saleId, { reservationId, walletAddress });
				setHere(reservationId);
				setStep('reading');
				try {
					setOffer(await toOffer(sale, { reservation, connection, signBy }));
				} catch (error) {
					if (error instanceof RefusedTransactionError) reset(reservationId);
					throw error;
				}
			}, explain),
		sign: () =>
			attempt(async (signal) => {
				if (offer === null) return;
				const { reservation, connection, signBy } = offer;
				const { reservationId, transactions } = reservation;
				// The page says so by itself, and offers a fresh one.
				if (signBy <= Date.now()) return;
				setStep('signing');
				const signed = await signTransactions({ connection, transactions, cluster, signal });
				storeSignatures(saleId, { reservationId, walletAddress: connection.address }, signed);
				setOffer(null);
			}, explain),
		/** Stops waiting for the wallet, and leaves what was set aside. */
		cancel() {
			if (step === null) setNote({ text: texts.cancelled, isError: false });
			callOff();
			reset(here);
		},
		/** Another tab signed it. */
		dropOffer: () => setOffer(null),
		/** Nothing more will become of it; says why, or nothing. */
		end(reservationId: string, why: SigningErrorMessage | null) {
			reset(reservationId);
			setNote(why);
			void mint.sales.get.invalidate({ saleId });
		},
		/** Tells of what went wrong outside of this. */
		tell: setNote,
	};
}
export type Buying = ReturnType<typeof useBuyItem>;
