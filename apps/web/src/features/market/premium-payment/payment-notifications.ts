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
	readonly notifications: ReadonlyMap<string, PaymentNotification>;
	/** The last one. */
	readonly refused: RefusedPayment | null;
}

/** What is known of the payments under way, and of the last one that was refused; until the page is left. */
export const usePaymentNotifications = create<State>(() => ({ notifications: new Map(), refused: null }));
const { getState, setState } = usePaymentNotifications;

export const setPaymentNotification = (payment: PaymentKey, notification: PaymentNotification): void =>
	setState({ notifications: new Map(getState().notifications).set(toPaymentKey(payment), notification) });
export function clearPaymentNotification(payment: PaymentKey): void {
	const notifications = new Map(getState().notifications);
	if (notifications.delete(toPaymentKey(payment))) setState({ notifications });
}

export const setRefusedPayment = (refused: RefusedPayment): void => setState({ refused });
export const clearRefusedPayment = (): void => setState({ refused: null });
