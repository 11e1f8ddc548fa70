import { purgeExpiredSessions } from '@adx/core/auth/sessions';
import type { Services } from '@adx/core/context';
import { sweepBlobs } from '@adx/core/uploads/sweep-blobs';
import { sweepOrphans } from '@adx/core/uploads/sweep-orphans';
import { deleteExpiredAccessTokens } from '@adx/db/repositories/access-tokens';
import { deleteEndedAttributeJobs } from '@adx/db/repositories/attribute-jobs';
import { deleteExpiredDiscordStates } from '@adx/db/repositories/discord-states';
import { deleteEmergencyGrantsBefore } from '@adx/db/repositories/emergency-grants';
import { deleteIdleEngineKeys } from '@adx/db/repositories/engine-keys';
import { deleteOldIdempotencyKeys } from '@adx/db/repositories/idempotency-keys';
import { deletePremiumClaimsBefore } from '@adx/db/repositories/premium-payments';
import { deleteLapsedReservations } from '@adx/db/repositories/sale-reservations';
import { attributeJobKeptDays } from '@adx/validators/limits';

const purgeIntervalMs = 3_600_000;
/** All files are looked at, which takes longer. */
const orphanIntervalMs = 24 * 3_600_000;
/** How long a repeated order with the same Idempotency-Key is answered with the first one's job. */
const idempotencyKeyMaxMs = 24 * 3_600_000;
/** Yesterday's count too: a mark made before midnight is used up on its own day. */
const emergencyGrantMaxMs = 24 * 3_600_000;
/** The rate that was found out for a key is worth little after that. */
const idleEngineKeyMaxMs = 30 * 24 * 3_600_000;
/** Nothing of it ever reached the chain. */
const lapsedReservationMaxMs = 24 * 3_600_000;
/** Far longer than a transaction waits for its block. */
const premiumClaimMaxMs = 30 * 24 * 3_600_000;
const attributeJobMaxMs = attributeJobKeptDays * 24 * 3_600_000;

/**
 * Deletes what has ended (sessions, tokens, keys, Discord states, emergency grants, rates of idle keys, attribute jobs of
 * long ago, reservations that lapsed, payments that were only named) and files that nothing refers to, now and every hour,
 * and files that no row tells of, now and every day, until the returned function is called.
 */
export function startPurging(services: Services): () => Promise<void> {
	const { db, clock, log } = services;
	const stop = new AbortController();
	const before = (ms: number) => new Date(clock().getTime() - ms);
	let orphansDueMs = 0;
	const purge = async () => {
		try {
			await purgeExpiredSessions(services);
			await deleteExpiredAccessTokens(db, clock());
			await deleteExpiredDiscordStates(db, clock());
			await deleteEmergencyGrantsBefore(db, before(emergencyGrantMaxMs).toISOString().slice(0, 10));
			await deleteIdleEngineKeys(db, before(idleEngineKeyMaxMs));
			await deleteOldIdempotencyKeys(db, before(idempotencyKeyMaxMs));
			await deleteEndedAttributeJobs(db, before(attributeJobMaxMs));
			await deleteLapsedReservations(db, before(lapsedReservationMaxMs));
			await deletePremiumClaimsBefore(db, before(premiumClaimMaxMs));
			const swept = await sweepBlobs(services, stop.signal);
			if (swept.forgotten + swept.deleted > 0) log.info(swept, 'unused files were deleted');
			if (clock().getTime() < orphansDueMs) return;
			orphansDueMs = clock().getTime() + orphanIntervalMs;
			const deleted = await sweepOrphans(services, stop.signal);
			if (deleted > 0) log.info({ deleted }, 'files that were stored and never recorded were deleted');
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
		stop.abort();
		await running;
	};
}
