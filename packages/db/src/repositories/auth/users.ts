import { type ExpressionBuilder, type Insertable, sql, type Updateable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import { toJsonb } from '../../client/json-column.ts';
import type { Schema, UserRow, UsersTable } from '../../schema/database-schema.ts';

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

export interface DailyImages {
	readonly count: number;
	/** 0 for no limit; the images are counted all the same. */
	readonly limit: number;
	/** When the day began that they belong to. */
	readonly dayStart: Date;
}

/** Counts images as ordered on that day. False, and nothing is counted, when they would exceed the limit. */
export async function reserveDailyImages(
	trx: DatabaseTransaction,
	userId: string,
	{ count, limit, dayStart }: DailyImages,
): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable('users')
		.set({ generatedToday: sql`${countSince(dayStart)} + ${count}::integer`, lastGenerationReset: laterOf(dayStart) })
		.where('id', '=', userId)
		.$if(limit > 0, (query) => query.where(sql`${countSince(dayStart)} + ${count}::integer`, '<=', limit))
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

const countSince = (dayStart: Date) =>
	sql<number>`case when last_generation_reset >= ${dayStart} then generated_today else 0 end`;
// Of two servers whose clocks differ, the one behind must not begin the old day anew.
const laterOf = (dayStart: Date) => sql<Date>`greatest(last_generation_reset, ${dayStart})`;

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
		.set({ ...change, ...(roles === undefined ? {} : { roles: toJsonb([...roles]) }) })
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

/**
 * Takes the grants of users who are due by `now` and cannot call any more, and stops their checks; their next sign-in
 * starts them again. Returns the users as they were, with both tokens; nobody else gets the same.
 */
export async function claimIdleGrants(db: Database, now: Date): Promise<UserRow[]> {
	const isIdle = (eb: UserExpression) =>
		eb.and([
			eb('users.nextRoleCheckAt', '<=', now),
			eb.not(eb.exists(liveSessions(eb, now))),
			eb.not(eb.exists(liveTokens(eb, now))),
		]);
	// Mostly there is none, and a statement that only may write counts as a change of the database.
	const found = await db.selectFrom('users').select('users.id').where(isIdle).limit(1).executeTakeFirst();
	if (found === undefined) return [];
	return db
		.with('idle', (cte) => cte.selectFrom('users').selectAll().where(isIdle).forUpdate().skipLocked())
		.with('cleared', (cte) =>
			cte
				.updateTable('users')
				.from('idle')
				.set({ nextRoleCheckAt: null, accessToken: null, refreshToken: null, tokenExpiry: null })
				.whereRef('users.id', '=', 'idle.id')
				.returning('users.id'),
		)
		.selectFrom('idle')
		.selectAll()
		.where('idle.id', 'in', (eb) => eb.selectFrom('cleared').select('cleared.id'))
		.execute();
}

type UserExpression = ExpressionBuilder<Schema, 'users'>;
type UserQuery = Pick<UserExpression, 'selectFrom'>;

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
