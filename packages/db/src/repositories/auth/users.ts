import type { Insertable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import type { UserRow, UsersTable } from '../../schema/auth-tables.ts';
import { toJsonb } from '../../schema/column-types.ts';

/** `roles` as a plain list; what is left out takes the column's default. */
export type NewUser = Omit<Insertable<UsersTable>, 'roles' | 'lastJobNumber'> & { readonly roles?: readonly string[] };

/** Rejects with a unique violation of `users_discord_id_key` when that Discord account is known already. */
export async function insertUser(db: Database, user: NewUser): Promise<UserRow> {
	const { roles = [], ...columns } = user;
	return db
		.insertInto('users')
		.values({ ...columns, roles: toJsonb([...roles]) })
		.returningAll()
		.executeTakeFirstOrThrow();
}

export async function findUser(db: Database, id: string): Promise<UserRow | undefined> {
	return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Stores an empty user under this id unless there is one, which stays as it is. */
export async function insertUserIfMissing(db: Database, id: string): Promise<void> {
	await db
		.insertInto('users')
		.values({ id, roles: toJsonb([]) })
		.onConflict((conflict) => conflict.column('id').doNothing())
		.execute();
}

export async function findUserByDiscordId(db: Database, discordId: string): Promise<UserRow | undefined> {
	return db.selectFrom('users').selectAll().where('discordId', '=', discordId).executeTakeFirst();
}

/**
 * The users, as they stay until the transaction ends; in one order, so that two that lock the same do not wait in a
 * circle. `update` also keeps others from storing rows that refer to them.
 */
export async function lockUsers(
	trx: DatabaseTransaction,
	ids: readonly string[],
	strength: 'update' | 'no key update',
): Promise<UserRow[]> {
	const users = trx.selectFrom('users').selectAll().where('id', 'in', ids).orderBy('id');
	return (strength === 'update' ? users.forUpdate() : users.forNoKeyUpdate()).execute();
}
