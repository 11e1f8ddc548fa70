import type { FailureCounts } from '@adx/db/schema/generation-tables';
import type { ImageFailure } from '@adx/validators/generation/job-states';
import type { EngineErrorKind } from '../../engines/types.ts';

/** One failed try. */
export interface FailedAttempt {
	/** `engine` for anything that is not an EngineError, as with the forge. */
	readonly kind: EngineErrorKind | 'engine';
	/** How often the image failed before this try, by kind. */
	readonly failureCounts: FailureCounts;
	/** How often a worker took the image up, this time included. */
	readonly timesClaimed: number;
	/** How long the service asked to wait, when it did. */
	readonly retryAfterMs: number | null;
	/** From 0 to 1; spreads what would otherwise come back at the same moment. */
	readonly random: number;
}

/** What becomes of the image, the job and the key. */
export type FailureDecision =
	/** The image is tried again after `delayMs`; only `engine` failures count as an attempt, the others in `failureCounts`. */
	| {
			readonly action: 'retry';
			readonly delayMs: number;
			readonly failureCounts: FailureCounts;
			readonly countAttempt: boolean;
	  }
	/** No call is made with the key for `waitMs`, then the image is tried again; `isDoubted`: by one call at a time. */
	| {
			readonly action: 'rest';
			readonly waitMs: number;
			readonly failureCounts: FailureCounts;
			readonly isDoubted: boolean;
	  }
	| { readonly action: 'give_up'; readonly failure: ImageFailure }
	/** The job stands still, or fails while it has no image. */
	| { readonly action: 'stop'; readonly reason: 'key_refused' | 'address_refused' | 'day_quota' }
	| { readonly action: 'next_model' };

const secondMs = 1_000;
const backoffMaxMs = 60_000;
const engineAttemptsMax = 5;
/** Calls that end in this way, after which an image is given up. Each kind is counted for itself. */
const attemptsMax = { transient: 5, no_image: 3, blocked: 2, bad_image: 2 } as const;
/** Calls for one image at most: all failures that may come before another try, and the call that ends it. Each may be charged. */
export const callsPerImageMax = Object.values(attemptsMax).reduce((calls, max) => calls + max - 1, 1);
/** A quota that is said to last longer than this needs no second question. */
const confirmMaxMs = 10 * 60_000;
const confirmDefaultMs = 5_000;

/** What a failed try leads to: the whole table, without a clock, a database or chance of its own. */
export function decideFailure(failed: FailedAttempt): FailureDecision {
	const { kind, timesClaimed } = failed;
	switch (kind) {
		case 'key':
			return { action: 'stop', reason: 'key_refused' };
		case 'address':
			return { action: 'stop', reason: 'address_refused' };
		case 'model':
			return { action: 'next_model' };
		case 'request':
			return { action: 'give_up', failure: 'request' };
		case 'day_quota':
			return confirmQuota(failed);
		case 'throttle':
			return restAndRetry(failed);
		case 'engine':
			if (timesClaimed >= engineAttemptsMax) return { action: 'give_up', failure: 'engine' };
			return { action: 'retry', delayMs: secondMs, failureCounts: failed.failureCounts, countAttempt: true };
		default:
			return retryOrGiveUp(kind, failed);
	}
}

/** A blocked image comes back softened, since its counts show that it was blocked. */
function retryOrGiveUp(kind: keyof typeof attemptsMax, { failureCounts, random }: FailedAttempt): FailureDecision {
	const count = (failureCounts[kind] ?? 0) + 1;
	if (count >= attemptsMax[kind]) return { action: 'give_up', failure: kind };
	const delayMs = kind === 'transient' ? Math.round(random * backoffMs(count)) : 0;
	return { action: 'retry', delayMs, failureCounts: { ...failureCounts, [kind]: count }, countAttempt: false };
}

function confirmQuota({ failureCounts, retryAfterMs }: FailedAttempt): FailureDecision {
	const waitMs = retryAfterMs ?? confirmDefaultMs;
	const isConfirmed = (failureCounts.day_quota ?? 0) > 0 || waitMs > confirmMaxMs;
	if (isConfirmed) return { action: 'stop', reason: 'day_quota' };
	return { action: 'rest', waitMs, failureCounts: { ...failureCounts, day_quota: 1 }, isDoubted: true };
}

function restAndRetry({ failureCounts, retryAfterMs, random }: FailedAttempt): FailureDecision {
	const count = (failureCounts.throttle ?? 0) + 1;
	const waitMs = Math.max(retryAfterMs ?? 0, backoffMs(count)) + Math.round(random * secondMs);
	return { action: 'rest', waitMs, failureCounts: { ...failureCounts, throttle: count }, isDoubted: false };
}

/** 1 s for the first failure, doubling to a minute. */
const backoffMs = (failures: number) => Math.min(backoffMaxMs, secondMs * 2 ** (failures - 1));
