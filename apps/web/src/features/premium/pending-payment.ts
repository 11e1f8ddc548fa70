import { type PremiumChain, premiumChainSchema } from '@adx/validators/premium';
import { useSyncExternalStore } from 'react';
import { readLocal, removeLocal, writeLocal } from '../../lib/browser-storage.ts';

/** A payment that was sent and that the server has not accepted yet. */
export interface PendingPayment {
	readonly chain: PremiumChain;
	readonly signature: string;
	/** Whose it was when it was sent. */
	readonly userId: string;
	/** Whether the transaction carries that account's id, so that it counts for nobody else. */
	readonly isNamed: boolean;
}

const key = 'adx_premium_payment';
const listeners = new Set<() => void>();
let last: { readonly text: string | null; readonly payment: PendingPayment | null } = { text: null, payment: null };

function parse(text: string | null): PendingPayment | null {
	try {
		const value: unknown = JSON.parse(text ?? 'null');
		if (typeof value !== 'object' || value === null) return null;
		const { chain, signature, userId, isNamed } = value as Record<string, unknown>;
		const known = premiumChainSchema.safeParse(chain);
		if (!known.success || typeof signature !== 'string' || typeof userId !== 'string') return null;
		return { chain: known.data, signature, userId, isNamed: isNamed === true };
	} catch {
		return null;
	}
}

/** The same object as long as nothing else is stored. */
function read(): PendingPayment | null {
	const text = readLocal(key);
	if (text !== last.text) last = { text, payment: parse(text) };
	return last.payment;
}

function tell(): void {
	for (const listener of listeners) listener();
}

/** Keeps it in this browser until it is accepted or given up. */
export function keepPayment(payment: PendingPayment): void {
	writeLocal(key, JSON.stringify(payment));
	tell();
}

export function forgetPayment(): void {
	removeLocal(key);
	tell();
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => void listeners.delete(listener);
}

/** The payment that this browser waits for; null for none. */
export const usePendingPayment = (): PendingPayment | null => useSyncExternalStore(subscribe, read);
