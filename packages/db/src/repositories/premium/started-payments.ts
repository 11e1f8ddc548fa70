import type { PremiumChain } from '@adx/validators/premium';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import type { StartedPaymentRow } from '../../schema/premium-tables.ts';

/** What a user started to pay since then and has not ended, the latest first. */
export async function listOpenPayments(db: Database, userId: string, since: Date): Promise<StartedPaymentRow[]> {
	return db
		.selectFrom('startedPayments')
		.selectAll()
		.where('userId', '=', userId)
		.where('isOpen', '=', true)
		.where('createdAt', '>', since)
		.orderBy('createdAt', 'desc')
		.orderBy('chain')
		.execute();
}

/** Takes the place of an earlier one on that chain, which may still be in a block after the one that it was noted at. */
export async function upsertStartedPayment(
	trx: DatabaseTransaction,
	payment: Omit<StartedPaymentRow, 'isOpen'>,
): Promise<void> {
	const { createdAt, fromBlock } = payment;
	await trx
		.insertInto('startedPayments')
		.values(payment)
		.onConflict((conflict) =>
			conflict.columns(['userId', 'chain']).doUpdateSet((eb) => ({
				isOpen: true,
				createdAt,
				fromBlock: eb.fn<number>('least', [eb.ref('startedPayments.fromBlock'), eb.val(fromBlock)]),
			})),
		)
		.execute();
}

export async function hasStartedPayment(db: Database, userId: string, chain: PremiumChain): Promise<boolean> {
	const found = await db
		.selectFrom('startedPayments')
		.select('userId')
		.where('userId', '=', userId)
		.where('chain', '=', chain)
		.executeTakeFirst();
	return found !== undefined;
}

/** Lets the user start another one. */
export async function closeStartedPayments(db: Database, userId: string): Promise<void> {
	await db.updateTable('startedPayments').set({ isOpen: false }).where('userId', '=', userId).execute();
}

export async function deleteStartedPayment(
	trx: DatabaseTransaction,
	userId: string,
	chain: PremiumChain,
): Promise<void> {
	await trx.deleteFrom('startedPayments').where('userId', '=', userId).where('chain', '=', chain).execute();
}

/** Those of one chain, or of all. */
export async function deleteStartedPaymentsBefore(db: Database, before: Date, chain?: PremiumChain): Promise<void> {
	const old = db.deleteFrom('startedPayments').where('createdAt', '<', before);
	await (chain === undefined ? old : old.where('chain', '=', chain)).execute();
}

/** First block to read transfers from, since when, and the last block read; null where no payment was started. */
export async function findUnreadTransfers(
	db: Database,
	{ chain, treasury }: { readonly chain: PremiumChain; readonly treasury: string },
): Promise<{ readonly fromBlock: number; readonly startedAt: Date; readonly readToBlock: number | null } | null> {
	const { fromBlock, startedAt } = await db
		.selectFrom('startedPayments')
		.select((eb) => [eb.fn.min('fromBlock').as('fromBlock'), eb.fn.min('createdAt').as('startedAt')])
		.where('chain', '=', chain)
		.executeTakeFirstOrThrow();
	if (fromBlock === null || startedAt === null) return null;
	const offer = await db
		.selectFrom('premiumOffers')
		.select('readToBlock')
		.where('chain', '=', chain)
		.where('treasury', '=', treasury)
		.executeTakeFirst();
	return { fromBlock, startedAt, readToBlock: offer?.readToBlock ?? null };
}

export async function saveReadTransfers(
	db: Database,
	{
		chain,
		treasury,
		readToBlock,
	}: { readonly chain: PremiumChain; readonly treasury: string; readonly readToBlock: number },
): Promise<void> {
	await db
		.updateTable('premiumOffers')
		.set({ readToBlock })
		.where('chain', '=', chain)
		.where('treasury', '=', treasury)
		.execute();
}
