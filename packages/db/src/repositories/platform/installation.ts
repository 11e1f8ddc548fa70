import type { Updateable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import type { UserRow } from '../../schema/auth-tables.ts';
import type { InstallationRow, InstallationTable } from '../../schema/platform-tables.ts';

/** The only row, made with this id where there is none yet. */
export async function findOrInsertInstallation(db: Database, id: string): Promise<InstallationRow> {
	await db
		.insertInto('installation')
		.values({ id })
		.onConflict((conflict) => conflict.column('isOnly').doNothing())
		.execute();
	return db.selectFrom('installation').selectAll().executeTakeFirstOrThrow();
}

/** The same, which nobody else changes until the transaction ends. */
export async function lockInstallation(trx: DatabaseTransaction, id: string): Promise<InstallationRow> {
	await findOrInsertInstallation(trx, id);
	return trx.selectFrom('installation').selectAll().forUpdate().executeTakeFirstOrThrow();
}

export async function updateInstallation(db: Database, change: Updateable<InstallationTable>): Promise<void> {
	await db.updateTable('installation').set(change).execute();
}

/** Whether any stored file is recorded. */
export async function hasBlobs(db: Database): Promise<boolean> {
	return (await db.selectFrom('blobs').select('sha256').limit(1).executeTakeFirst()) !== undefined;
}

/** How many rows hold something that the installation's secret key alone opens. */
export interface SealedCounts {
	/** Jobs with a creator's API key. */
	readonly jobs: number;
	/** Sales with items left. */
	readonly sales: number;
	/** Users who signed in with Discord. */
	readonly grants: number;
}

export async function countSealedRows(db: Database): Promise<SealedCounts> {
	const count = (table: 'generationJobs' | 'sales' | 'users', column: string, isNull: boolean) =>
		db
			.selectFrom(table)
			.select((eb) => eb.fn.countAll<string>().as('count'))
			.where(db.dynamic.ref<string>(column), isNull ? 'is' : 'is not', null);
	const row = await db
		.selectNoFrom([
			count('generationJobs', 'sealedApiKey', false).as('jobs'),
			count('sales', 'endedAt', true).as('sales'),
			count('users', 'refreshToken', false).as('grants'),
		])
		.executeTakeFirstOrThrow();
	return { jobs: Number(row.jobs), sales: Number(row.sales), grants: Number(row.grants) };
}

/** A row of each kind that holds something sealed; undefined where there is none. */
export interface SealedSamples {
	readonly job: { readonly id: string; readonly sealedApiKey: string | null } | undefined;
	readonly sale: { readonly id: string; readonly sealedSecret: string } | undefined;
	readonly user: Pick<UserRow, 'id' | 'accessToken' | 'refreshToken'> | undefined;
}

/** The newest of each: what an older key had sealed may lie beside what the last one did. */
export async function findSealedSamples(db: Database): Promise<SealedSamples> {
	return {
		job: await db
			.selectFrom('generationJobs')
			.select(['id', 'sealedApiKey'])
			.where('sealedApiKey', 'is not', null)
			.orderBy('createdAt', 'desc')
			.limit(1)
			.executeTakeFirst(),
		sale: await db
			.selectFrom('sales')
			.select(['id', 'sealedSecret'])
			.where('endedAt', 'is', null)
			.orderBy('createdAt', 'desc')
			.limit(1)
			.executeTakeFirst(),
		user: await db
			.selectFrom('users')
			.select(['id', 'accessToken', 'refreshToken'])
			.where('refreshToken', 'is not', null)
			.orderBy('lastRoleCheck', (order) => order.desc().nullsLast())
			.limit(1)
			.executeTakeFirst(),
	};
}
