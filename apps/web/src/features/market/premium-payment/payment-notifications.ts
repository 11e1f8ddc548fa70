import type { ErrorReason } from '@adx/validators/errors';
import { create } from 'zustand';
import { type PaymentKey, toPaymentKey } from './pending-payments.ts';

/** What the server last said of a payment that this browser waits for. */
export interface PaymentNotification {
	readonly sentence: string;
	readonly reason: ErrorReason | null;
	/** Null while nothing is known of it. */
	readonly confirmations: { readonly seen: number; readonly needed: number } | null;
}

/** A payment that came to nothing. */
export interface RefusedPayment extends PaymentKey {
	readonly sentence: string;
}

interface State {
	/** Keyed by the payment's name. */
	readonly news: ReadonlyMap<string, PaymentNotification>;
	/** The last one. */
	readonly refused: RefusedPayment | null;
}

/** What is known of the payments under way, and of the last one that was refused; until the page is left. */
export const usePaymentNotifications = create<State>(() => ({ news: new Map(), refused: null }));
const { getState, setState } = usePaymentNotifications;

export const setPaymentNotification = (payment: PaymentKey, news: PaymentNotification): void =>
	setState({ news: new Map(getState().news).set(toPaymentKey(payment), news) });
export function clearPaymentNotification(payment: PaymentKey): void {
	const news = new Map(getState().news);
	if (news.delete(toPaymentKey(payment))) setState({ news });
}

export const setRefusedPayment = (refused: RefusedPayment): void => setState({ refused });
export const clearRefusedPayment = (): void => setState({ refused: null });
