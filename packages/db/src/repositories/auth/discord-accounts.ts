import type { ExpressionBuilder, Updateable } from 'kysely';
import type { Database } from '../../client/database.ts';
import { databaseNow, fromDatabaseNow } from '../../client/database-time.ts';
import type { UserRow, UsersTable } from '../../schema/auth-tables.ts';
import { toJsonb } from '../../schema/column-types.ts';
import type { Schema } from '../../schema/database-schema.ts';

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
 * Claims users whose roles are due to be checked and who can still call, the longest waiting first, and moves
 * their next time by `againAfterMs`. No two callers get the same user.
 */
export async function claimRoleChecks(
	db: Database,
	{ againAfterMs, limit }: { readonly againAfterMs: number; readonly limit: number },
): Promise<UserRow[]> {
	return db
		.updateTable('users')
		.set({ nextRoleCheckAt: fromDatabaseNow(againAfterMs) })
		.where('id', 'in', (eb) =>
			eb
				.selectFrom('users')
				.select('users.id')
				.where('users.nextRoleCheckAt', '<=', databaseNow)
				.where((due) => due.or([due.exists(liveSessions(due)), due.exists(liveTokens(due))]))
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
 * Takes the grants of users who are due and cannot call any more, and stops their checks; their next sign-in
 * starts them again. Returns the users as they were, with both tokens; nobody else gets the same.
 */
export async function claimIdleGrants(db: Database): Promise<UserRow[]> {
	const isIdle = (eb: UserExpression) =>
		eb.and([
			eb('users.nextRoleCheckAt', '<=', databaseNow),
			eb.not(eb.exists(liveSessions(eb))),
			eb.not(eb.exists(liveTokens(eb))),
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

const liveSessions = ({ selectFrom }: UserQuery) =>
	selectFrom('sessions')
		.select('sessions.id')
		.whereRef('sessions.userId', '=', 'users.id')
		.where('sessions.expiresAt', '>', databaseNow)
		.where('sessions.absoluteExpiresAt', '>', databaseNow);

const liveTokens = ({ selectFrom }: UserQuery) =>
	selectFrom('accessTokens')
		.select('accessTokens.id')
		.whereRef('accessTokens.userId', '=', 'users.id')
		.where('accessTokens.expiresAt', '>', databaseNow);
