import type { ExpressionBuilder, Insertable, Updateable } from 'kysely';
import type { Database, DatabaseTransaction } from '../client.ts';
import { json } from '../json.ts';
import type { Schema, UserRow, UsersTable } from '../schema.ts';

/** `roles` as a plain list; what is left out takes the column's default. */
export type NewUser = Omit<Insertable<UsersTable>, 'roles' | 'lastJobNumber'> & { readonly roles?: readonly string[] };

/** Rejects with a unique violation of `users_discord_id_key` when that Discord account is known already. */
export async function insertUser(db: Database, user: NewUser): Promise<UserRow> {
	const { roles = [], ...columns } = user;
	return db
		.insertInto('users')
		.values({ ...columns, roles: json([...roles]) })
		.returningAll()
		.executeTakeFirstOrThrow();
}

export async function findUser(db: Database, id: string): Promise<UserRow | undefined> {
	return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Stores an empty user under this id unless there is one, which stays as it is. */
export async function insertUserOnce(db: Database, id: string): Promise<void> {
	await db
		.insertInto('users')
		.values({ id, roles: json([]) })
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

/** What a sign-in or a role check learns about a Discord account; both tokens encrypted by the caller. */
export type DiscordAccountChange = Pick<
	Updateable<UsersTable>,
	| 'discordId'
	| 'username'
	| 'discriminator'
	| 'avatar'
	| 'email'
	| 'accessToken'
	| 'refreshToken'
	| 'tokenExpiry'
	| 'hasMageAccess'
	| 'lastRoleCheck'
	| 'nextRoleCheckAt'
> & { readonly roles?: readonly string[]; readonly updatedAt: Date };

/**
 * Changes what is known of a Discord account. With `whileRefreshToken` only while that is the stored (encrypted)
 * token: false, and nothing is changed, when a sign-in has replaced it meanwhile.
 */
export async function updateDiscordAccount(
	db: Database,
	id: string,
	{ roles, ...change }: DiscordAccountChange,
	{ whileRefreshToken }: { readonly whileRefreshToken?: string } = {},
): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable('users')
		.set({ ...change, ...(roles === undefined ? {} : { roles: json([...roles]) }) })
		.where('id', '=', id)
		.$if(whileRefreshToken !== undefined, (query) => query.where('refreshToken', '=', whileRefreshToken ?? ''))
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

/**
 * Takes up users whose roles are to be asked for by `now` and who can still call, the longest waiting first, and
 * moves their next time to `nextRoleCheckAt`. No two callers get the same user.
 */
export async function claimRoleChecks(
	db: Database,
	{ now, nextRoleCheckAt, limit }: { readonly now: Date; readonly nextRoleCheckAt: Date; readonly limit: number },
): Promise<UserRow[]> {
	return db
		.updateTable('users')
		.set({ nextRoleCheckAt })
		.where('id', 'in', (eb) =>
			eb
				.selectFrom('users')
				.select('users.id')
				.where('users.nextRoleCheckAt', '<=', now)
				.where((due) => due.or([due.exists(liveSessions(due, now)), due.exists(liveTokens(due, now))]))
				.orderBy('users.nextRoleCheckAt')
				.orderBy('users.id')
				.limit(limit)
				.forUpdate()
				.skipLocked(),
		)
		.returningAll()
		.execute();
}

/** Stops the checks of users who are due by `now` and cannot call any more; their next sign-in starts them again. */
export async function stopIdleRoleChecks(db: Database, now: Date): Promise<number> {
	const { numUpdatedRows } = await db
		.updateTable('users')
		.set({ nextRoleCheckAt: null })
		.where('nextRoleCheckAt', '<=', now)
		.where((eb) => eb.not(eb.exists(liveSessions(eb, now))))
		.where((eb) => eb.not(eb.exists(liveTokens(eb, now))))
		.executeTakeFirstOrThrow();
	return Number(numUpdatedRows);
}

type UserQuery = Pick<ExpressionBuilder<Schema, 'users'>, 'selectFrom'>;

const liveSessions = ({ selectFrom }: UserQuery, now: Date) =>
	selectFrom('sessions')
		.select('sessions.id')
		.whereRef('sessions.userId', '=', 'users.id')
		.where('sessions.expiresAt', '>', now)
		.where('sessions.absoluteExpiresAt', '>', now);

const liveTokens = ({ selectFrom }: UserQuery, now: Date) =>
	selectFrom('accessTokens')
		.select('accessTokens.id')
		.whereRef('accessTokens.userId', '=', 'users.id')
		.where('accessTokens.expiresAt', '>', now);
