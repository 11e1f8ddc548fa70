import { transact } from '@adx/db/client/transact';
import {
	deleteCircuitBreaker,
	findBreakerWaitMs,
	lockCircuitBreaker,
	updateCircuitBreaker,
} from '@adx/db/repositories/generation/remote-call-limits';
import type { Services } from '../../platform/context.ts';

const failuresMax = 5;
const windowMs = 60_000;
const openMs = 30_000;

type BreakerServices = Pick<Services, 'db'>;

/** How long nobody should call the model; 0 when it may be called. */
export async function getBreakerWaitMs({ db }: BreakerServices, model: string): Promise<number> {
	return findBreakerWaitMs(db, model);
}

/**
 * Counts a call to the model that failed for a reason of its service or the line. The fifth within 60 s stops calls by
 * all processes for 30 s; if the next one fails as well, for 30 s more, until one succeeds. Failures that come in
 * while calls are stopped began before and do not count. Whether calls are stopped by this one.
 */
export async function recordTransient({ db }: BreakerServices, model: string): Promise<boolean> {
	return transact(db, async (trx) => {
		const breaker = await lockCircuitBreaker(trx, model);
		const { now } = breaker;
		if (breaker.openUntil !== null && breaker.openUntil > now) return false;
		const isOldWindow = now.getTime() - breaker.windowStartedAt.getTime() >= windowMs;
		const failures = isOldWindow ? 1 : breaker.failures + 1;
		const windowStartedAt = isOldWindow ? now : breaker.windowStartedAt;
		const isTooMany = failures >= failuresMax;
		await updateCircuitBreaker(trx, model, {
			failures,
			// Started again with each stop, so that the failure after it finds the count unchanged.
			windowStartedAt: isTooMany ? new Date(now.getTime() + openMs) : windowStartedAt,
			openUntil: isTooMany ? new Date(now.getTime() + openMs) : breaker.openUntil,
		});
		return isTooMany;
	});
}

/** A call to the model was answered: earlier failures are forgotten and calls go on. */
export async function recordSuccess({ db }: BreakerServices, model: string): Promise<void> {
	await deleteCircuitBreaker(db, model);
}
