import type { Sale } from '@adx/validators/sale/sales';
import { useEffect, useEffectEvent, useReducer } from 'react';
import { getHttpStatus } from '../../../lib/api/error-messages.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { RefusedTransactionError, type SigningErrorMessage, UserRejectedError } from '../../wallets/signing-errors.ts';
import { submitSignedTransactions } from '../../wallets/solana/sign/submit-signed-transactions.ts';
import { useSingleTask } from '../../wallets/use-wallet-task.ts';
import { getBuyErrorMessage, isSaleRefusal } from './buy-errors.ts';
import {
	choosePurchase,
	dropOutdatedRefusal,
	getFollowUp,
	getHeldPrice,
	initialPurchase,
	isPolled,
	type PurchaseEvent,
	type PurchaseNote,
	type PurchaseState,
	toRefusalBasis,
	transition,
	viewPurchase,
} from './purchase-state.ts';
import {
	dropSignatures,
	keepBought,
	removePurchase,
	type StartedPurchase,
	startPurchase,
	storeSignatures,
	useStartedPurchases,
} from './purchase-store.ts';
import type { PurchaseAccount, PurchaseWallet } from './purchase-wallet.ts';
import { reserveItems } from './reserve-items.ts';
import { usePurchase } from './sale-queries.ts';
import { saleTexts } from './sale-texts.ts';

const texts = saleTexts.buy;

/**
 * A purchase from the first press to the item, one at a time: what this tab does about it, and what was started here by
 * other tabs or before a reload. What the wallet signed lies in the purchase store from then on, is submitted from there,
 * and followed until the chain has spoken.
 */
export function usePurchaseFlow(sale: Sale, wallet: PurchaseWallet) {
	const { saleId } = sale;
	const { client, mint } = trpc.useUtils();
	const [state, dispatch] = useReducer(transition, initialPurchase);
	const { attempt, abort } = useAttempt(sale, state, dispatch);
	const { started, answer } = useCurrentPurchase({
		saleId,
		state,
		dispatch,
		walletAddress: wallet.address,
		onEnd: end,
	});

	const shown = dropOutdatedRefusal(state, toRefusalBasis(sale, wallet.address));
	const view = viewPurchase(shown, started, answer);
	const isBought = view.phase === 'bought';
	const countAgain = useEffectEvent(() => void mint.sales.get.invalidate({ saleId }));
	// What is minted and left is another number now.
	useEffect(() => {
		if (isBought) countAgain();
	}, [isBought]);

	function leave(reservationId: string | null, note: SigningErrorMessage | null): void {
		if (reservationId !== null) (isBought ? keepBought : removePurchase)(saleId, reservationId);
		dispatch({ type: 'left', note });
	}
	function end(reservationId: string, note: SigningErrorMessage | null): void {
		leave(reservationId, note);
		void mint.sales.get.invalidate({ saleId });
	}

	return {
		...view,
		step: state.step,
		prover: state.prover,
		offer: state.offer,
		heldPrice: getHeldPrice(view.phase, state, answer.purchase, sale),
		/** Sets items aside and reads what they cost. */
		reserve: (count = 1) =>
			attempt(async (signal, asked) => {
				dispatch({ type: 'reserve' });
				const account = await wallet.connect();
				if (account === null) {
					dispatch({ type: 'notConnected' });
					return;
				}
				asked.account = account;
				const walletAddress = account.address;
				const options = { client, sale, wallet, account, count, dispatch, signal };
				const { reservation, signBy } = await reserveItems(options);
				const { reservationId } = reservation;
				startPurchase(saleId, { reservationId, walletAddress });
				dispatch({ type: 'reserved', reservationId });
				try {
					const read = await wallet.read(sale, reservation, account);
					dispatch({ type: 'offered', offer: { ...read, account, signBy, priceLamports: reservation.priceLamports } });
				} catch (error) {
					if (error instanceof RefusedTransactionError) leave(reservationId, null);
					throw error;
				}
			}),
		/** Has the wallet sign what is offered. */
		sign: () =>
			attempt(async (signal) => {
				// Once the time is over the page says so by itself, and offers a fresh one.
				if (state.offer === null || state.offer.signBy <= Date.now()) return;
				dispatch({ type: 'sign' });
				const { account, sign } = state.offer;
				const signed = await sign(signal);
				storeSignatures(saleId, { reservationId: state.ownId ?? '', walletAddress: account.address }, signed);
				dispatch({ type: 'signed' });
			}),
		/** Stops waiting for the wallet, and leaves what was set aside. */
		cancel() {
			abort();
			leave(state.ownId, state.step === null ? { text: texts.cancelled, isError: false } : null);
		},
		/** Lets go of what was not signed in time. */
		lapse: () => leave(state.ownId, null),
		/** Lets go of the purchase that is shown; says why, or nothing. */
		dismiss(text: string | null) {
			if (started !== null) end(started.reservationId, text === null ? null : { text, isError: false });
		},
	};
}
export type PurchaseFlow = ReturnType<typeof usePurchaseFlow>;

/** Whom a piece of work asks. */
interface Asked {
	account: PurchaseAccount | null;
}

/** Does one thing at a time, and says why it failed. */
function useAttempt(sale: Sale, state: PurchaseState, dispatch: (event: PurchaseEvent) => void) {
	const { run, abort } = useSingleTask();
	const explain = useExplain(sale);
	const attempt = (work: (signal: AbortSignal, asked: Asked) => Promise<void>) =>
		run(async (signal) => {
			const asked: Asked = { account: state.offer?.account ?? null };
			try {
				await work(signal, asked);
			} catch (error) {
				const note = await explain(error, asked.account);
				if (signal.aborted) dispatch({ type: 'stopped' });
				else dispatch({ type: 'failed', note, keepsOffer: error instanceof UserRejectedError });
			}
		});
	return { attempt, abort };
}

/** Says why something failed, and asks for the sale again, which may have changed. */
function useExplain(sale: Sale) {
	const { mint } = trpc.useUtils();
	const { saleId } = sale;
	return async (error: unknown, account: PurchaseAccount | null) => {
		const refetched = mint.sales.get.invalidate({ saleId });
		const note: PurchaseNote = getBuyErrorMessage(error, account?.walletName ?? '');
		if (!isSaleRefusal(error)) return note;
		// It was decided by the sale as it is by now, which the page may not have known.
		await refetched;
		return { ...note, basis: toRefusalBasis(mint.sales.get.getData({ saleId }) ?? sale, account?.address ?? null) };
	};
}

interface CurrentPurchaseOptions {
	readonly saleId: string;
	readonly state: PurchaseState;
	readonly dispatch: (event: PurchaseEvent) => void;
	readonly walletAddress: string | null;
	readonly onEnd: (reservationId: string, note: SigningErrorMessage | null) => void;
}

/** The purchase to show, of those started in this browser, with what the server says of it; follows it to its end. */
function useCurrentPurchase({ saleId, state, dispatch, walletAddress, onEnd }: CurrentPurchaseOptions) {
	const started = choosePurchase(state, useStartedPurchases(saleId), walletAddress);
	const isAsked = started !== null && isPolled(state, started);
	const { data: purchase = null, error } = usePurchase(saleId, isAsked ? started.reservationId : null);
	const answer = { purchase, error };
	const followUp = getFollowUp(state, started, answer);
	useSubmit(saleId, started, dispatch);
	const follow = useEffectEvent(() => {
		if (followUp?.type === 'end') onEnd(followUp.reservationId, followUp.note);
		if (followUp?.type === 'dropOffer') dispatch({ type: 'signed' });
		if (followUp?.type === 'dropSignatures') dropSignatures(saleId, followUp.reservationId, 'taken');
	});
	useEffect(() => follow(), [followUp?.type, followUp?.reservationId]);
	return { started: followUp?.type === 'end' ? null : started, answer };
}

/** Submits what the wallet signed, in this tab, in another, or before a reload, until the server has it or refuses it. */
function useSubmit(saleId: string, started: StartedPurchase | null, dispatch: (event: PurchaseEvent) => void): void {
	const { client, mint } = trpc.useUtils();
	const signedId = started?.state === 'signed' ? started.reservationId : null;
	const start = useEffectEvent(async (signal: AbortSignal) => {
		if (started === null) return;
		const { reservationId, transactions } = started;
		const submit = () => client.mint.sales.submit.mutate({ saleId, reservationId, transactions });
		try {
			const purchase = await submitSignedTransactions({
				submit,
				onDelay: (delay) => dispatch({ type: 'submitDelayed', delay }),
				signal,
			});
			mint.sales.purchase.setData({ saleId, reservationId }, purchase);
			dropSignatures(saleId, reservationId, 'taken');
		} catch (error) {
			if (signal.aborted) return;
			// The status query reports a reservation that the server does not know.
			const isUnknown = getHttpStatus(error) === 404;
			dropSignatures(saleId, reservationId, isUnknown ? 'taken' : 'offered');
			if (!isUnknown) dispatch({ type: 'submitRefused', note: getBuyErrorMessage(error, '') });
		}
	});
	useEffect(() => {
		if (signedId === null) return;
		const stop = new AbortController();
		void start(stop.signal);
		return () => {
			stop.abort();
			dispatch({ type: 'submitDelayed', delay: null });
		};
	}, [signedId]);
}
