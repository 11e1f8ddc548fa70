import type { Insertable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import type { RecoveryCodesTable } from '../../schema/auth-tables.ts';

export async function findRecoveryCode(
	db: Database,
	userId: string,
): Promise<{ readonly createdAt: Date } | undefined> {
	return db.selectFrom('recoveryCodes').select('createdAt').where('userId', '=', userId).executeTakeFirst();
}

/** The user whose code has that hash. */
export async function findUserByRecoveryCode(db: Database, hash: string): Promise<string | undefined> {
	const row = await db.selectFrom('recoveryCodes').select('userId').where('hash', '=', hash).executeTakeFirst();
	return row?.userId;
}

/** Takes the place of the user's earlier one. */
export async function upsertRecoveryCode(
	trx: DatabaseTransaction,
	code: Insertable<RecoveryCodesTable>,
): Promise<void> {
	const { hash, createdAt } = code;
	await trx
		.insertInto('recoveryCodes')
		.values(code)
		.onConflict((conflict) => conflict.column('userId').doUpdateSet({ hash, createdAt }))
		.execute();
}

export async function deleteRecoveryCode(trx: DatabaseTransaction, userId: string): Promise<void> {
	await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
}
