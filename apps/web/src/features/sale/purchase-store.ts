import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { readLocal, removeLocal, writeLocal } from '../../lib/browser-storage.ts';

const keyOf = (saleId: string) => `adx_purchase_${saleId}`;
const schema = z.object({
	reservationId: z.string(),
	/** Whether the wallet signed: then it may land whatever this page does. */
	isSigned: z.boolean(),
});

/** A purchase that was begun in this browser; it outlives the page, and other tabs see it. */
export type BegunPurchase = z.infer<typeof schema>;

const listeners = new Set<() => void>();
const tell = () => {
	for (const listener of listeners) listener();
};

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	window.addEventListener('storage', listener);
	return () => {
		listeners.delete(listener);
		window.removeEventListener('storage', listener);
	};
}

function parse(text: string | null): BegunPurchase | null {
	try {
		return schema.parse(JSON.parse(text ?? 'null'));
	} catch {
		return null;
	}
}

export function keepPurchase(saleId: string, purchase: BegunPurchase): void {
	writeLocal(keyOf(saleId), JSON.stringify(purchase));
	tell();
}

export function forgetPurchase(saleId: string): void {
	removeLocal(keyOf(saleId));
	tell();
}

/** The purchase that was begun here, by any tab; null for none. */
export function useBegunPurchase(saleId: string): BegunPurchase | null {
	const read = useCallback(() => readLocal(keyOf(saleId)), [saleId]);
	const text = useSyncExternalStore(subscribe, read, read);
	return useMemo(() => parse(text), [text]);
}
