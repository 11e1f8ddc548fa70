import { premiumChainSchema } from '@adx/validators/premium';
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { listLocalKeys, readLocal, removeLocal, writeLocal } from '../../../lib/storage/browser-storage.ts';

const schema = z.object({
	chain: premiumChainSchema,
	signature: z.string(),
	/** Whose it was when it was sent. */
	userId: z.string(),
	/** Whether the transaction carries that account's id, so that it counts for nobody else. */
	isNamed: z.boolean(),
});

/** A payment that was sent and that the server has not accepted yet. */
export type PendingPayment = Readonly<z.infer<typeof schema>>;
export type PaymentKey = Pick<PendingPayment, 'chain' | 'signature'>;

/** Tells payments apart. */
export const toPaymentKey = ({ chain, signature }: PaymentKey): string => `${chain}:${signature}`;

// Each has a key of its own: two tabs that keep one at the same moment must not overwrite each other's.
const prefix = 'adx_premium_payment:';
const keyOf = (payment: PaymentKey) => prefix + toPaymentKey(payment);
const listeners = new Set<() => void>();
let last: { readonly text: string; readonly payments: readonly PendingPayment[] } = { text: '', payments: [] };

function parse(text: string): PendingPayment[] {
	try {
		return [schema.parse(JSON.parse(text))];
	} catch {
		return [];
	}
}

/** The same list as long as nothing else is stored. */
function read(): readonly PendingPayment[] {
	const texts = listLocalKeys(prefix)
		.toSorted()
		.map((key) => readLocal(key) ?? '');
	const text = texts.join('\n');
	if (text !== last.text) last = { text, payments: texts.flatMap(parse) };
	return last.payments;
}

function emit(): void {
	for (const listener of listeners) listener();
}

/** Keeps it in this browser until it is accepted, refused or given up. */
export function storePayment(payment: PendingPayment): void {
	writeLocal(keyOf(payment), JSON.stringify(payment));
	emit();
}

export function removePayment(payment: PaymentKey): void {
	removeLocal(keyOf(payment));
	emit();
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	window.addEventListener('storage', listener);
	return () => {
		listeners.delete(listener);
		window.removeEventListener('storage', listener);
	};
}

/** The payments that this browser waits for, whichever of its tabs sent them. */
export const usePendingPayments = (): readonly PendingPayment[] => useSyncExternalStore(subscribe, read);
