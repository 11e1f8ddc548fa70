import { useMemo } from 'react';
import { z } from 'zod';
import { storedRecords } from '../../../lib/storage/stored-records.ts';

const schema = z.object({
	reservationId: z.string(),
	/** Whose it is: another account has no use for it. */
	walletAddress: z.string(),
	/** Milliseconds since 1970. */
	begunAt: z.number(),
	/**
	 * offered: set aside, not signed. signed: to be submitted. taken: the server has it, and it may land at any time.
	 * bought: its buyer has seen what it is, and may buy another.
	 */
	state: z.enum(['offered', 'signed', 'taken', 'bought']),
	/** What the wallet signed (base64), until the server has it. */
	transactions: z.array(z.string()),
});

/** A purchase that was started in this browser; it outlives the page, and other tabs see it. */
export type StartedPurchase = z.infer<typeof schema>;

/** By then the server has long released the reservation. */
const offeredForMs = 15 * 60_000;

const records = storedRecords('adx_purchase_', schema);
const idOf = (saleId: string, reservationId: string) => `${saleId}_${reservationId}`;

/** All of a sale: the newest first; what the wallet signed before what is only set aside. */
function listPurchases(all: ReadonlyMap<string, StartedPurchase>, saleId: string): readonly StartedPurchase[] {
	const rank = ({ state }: StartedPurchase) => (state === 'offered' ? 1 : 0);
	return [...all]
		.filter(([id]) => id.startsWith(idOf(saleId, '')))
		.map(([, purchase]) => purchase)
		.sort((one, other) => rank(one) - rank(other) || other.begunAt - one.begunAt);
}

/**
 * Notes that an item is set aside for a wallet. What was set aside for it before is overtaken: a wallet holds but one. What
 * it signed of this one already, in another tab, stays as it is.
 */
export function startPurchase(saleId: string, { reservationId, walletAddress }: PurchaseKey): void {
	const now = Date.now();
	for (const each of listPurchases(records.readAll(), saleId)) {
		const isOvertaken = each.walletAddress === walletAddress || now - each.begunAt > offeredForMs;
		if (each.state === 'offered' && isOvertaken) removePurchase(saleId, each.reservationId);
	}
	const id = idOf(saleId, reservationId);
	if (records.read(id) !== null) return;
	records.set(id, { reservationId, walletAddress, begunAt: now, state: 'offered', transactions: [] });
}
type PurchaseKey = Pick<StartedPurchase, 'reservationId' | 'walletAddress'>;

/** Keeps what the wallet signed until the server has it. */
export const storeSignatures = (saleId: string, key: PurchaseKey, transactions: string[]): void =>
	records.set(idOf(saleId, key.reservationId), { ...key, begunAt: Date.now(), state: 'signed', transactions });

/** The signatures have done their work: the server took them ('taken') or refused them ('offered'). */
export function dropSignatures(saleId: string, reservationId: string, state: 'taken' | 'offered'): void {
	const id = idOf(saleId, reservationId);
	const known = records.read(id);
	// Another tab may have forgotten it.
	if (known?.state === 'signed') records.set(id, { ...known, state, transactions: [] });
}

/** Keeps what was bought, so that its buyer finds it again. */
export function keepBought(saleId: string, reservationId: string): void {
	const id = idOf(saleId, reservationId);
	const known = records.read(id);
	if (known !== null) records.set(id, { ...known, state: 'bought', transactions: [] });
}

export const removePurchase = (saleId: string, reservationId: string): void =>
	records.remove(idOf(saleId, reservationId));

/** The purchases of a sale that were started here, by any tab, the most urgent first. */
export function useStartedPurchases(saleId: string): readonly StartedPurchase[] {
	const all = records.use();
	return useMemo(() => listPurchases(all, saleId).filter(({ state }) => state !== 'bought'), [all, saleId]);
}

/** The reservations by which something was bought here before, the newest first. */
export function useBought(saleId: string): readonly string[] {
	const all = records.use();
	return useMemo(
		() =>
			listPurchases(all, saleId)
				.filter(({ state }) => state === 'bought')
				.map(({ reservationId }) => reservationId),
		[all, saleId],
	);
}
