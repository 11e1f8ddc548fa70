import { createHash } from 'node:crypto';
import type { Database } from '@adx/db/client/database';
import {
	deleteExpiredSessions,
	deleteSession,
	deleteUserSessions,
	findSession,
	insertSession,
	listUserSessions,
	type SessionWithUser,
} from '@adx/db/repositories/auth/sessions';
import type { SessionRow, UserRow } from '@adx/db/schema/auth-tables';
import type { Adapter, DatabaseSession } from 'lucia';

/** What a session row holds beyond lucia's own columns. */
export type SessionAttributes = Pick<
	SessionRow,
	'method' | 'absoluteExpiresAt' | 'developerUntil' | 'premiumUntil' | 'adminUnlocked' | 'imagesLeft'
>;
/** The same with the earlier of the idle and the absolute end, as it stands in the row; set when read. */
export type ReadSessionAttributes = SessionAttributes & { readonly endsAt?: Date };
export type UserAttributes = Pick<UserRow, 'username' | 'avatar' | 'discordId' | 'hasMageAccess'> &
	Pick<SessionWithUser, 'hasPaidPremium'>;

/** The id of a session's row: SHA-256 of the token in the cookie, so that a stolen database opens nothing. */
export const toSessionId = (token: string) => createHash('sha256').update(token).digest('hex');

/**
 * Lucia over our own tables. Lucia speaks of tokens throughout; they are hashed on the way in, and only
 * `getUserSessions`, which cannot undo that, answers with row ids. Lucia's own renewal is left out: it
 * knows no absolute end and would write on every use of a session shorter than 3.5 days.
 */
export function createSessionAdapter(db: Database, clock: () => Date): Adapter {
	// Lucia goes by the clock of the process, the rows by that of the database.
	const processAheadMs = () => Date.now() - clock().getTime();
	const present = (id: string, row: SessionRow) => presentRow(id, row, processAheadMs());
	return {
		getSessionAndUser: async (token) => {
			const found = await findSession(db, toSessionId(token));
			if (found === undefined) return [null, null];
			const { id, username, avatar, discordId, hasMageAccess } = found.user;
			const { hasPaidPremium } = found;
			const attributes = { username, avatar, discordId, hasMageAccess, hasPaidPremium };
			return [present(token, found.session), { id, attributes }];
		},
		getUserSessions: async (userId) => (await listUserSessions(db, userId)).map((row) => present(row.id, row)),
		setSession: async ({ id, userId, expiresAt, attributes: { endsAt: _, ...attributes } }) => {
			const idleEnd = new Date(expiresAt.getTime() - processAheadMs());
			const end = earlier(idleEnd, attributes.absoluteExpiresAt);
			await insertSession(db, { ...attributes, id: toSessionId(id), userId, expiresAt: end, createdAt: clock() });
		},
		updateSessionExpiration: async () => {},
		deleteSession: (token) => deleteSession(db, toSessionId(token)),
		deleteUserSessions: async (userId) => {
			await deleteUserSessions(db, userId);
		},
		deleteExpiredSessions: async () => {
			await deleteExpiredSessions(db);
		},
	};
}

function presentRow(id: string, row: SessionRow, processAheadMs: number): DatabaseSession {
	const { method, absoluteExpiresAt, developerUntil, premiumUntil, adminUnlocked, imagesLeft } = row;
	const endsAt = earlier(row.expiresAt, absoluteExpiresAt);
	const attributes = {
		method,
		absoluteExpiresAt,
		developerUntil,
		premiumUntil,
		adminUnlocked,
		imagesLeft,
		endsAt,
	};
	return { id, userId: row.userId, expiresAt: new Date(endsAt.getTime() + processAheadMs), attributes };
}

const earlier = (left: Date, right: Date) => (left < right ? left : right);
