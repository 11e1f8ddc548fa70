import type { Insertable } from 'kysely';
import type { Database } from '../client.ts';
import { json } from '../json.ts';
import type { UserRow, UsersTable } from '../schema.ts';

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
