import { purgeExpiredSessions } from '@adx/core/auth/sessions';
import type { Services } from '@adx/core/context';
import { deleteExpiredAccessTokens } from '@adx/db/repositories/access-tokens';
import { deleteExpiredDiscordStates } from '@adx/db/repositories/discord-states';
import { deleteEmergencyGrantsBefore } from '@adx/db/repositories/emergency-grants';
import { deleteIdleEngineKeys } from '@adx/db/repositories/engine-keys';
import { deleteOldIdempotencyKeys } from '@adx/db/repositories/idempotency-keys';

const purgeIntervalMs = 3_600_000;
/** How long a repeated order with the same Idempotency-Key is answered with the first one's job. */
const idempotencyKeyMaxMs = 24 * 3_600_000;
/** Yesterday's count too: a mark made before midnight is used up on its own day. */
const emergencyGrantMaxMs = 24 * 3_600_000;
/** The rate that was found out for a key is worth little after that. */
const idleEngineKeyMaxMs = 30 * 24 * 3_600_000;

/** Deletes what has ended (sessions, tokens, keys, Discord states, emergency grants, rates of idle keys), now and every hour, until the returned function is called. */
export function startPurging(services: Services): () => Promise<void> {
	const { db, clock, log } = services;
	const before = (ms: number) => new Date(clock().getTime() - ms);
	const purge = async () => {
		try {
			await purgeExpiredSessions(services);
			await deleteExpiredAccessTokens(db, clock());
			await deleteExpiredDiscordStates(db, clock());
			await deleteEmergencyGrantsBefore(db, before(emergencyGrantMaxMs).toISOString().slice(0, 10));
			await deleteIdleEngineKeys(db, before(idleEngineKeyMaxMs));
			await deleteOldIdempotencyKeys(db, before(idempotencyKeyMaxMs));
		} catch (error) {
			log.warn({ err: error }, 'what has ended was not all deleted');
		}
	};
	let running = purge();
	const timer = setInterval(() => {
		running = purge();
	}, purgeIntervalMs);
	return async () => {
		clearInterval(timer);
		await running;
	};
}
