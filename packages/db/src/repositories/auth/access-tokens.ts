import type { TokenScope } from '@adx/validators/auth/auth';
import { type Insertable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import { databaseNow } from '../../client/database-time.ts';
import type { AccessTokenRow, AccessTokensTable, UserRow } from '../../schema/auth-tables.ts';
import { toJsonb } from '../../schema/column-types.ts';

/** `scopes` as a plain list; `hash` is the SHA-256 (hex) of the token. */
export type NewAccessToken = Omit<Insertable<AccessTokensTable>, 'scopes'> & { readonly scopes: readonly TokenScope[] };

export async function insertAccessToken(db: Database, { scopes, ...columns }: NewAccessToken): Promise<AccessTokenRow> {
	return db
		.insertInto('accessTokens')
		.values({ ...columns, scopes: toJsonb([...scopes]) })
		.returningAll()
		.executeTakeFirstOrThrow();
}

/** Until the transaction ends, others who ask the same for this user wait; so what is counted stays true. */
export async function lockOwnerForTokens(trx: DatabaseTransaction, userId: string): Promise<void> {
	await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}

/** The token and whose it is, ended or not; the end is the caller's to judge. */
export async function findAccessToken(
	db: Database,
	hash: string,
): Promise<{ token: AccessTokenRow; user: UserRow } | undefined> {
	const token = await db.selectFrom('accessTokens').selectAll().where('hash', '=', hash).executeTakeFirst();
	if (token === undefined) return undefined;
	const user = await db.selectFrom('users').selectAll().where('id', '=', token.userId).executeTakeFirst();
	return user && { token, user };
}

/** The user's tokens that have not ended, newest first. */
export async function listAccessTokens(db: Database, userId: string): Promise<AccessTokenRow[]> {
	return db
		.selectFrom('accessTokens')
		.selectAll()
		.where('userId', '=', userId)
		.where('expiresAt', '>', databaseNow)
		.orderBy('createdAt', 'desc')
		.orderBy('id')
		.execute();
}

export async function updateTokenLastUse(db: Database, id: string): Promise<void> {
	await db.updateTable('accessTokens').set({ lastUsedAt: databaseNow }).where('id', '=', id).execute();
}

/** Returns what was deleted; nothing for a stranger's token. */
export async function deleteAccessToken(db: Database, userId: string, id: string): Promise<AccessTokenRow | undefined> {
	return db
		.deleteFrom('accessTokens')
		.where('userId', '=', userId)
		.where('id', '=', id)
		.returningAll()
		.executeTakeFirst();
}

/** Deletes every token that has ended; returns how many. */
export async function deleteExpiredAccessTokens(db: Database): Promise<number> {
	const { numDeletedRows } = await db
		.deleteFrom('accessTokens')
		.where('expiresAt', '<=', databaseNow)
		.executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}

/**
 * Deletes the tokens that rest on passwords of that kind: those of accounts that passwords alone let in, and with the
 * developer's all that hold the scope `developer`. Returns how many.
 */
export async function deletePasswordTokens(db: Database, kind: 'developer' | 'community'): Promise<number> {
	const { numDeletedRows } = await db
		.deleteFrom('accessTokens')
		.where((eb) => {
			const accounts = eb.selectFrom('users').select('id').where('discordId', 'is', null);
			const isOfAccount = eb('userId', 'in', accounts);
			if (kind === 'community') return isOfAccount;
			return eb.or([isOfAccount, sql<boolean>`${eb.ref('scopes')} @> ${toJsonb(['developer'])}`]);
		})
		.executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}

/** Takes from tokens, of one user or of all, what a passphrase added to them; what was paid for is not theirs to lose. */
export async function clearTokenPassphrases(db: Database, userId?: string): Promise<void> {
	await db
		.updateTable('accessTokens')
		.set({ premiumUntil: null })
		.where('premiumUntil', 'is not', null)
		.$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
		.execute();
}

/** Deletes every token; returns how many. */
export async function deleteAllAccessTokens(db: Database): Promise<number> {
	const { numDeletedRows } = await db.deleteFrom('accessTokens').executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}

/** Ends every access token of the user; returns how many. */
export async function deleteUserAccessTokens(trx: DatabaseTransaction, userId: string): Promise<number> {
	const { numDeletedRows } = await trx
		.deleteFrom('accessTokens')
		.where('userId', '=', userId)
		.executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}
