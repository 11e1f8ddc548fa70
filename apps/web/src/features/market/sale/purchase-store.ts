import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { listLocalKeys, readLocal, removeLocal, writeLocal } from '../../../lib/storage/browser-storage.ts';

const prefixOf = (saleId: string) => `adx_purchase_${saleId}_`;
const keyOf = (saleId: string, reservationId: string) => `${prefixOf(saleId)}${reservationId}`;

const schema = z.object({
	reservationId: z.string(),
	/** Whose it is: another account has no use for it. */
	walletAddress: z.string(),
	/** Milliseconds since 1970. */
	begunAt: z.number(),
	/** offered: set aside, not signed. signed: to be handed in. taken: the server has it, and it may land at any time. */
	state: z.enum(['offered', 'signed', 'taken']),
	/** What the wallet signed (base64), until the server has it. */
	transactions: z.array(z.string()),
});

/** A purchase that was started in this browser; it outlives the page, and other tabs see it. */
export type StartedPurchase = z.infer<typeof schema>;

/** By then the server has long released the reservation. */
const offeredForMs = 15 * 60_000;

const listeners = new Set<() => void>();
const emit = () => {
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

function parse(text: string | null): StartedPurchase | null {
	try {
		return schema.parse(JSON.parse(text ?? 'null'));
	} catch {
		return null;
	}
}

const textsOf = (saleId: string) =>
	listLocalKeys(prefixOf(saleId))
		.sort()
		.map((key) => readLocal(key));

/** The newest first; what the wallet signed before what is only set aside. */
function listPurchases(texts: readonly (string | null)[]): StartedPurchase[] {
	const rank = ({ state }: StartedPurchase) => (state === 'offered' ? 1 : 0);
	return texts
		.map(parse)
		.filter((purchase) => purchase !== null)
		.sort((one, other) => rank(one) - rank(other) || other.begunAt - one.begunAt);
}

const write = (saleId: string, purchase: StartedPurchase) =>
	writeLocal(keyOf(saleId, purchase.reservationId), JSON.stringify(purchase));

/**
 * Notes that a piece is set aside for a wallet. What was set aside for it before is overtaken: a wallet holds but one. What
 * it signed of this one already, in another tab, stays as it is.
 */
export function startPurchase(saleId: string, { reservationId, walletAddress }: PurchaseKey): void {
	const now = Date.now();
	for (const each of listPurchases(textsOf(saleId))) {
		const isOvertaken = each.walletAddress === walletAddress || now - each.begunAt > offeredForMs;
		if (each.state === 'offered' && isOvertaken) removeLocal(keyOf(saleId, each.reservationId));
	}
	const known = parse(readLocal(keyOf(saleId, reservationId)));
	if (known === null) write(saleId, { reservationId, walletAddress, begunAt: now, state: 'offered', transactions: [] });
	emit();
}
type PurchaseKey = Pick<StartedPurchase, 'reservationId' | 'walletAddress'>;

/** Keeps what the wallet signed until the server has it. */
export function storeSignatures(saleId: string, key: PurchaseKey, transactions: string[]): void {
	write(saleId, { ...key, begunAt: Date.now(), state: 'signed', transactions });
	emit();
}

/** The signatures have done their work: the server took them ('taken') or refused them ('offered'). */
export function dropSignatures(saleId: string, reservationId: string, state: 'taken' | 'offered'): void {
	const known = parse(readLocal(keyOf(saleId, reservationId)));
	// Another tab may have forgotten it.
	if (known?.state !== 'signed') return;
	write(saleId, { ...known, state, transactions: [] });
	emit();
}

export function removePurchase(saleId: string, reservationId: string): void {
	removeLocal(keyOf(saleId, reservationId));
	emit();
}

/** The purchases of a sale that were started here, by any tab, the most urgent first. */
export function useStartedPurchases(saleId: string): readonly StartedPurchase[] {
	const read = useCallback(() => JSON.stringify(textsOf(saleId)), [saleId]);
	const text = useSyncExternalStore(subscribe, read, read);
	return useMemo(() => listPurchases(JSON.parse(text) as (string | null)[]), [text]);
}
