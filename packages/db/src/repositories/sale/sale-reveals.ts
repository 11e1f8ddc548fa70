import type { RevealPhase } from '@adx/validators/sale/reveal';
import { type SqlBool, sql, type Updateable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import { databaseNow } from '../../client/database-time.ts';
import type { SaleRevealRow, SaleRevealsTable, SaleRow } from '../../schema/sale-tables.ts';

/** A reveal without the hashes of its items, which may be many, and without what metrics alone tell. */
export type RevealFacts = Omit<SaleRevealRow, 'itemHashes' | 'preparingSince'>;

const factColumns = [
	'saleId',
	'seedCommitment',
	'provenance',
	'phase',
	'drawBlock',
	'drawHash',
	'drawnAt',
	'forgottenDraws',
	'endSignature',
	'chainStep',
	'progress',
	'errorMessage',
	'failures',
	'metadataRoot',
	'imagesRoot',
] as const satisfies readonly (keyof RevealFacts)[];

/** Stores what a sale commits to; while nothing of it was published it may be something else later. */
export async function saveCommitment(
	db: Database,
	commitment: Pick<SaleRevealRow, 'saleId' | 'seedCommitment' | 'provenance' | 'itemHashes'>,
): Promise<void> {
	const { saleId, ...facts } = commitment;
	await db
		.insertInto('saleReveals')
		.values(commitment)
		.onConflict((conflict) =>
			conflict.column('saleId').doUpdateSet({
				...facts,
				phase: 'covered',
				drawBlock: null,
				drawHash: null,
				drawnAt: null,
				forgottenDraws: 0,
				endSignature: null,
				chainStep: null,
				progress: 0,
				errorMessage: null,
				failures: 0,
				metadataRoot: null,
				imagesRoot: null,
			}),
		)
		.execute();
}

export async function findReveal(db: Database, saleId: string): Promise<RevealFacts | undefined> {
	return db.selectFrom('saleReveals').select(factColumns).where('saleId', '=', saleId).executeTakeFirst();
}

/** The hashes of a sale's items in their first order, one after the other in hex. */
export async function findItemHashes(db: Database, saleId: string): Promise<string | undefined> {
	const row = await db.selectFrom('saleReveals').select('itemHashes').where('saleId', '=', saleId).executeTakeFirst();
	return row?.itemHashes;
}

/** The reveal of a sale, locked until the transaction ends. */
export async function lockReveal(trx: DatabaseTransaction, saleId: string): Promise<RevealFacts | undefined> {
	return trx.selectFrom('saleReveals').select(factColumns).where('saleId', '=', saleId).forUpdate().executeTakeFirst();
}

/** What changes of a reveal; what was committed to does not. */
export type RevealChange = Omit<
	Updateable<SaleRevealsTable>,
	'saleId' | 'seedCommitment' | 'provenance' | 'itemHashes' | 'preparingSince'
>;

/** Changes a reveal that is in one of some phases. False where it is in none of them any more. */
export async function changeReveal(
	trx: DatabaseTransaction,
	saleId: string,
	from: readonly RevealPhase[],
	change: RevealChange,
): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable('saleReveals')
		.set({ ...change, ...(change.phase === 'preparing' ? { preparingSince: databaseNow } : {}) })
		.where('saleId', '=', saleId)
		.where('phase', 'in', from)
		.executeTakeFirstOrThrow();
	if (numUpdatedRows === 0n) return false;
	await trx
		.updateTable('sales')
		.set((eb) => ({ version: eb('version', '+', 1) }))
		.where('id', '=', saleId)
		.execute();
	return true;
}

/** A sale whose items are covered, with how far their reveal is. */
export type CoveredSale = SaleRow & { readonly reveal: RevealFacts };

/** The sales of a cluster that have ended and are not revealed, the oldest first. */
export async function listCoveredSales(db: Database, cluster: string): Promise<CoveredSale[]> {
	const sales = await db
		.selectFrom('sales')
		.selectAll()
		.where('cluster', '=', cluster)
		.where(({ exists, selectFrom }) =>
			exists(
				selectFrom('saleReveals')
					.select('saleId')
					.whereRef('saleReveals.saleId', '=', 'sales.id')
					// Written out, as its index has it.
					.where(sql<SqlBool>`sale_reveals.phase <> 'revealed'`),
			),
		)
		.where((eb) => eb.or([eb('phase', '=', 'sold_out'), eb('closedAt', 'is not', null)]))
		.orderBy('createdAt')
		.orderBy('id')
		.execute();
	if (sales.length === 0) return [];
	const reveals = await db
		.selectFrom('saleReveals')
		.select(factColumns)
		.where(
			'saleId',
			'in',
			sales.map(({ id }) => id),
		)
		.execute();
	const revealOf = new Map(reveals.map((reveal) => [reveal.saleId, reveal]));
	return sales.flatMap((sale) => {
		const reveal = revealOf.get(sale.id);
		return reveal === undefined ? [] : [{ ...sale, reveal }];
	});
}

/** The reveals whose order was drawn before that time, and which nobody has started; the oldest first. */
export async function listUnstartedReveals(db: Database, drawnBefore: Date): Promise<{ readonly id: string }[]> {
	return db
		.selectFrom('saleReveals')
		.select('saleId as id')
		.where(sql<SqlBool>`phase <> 'revealed'`)
		.where('phase', '=', 'drawn')
		.where('drawnAt', '<', drawnBefore)
		.orderBy('drawnAt')
		.orderBy('saleId')
		.execute();
}

/** The selling sales of covered items whose time was over before that one, and which nobody has ended; the oldest first. */
export async function listOverdueSales(db: Database, overBefore: Date): Promise<Pick<SaleRow, 'id' | 'mergeJobId'>[]> {
	return db
		.selectFrom('sales')
		.select(['id', 'mergeJobId'])
		.where('isDelayed', '=', true)
		.where('phase', '=', 'selling')
		.where('closedAt', 'is', null)
		.where((eb) =>
			eb.or([
				eb('endsAt', '<', overBefore),
				eb(
					eb
						.selectFrom('salePhases')
						// One without an end runs on.
						.select(sql<Date>`max(coalesce(ends_at, 'infinity'))`.as('endsAt'))
						.whereRef('salePhases.saleId', '=', 'sales.id'),
					'<',
					overBefore,
				),
			]),
		)
		.orderBy('createdAt')
		.orderBy('id')
		.execute();
}

/** Whether items of a sale are set aside, or minted by what the chain may take back. */
export async function hasUnsettledItems(db: Database, saleId: string): Promise<boolean> {
	const row = await db
		.selectFrom('salePieces')
		.select('tokenNumber')
		.where('saleId', '=', saleId)
		.where('status', '<>', 'free')
		.where('isFinal', '=', false)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/** The reveals that a worker must prepare. */
export async function listUnpreparedReveals(db: Database): Promise<{ readonly id: string }[]> {
	return db
		.selectFrom('saleReveals')
		.select('saleId as id')
		.where(sql<SqlBool>`phase <> 'revealed'`)
		.where('phase', '=', 'preparing')
		.orderBy('saleId')
		.execute();
}

/** A sale with its reveal, while that is being prepared. */
export async function findPreparingReveal(db: Database, saleId: string): Promise<CoveredSale | undefined> {
	const reveal = await findReveal(db, saleId);
	if (reveal?.phase !== 'preparing') return undefined;
	const sale = await db.selectFrom('sales').selectAll().where('id', '=', saleId).executeTakeFirst();
	return sale && { ...sale, reveal };
}

/** Counts a try that ended with an error, and returns how many there were. */
export async function countRevealFailure(db: Database, saleId: string): Promise<number> {
	const row = await db
		.updateTable('saleReveals')
		.set((eb) => ({ failures: eb('failures', '+', 1) }))
		.where('saleId', '=', saleId)
		.where('phase', '=', 'preparing')
		.returning('failures')
		.executeTakeFirst();
	return row?.failures ?? 0;
}

/** Shows the items from now on, with the files that they were revealed with. False when another process was first. */
export async function finishReveal(trx: DatabaseTransaction, saleId: string, revealedAt: Date): Promise<boolean> {
	if (!(await changeReveal(trx, saleId, ['ready', 'unpublished'], { phase: 'revealed', errorMessage: null })))
		return false;
	await trx
		.updateTable('sales')
		.from('saleReveals')
		.set({
			revealedAt,
			metadataRoot: sql<string>`sale_reveals.metadata_root`,
			imagesRoot: sql<string>`sale_reveals.images_root`,
		})
		.whereRef('saleReveals.saleId', '=', 'sales.id')
		.where('sales.id', '=', saleId)
		.execute();
	return true;
}
