import type { Insertable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import type { SaleTransactionRow, SaleTransactionsTable } from '../../schema/sale-tables.ts';

/** A transaction as it was built. */
export type NewSaleTransaction = Pick<
	Insertable<SaleTransactionsTable>,
	'id' | 'saleId' | 'reservationId' | 'tokenNumber' | 'message' | 'lastValidBlockHeight' | 'createdAt'
>;

/** Writes down what was built, before it leaves the server; the same message again is in the row that has it already. */
export async function insertSaleTransactions(db: Database, transactions: readonly NewSaleTransaction[]): Promise<void> {
	if (transactions.length === 0) return;
	await db
		.insertInto('saleTransactions')
		.values([...transactions])
		.onConflict((conflict) => conflict.column('message').doNothing())
		.execute();
}

/** All that was built for a reservation, the newest first. */
export async function listReservationTransactions(db: Database, reservationId: string): Promise<SaleTransactionRow[]> {
	return db
		.selectFrom('saleTransactions')
		.selectAll()
		.where('reservationId', '=', reservationId)
		.orderBy('createdAt', 'desc')
		.orderBy('id')
		.execute();
}

/** What was built for these items, without what expired long ago: that only an item's own reservation shows. */
export async function listItemTransactions(
	db: Database,
	saleId: string,
	tokenNumbers: readonly number[],
): Promise<SaleTransactionRow[]> {
	return db
		.selectFrom('saleTransactions as built')
		.innerJoin('salePieces as item', (join) =>
			join.onRef('item.saleId', '=', 'built.saleId').onRef('item.tokenNumber', '=', 'built.tokenNumber'),
		)
		.selectAll('built')
		.where('built.saleId', '=', saleId)
		.where('built.tokenNumber', 'in', tokenNumbers)
		.where((eb) =>
			eb.or([eb('built.status', '!=', 'expired'), eb('built.reservationId', '=', eb.ref('item.reservationId'))]),
		)
		.orderBy('built.createdAt', 'desc')
		.execute();
}

/** The transactions of a sale's collection that the chain could still take, the newest first. */
export async function listOpenTransactions(db: Database, saleId: string): Promise<SaleTransactionRow[]> {
	return db
		.selectFrom('saleTransactions')
		.selectAll()
		.where('saleId', '=', saleId)
		.where('reservationId', 'is', null)
		.where('status', 'in', ['built', 'sent'])
		.orderBy('createdAt', 'desc')
		.execute();
}

/** The signature of the transaction that made a sale's collection; null where it was not seen. */
export async function findCollectionSignature(db: Database, saleId: string): Promise<string | null> {
	const row = await db
		.selectFrom('saleTransactions')
		.select('signature')
		.where('saleId', '=', saleId)
		.where('reservationId', 'is', null)
		.where('status', '=', 'confirmed')
		.orderBy('createdAt')
		.limit(1)
		.executeTakeFirst();
	return row?.signature ?? null;
}

/** The signatures of what a sale's own key alone signed and the chain may have, the newest first; not the collection's. */
export async function listOwnSignatures(db: Database, saleId: string): Promise<string[]> {
	const rows = await db
		.selectFrom('saleTransactions')
		.select('signature')
		.where('saleId', '=', saleId)
		.where('reservationId', 'is', null)
		.where('signature', 'is not', null)
		.where('status', '!=', 'confirmed')
		.orderBy('createdAt', 'desc')
		.execute();
	return rows.flatMap(({ signature }) => signature ?? []);
}

/**
 * Writes the signed bytes down, before they are sent. False when the row has others already or is over: the first stay,
 * which may be on the chain.
 */
export async function recordSent(
	trx: DatabaseTransaction,
	id: string,
	{ signature, wire, now }: { readonly signature: string; readonly wire: string; readonly now: Date },
): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable('saleTransactions')
		.set({ status: 'sent', signature, wire, sentAt: now })
		.where('id', '=', id)
		.where('status', '=', 'built')
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

/** Notes that the chain has it, with its bytes where the wallet sent them past us. */
export async function confirmTransaction(
	trx: DatabaseTransaction,
	id: string,
	{ signature, wire, slot }: { readonly signature: string; readonly wire: string; readonly slot: number },
): Promise<void> {
	await trx
		.updateTable('saleTransactions')
		.set({ signature, wire, slot, status: 'confirmed', errorMessage: null })
		.where('id', '=', id)
		.execute();
}

/** Takes a confirmation back: it is to be sent again. */
export async function reopenTransaction(trx: DatabaseTransaction, signature: string): Promise<void> {
	await trx
		.updateTable('saleTransactions')
		.set({ status: 'sent', slot: null })
		.where('signature', '=', signature)
		.where('status', '=', 'confirmed')
		.execute();
}

/** Ends a transaction that the chain refused. False when it was ended before. */
export async function failTransaction(
	trx: DatabaseTransaction,
	id: string,
	{ errorMessage, slot }: { readonly errorMessage: string; readonly slot: number },
): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable('saleTransactions')
		.set({ status: 'failed', errorMessage, slot })
		.where('id', '=', id)
		.where('status', '=', 'sent')
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

/** Ends those of certain items that can no longer come onto the chain, whoever reserved them. */
export async function expireItemTransactions(
	trx: DatabaseTransaction,
	saleId: string,
	tokenNumbers: readonly number[],
): Promise<void> {
	await trx
		.updateTable('saleTransactions')
		.set({ status: 'expired' })
		.where('saleId', '=', saleId)
		.where('tokenNumber', 'in', tokenNumbers)
		.where('status', 'in', ['built', 'sent'])
		.execute();
}

/** Ends one that can no longer come onto the chain; false when it was ended before. */
export async function expireTransaction(trx: DatabaseTransaction, id: string): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable('saleTransactions')
		.set({ status: 'expired' })
		.where('id', '=', id)
		.where('status', 'in', ['built', 'sent'])
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}
