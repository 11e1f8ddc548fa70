import type { PremiumChain } from '@adx/validators/premium';
import { useSyncExternalStore } from 'react';

/** What the server last said of the payment that this browser waits for. */
export interface PaymentNews {
	readonly sentence: string;
	/** Null while it is in no block, or nothing is known. */
	readonly confirmations: { readonly seen: number; readonly needed: number } | null;
	/** The chain does not know the transaction. */
	readonly isUnknown: boolean;
}

/** A payment that came to nothing. */
export interface RefusedPayment {
	readonly chain: PremiumChain;
	readonly signature: string;
	readonly sentence: string;
}

interface State {
	readonly news: PaymentNews | null;
	readonly refused: RefusedPayment | null;
}

let state: State = { news: null, refused: null };
const listeners = new Set<() => void>();

function change(next: State): void {
	state = next;
	for (const listener of listeners) listener();
}

export const tellPaymentNews = (news: PaymentNews): void => change({ news, refused: null });
export const tellRefusedPayment = (refused: RefusedPayment): void => change({ news: null, refused });
export const forgetPaymentNews = (): void => change({ news: null, refused: null });

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => void listeners.delete(listener);
}

/** What is known of the payment under way, and of the last one that was refused; until the page is left. */
export const usePaymentNews = (): State => useSyncExternalStore(subscribe, () => state);
