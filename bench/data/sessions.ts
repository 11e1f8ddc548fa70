import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '@adx/db/client/database';
import { insertSession } from '@adx/db/repositories/auth/sessions';

type Session = Omit<Parameters<typeof insertSession>[1], 'id' | 'userId'>;

/** Adds a session of that user and returns its token, as the browser's cookie holds it. */
export async function addSession(db: Database, userId: string, session: Session): Promise<string> {
	const token = randomBytes(20)
		.toString('hex')
		.replaceAll(/[0189]/g, 'x');
	await insertSession(db, { id: createHash('sha256').update(token).digest('hex'), userId, ...session });
	return token;
}

/** As far ahead as a session's idle end goes, so that none is due to be prolonged meanwhile. */
export const lastingSession = (): Session => ({
	method: 'community',
	expiresAt: new Date(Date.now() + 7 * 24 * 3_600_000),
	absoluteExpiresAt: new Date(Date.now() + 30 * 24 * 3_600_000),
});
