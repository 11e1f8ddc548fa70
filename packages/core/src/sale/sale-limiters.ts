import type { CreateRateLimiter, RateLimiter } from '../platform/limits/rate-limiter.ts';

/** Calls about sales that anybody may make, bounded per address, since buyers do not sign in. */
export interface SaleLimiters {
	/** Reading a sale, its items and purchases. */
	readonly calls: RateLimiter;
	/** Asking for items and submitting what was signed, for which the node is asked too; each is counted by itself. */
	readonly reservations: RateLimiter;
}

/** Per address and 15 minutes: a page that is open asks every few seconds, and several may share an address. */
const callsMax = 3_000;
const reservationsMax = 120;

/** One limiter for each kind of call, in memory or in the database. */
export function createSaleLimiters(limit: CreateRateLimiter): SaleLimiters {
	return {
		calls: limit({ name: 'sale calls', triesMax: callsMax, what: 'calls from your network' }),
		reservations: limit({ name: 'sale reservations', triesMax: reservationsMax, what: 'tries from your network' }),
	};
}
