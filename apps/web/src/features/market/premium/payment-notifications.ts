import type { ErrorReason } from '@adx/validators/errors';
import { useSyncExternalStore } from 'react';
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

let state: State = { news: new Map(), refused: null };
const listeners = new Set<() => void>();

function change(next: Partial<State>): void {
	state = { ...state, ...next };
	for (const listener of listeners) listener();
}

export const setPaymentNotification = (payment: PaymentKey, news: PaymentNotification): void =>
	change({ news: new Map(state.news).set(toPaymentKey(payment), news) });
export function clearPaymentNotification(payment: PaymentKey): void {
	const news = new Map(state.news);
	if (news.delete(toPaymentKey(payment))) change({ news });
}

export const setRefusedPayment = (refused: RefusedPayment): void => change({ refused });
export const clearRefusedPayment = (): void => change({ refused: null });

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => void listeners.delete(listener);
}

/** What is known of the payments under way, and of the last one that was refused; until the page is left. */
export const usePaymentNotifications = (): State => useSyncExternalStore(subscribe, () => state);
