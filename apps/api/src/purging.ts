import { purgeExpiredSessions } from '@adx/core/auth/sessions';
import type { Services } from '@adx/core/context';
import { deleteOldIdempotencyKeys } from '@adx/db/repositories/idempotency-keys';

const purgeIntervalMs = 3_600_000;
/** How long a repeated order with the same Idempotency-Key is answered with the first one's job. */
const idempotencyKeyMaxMs = 24 * 3_600_000;

/** Deletes ended sessions and old idempotency keys, now and every hour, until the returned function is called. */
export function startPurging(services: Services): () => Promise<void> {
	const { db, clock, log } = services;
	const purge = async () => {
		try {
			await purgeExpiredSessions(services);
			await deleteOldIdempotencyKeys(db, new Date(clock().getTime() - idempotencyKeyMaxMs));
		} catch (error) {
			log.warn({ err: error }, 'ended sessions and old idempotency keys were not all deleted');
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
