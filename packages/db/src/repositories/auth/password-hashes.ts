import { randomUUID } from 'node:crypto';
import type { PasswordKind } from '@adx/validators/auth/auth';
import { type Insertable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import type { PasswordHashesTable } from '../../schema/auth-tables.ts';

/** The stored passwords of a kind as PHC strings, oldest first. */
export async function listPasswordHashes(db: Database, kind: PasswordKind): Promise<string[]> {
	const rows = await db
		.selectFrom('passwordHashes')
		.select('hash')
		.where('kind', '=', kind)
		.orderBy('createdAt')
		.orderBy('id')
		.execute();
	return rows.map((row) => row.hash);
}

/** `hash` is a PHC string; `generated` means that the first start made the password up. */
export type NewPasswordHash = Omit<Insertable<PasswordHashesTable>, 'id'>;

/** Makes others who store the first passwords wait until the transaction ends. */
export async function lockFirstPasswords(trx: DatabaseTransaction): Promise<void> {
	await sql`select pg_advisory_xact_lock(hashtextextended('first passwords', 0))`.execute(trx);
}

export async function insertPasswordHash(db: Database, passwordHash: NewPasswordHash): Promise<void> {
	await db
		.insertInto('passwordHashes')
		.values({ id: randomUUID(), ...passwordHash })
		.execute();
}

/** Deletes the stored passwords of one kind, or of every kind; returns how many. */
export async function deletePasswordHashes(db: Database, kind: PasswordKind | 'all'): Promise<number> {
	let query = db.deleteFrom('passwordHashes');
	if (kind !== 'all') query = query.where('kind', '=', kind);
	const { numDeletedRows } = await query.executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}
