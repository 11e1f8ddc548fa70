import type { Insertable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import type {
	PremiumClaimsTable,
	PremiumOffersTable,
	PremiumPaymentRow,
	PremiumPaymentsTable,
} from '../../schema/premium-tables.ts';

/** Which transaction it was. */
export type PaymentKey = Pick<PremiumPaymentRow, 'chain' | 'signature'>;

export async function findPremiumPayment(
	db: Database,
	{ chain, signature }: PaymentKey,
): Promise<PremiumPaymentRow | undefined> {
	return db
		.selectFrom('premiumPayments')
		.selectAll()
		.where('chain', '=', chain)
		.where('signature', '=', signature)
		.executeTakeFirst();
}

/** Newest first, those that are switched off included. */
export async function listPaymentsOfUser(db: Database, userId: string): Promise<PremiumPaymentRow[]> {
	return db
		.selectFrom('premiumPayments')
		.selectAll()
		.where('userId', '=', userId)
		.orderBy('createdAt', 'desc')
		.orderBy('signature')
		.execute();
}

/** Whether the user paid for Premium and has not switched it off. */
export async function hasActivePremiumPayment(db: Database, userId: string): Promise<boolean> {
	const found = await db
		.selectFrom('premiumPayments')
		.select('signature')
		.where('userId', '=', userId)
		.where('isActive', '=', true)
		.limit(1)
		.executeTakeFirst();
	return found !== undefined;
}

/** False, and nothing is stored, when the transaction was used before. */
export async function insertPremiumPayment(
	trx: DatabaseTransaction,
	payment: Insertable<PremiumPaymentsTable>,
): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await trx
		.insertInto('premiumPayments')
		.values(payment)
		.onConflict((conflict) => conflict.columns(['chain', 'signature']).doNothing())
		.executeTakeFirstOrThrow();
	return numInsertedOrUpdatedRows === 1n;
}

export async function activatePremiumPayment(
	trx: DatabaseTransaction,
	{ chain, signature }: PaymentKey,
): Promise<void> {
	await trx
		.updateTable('premiumPayments')
		.set({ isActive: true })
		.where('chain', '=', chain)
		.where('signature', '=', signature)
		.execute();
}

/** Switches off all that the user paid; returns how many payments that were. */
export async function deactivatePremiumPayments(trx: DatabaseTransaction, userId: string): Promise<number> {
	const { numUpdatedRows } = await trx
		.updateTable('premiumPayments')
		.set({ isActive: false })
		.where('userId', '=', userId)
		.where('isActive', '=', true)
		.executeTakeFirstOrThrow();
	return Number(numUpdatedRows);
}

/** Returns whose the transaction is: the claim's user, or who named it before. */
export async function claimPremiumPayment(
	trx: DatabaseTransaction,
	claim: Insertable<PremiumClaimsTable>,
): Promise<string> {
	const { userId } = await trx
		.insertInto('premiumClaims')
		.values(claim)
		// Changes nothing, but waits for a transaction that names it at this moment, and returns its row.
		.onConflict((conflict) =>
			conflict.columns(['chain', 'signature']).doUpdateSet((eb) => ({ userId: eb.ref('premiumClaims.userId') })),
		)
		.returning('userId')
		.executeTakeFirstOrThrow();
	return userId;
}

export async function deletePremiumClaimsBefore(db: Database, before: Date): Promise<void> {
	await db.deleteFrom('premiumClaims').where('createdAt', '<', before).execute();
}

/** Returns since when the address is paid for Premium on that chain: `offeredSince`, unless it was before. */
export async function recordPremiumOffer(db: Database, offer: Insertable<PremiumOffersTable>): Promise<Date> {
	const { offeredSince } = await db
		.insertInto('premiumOffers')
		.values(offer)
		// Changes nothing, yet answers with the row that is there.
		.onConflict((conflict) =>
			conflict
				.columns(['chain', 'treasury'])
				.doUpdateSet((eb) => ({ offeredSince: eb.ref('premiumOffers.offeredSince') })),
		)
		.returning('offeredSince')
		.executeTakeFirstOrThrow();
	return offeredSince;
}
