import type { ErrorReason } from '@adx/validators/errors';
import { useSyncExternalStore } from 'react';
import { nameOf, type PaymentName } from './pending-payments.ts';

/** What the server last said of a payment that this browser waits for. */
export interface PaymentNews {
	readonly sentence: string;
	readonly reason: ErrorReason | null;
	/** Null while nothing is known of it. */
	readonly confirmations: { readonly seen: number; readonly needed: number } | null;
}

/** A payment that came to nothing. */
export interface RefusedPayment extends PaymentName {
	readonly sentence: string;
}

interface State {
	/** By the payment's name. */
	readonly news: ReadonlyMap<string, PaymentNews>;
	/** The last one. */
	readonly refused: RefusedPayment | null;
}

let state: State = { news: new Map(), refused: null };
const listeners = new Set<() => void>();

function change(next: Partial<State>): void {
	state = { ...state, ...next };
	for (const listener of listeners) listener();
}

export const tellPaymentNews = (payment: PaymentName, news: PaymentNews): void =>
	change({ news: new Map(state.news).set(nameOf(payment), news) });
export function forgetPaymentNews(payment: PaymentName): void {
	const news = new Map(state.news);
	if (news.delete(nameOf(payment))) change({ news });
}

export const tellRefusedPayment = (refused: RefusedPayment): void => change({ refused });
export const forgetRefusedPayment = (): void => change({ refused: null });

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => void listeners.delete(listener);
}

/** What is known of the payments under way, and of the last one that was refused; until the page is left. */
export const usePaymentNews = (): State => useSyncExternalStore(subscribe, () => state);
