import { randomUUID } from 'node:crypto';
import type { Database, DatabaseTransaction } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import {
	clearTokenPassphrases,
	deleteAllAccessTokens,
	deletePasswordTokens,
} from '@adx/db/repositories/auth/access-tokens';
import {
	clearAdminUnlocks,
	clearDeveloperElevations,
	clearPremiumElevations,
	deleteAllSessions,
	deleteSessionsByMethod,
} from '@adx/db/repositories/auth/sessions';
import { insertAuditEntry } from '@adx/db/repositories/platform/audit-log';
import type { PasswordKind } from '@adx/validators/auth/auth';

/** What was ended. */
export interface Ended {
	/** Sessions that are gone, or lost what the password had opened in them. */
	readonly sessions: number;
	readonly tokens: number;
}

/**
 * Ends what a kind of password opened: its sessions, or what it added to others. With the passwords that let somebody in
 * go the access tokens of all accounts but Discord's, since nothing says by which of them one was made, and with the
 * developer's every token that carries its rights. A passphrase leaves tokens what they are without it.
 */
export async function endSessionsOfKind(trx: DatabaseTransaction, kind: PasswordKind): Promise<Ended> {
	if (kind === 'premium') {
		await clearTokenPassphrases(trx);
		return { sessions: await clearPremiumElevations(trx), tokens: 0 };
	}
	if (kind === 'admin') return { sessions: await clearAdminUnlocks(trx), tokens: 0 };
	const deleted = await deleteSessionsByMethod(trx, kind);
	const cleared = kind === 'developer' ? await clearDeveloperElevations(trx) : 0;
	return { sessions: deleted + cleared, tokens: await deletePasswordTokens(trx, kind) };
}

/** Signs everybody out everywhere, and with `tokens` ends every access token too. Audited. */
export async function endAllSessions(db: Database, { tokens }: { readonly tokens: boolean }): Promise<Ended> {
	return transact(db, async (trx) => {
		const ended = { sessions: await deleteAllSessions(trx), tokens: tokens ? await deleteAllAccessTokens(trx) : 0 };
		await insertAuditEntry(trx, { id: randomUUID(), actorId: null, action: 'sessions.end', subject: { ...ended } });
		return ended;
	});
}
