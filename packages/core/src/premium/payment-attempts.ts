import type { PremiumChain } from '@adx/validators/premium';
import { createRateLimiter } from '../platform/limits/rate-limiter.ts';
import { confirmingRetrySeconds } from './verify-payment.ts';

const windowMs = 15 * 60_000;
const wrongPaymentsMax = 5;
/** As often as two browsers poll that wait for their payment all that time. */
const inspectionsMax = (2 * windowMs) / 1_000 / confirmingRetrySeconds;
const trackedMax = 10_000;

/** Bounds how many transactions a user may name that turn out to be no payment of theirs. */
export interface PaymentAttempts {
	/**
	 * Counts a transaction before it is looked at, once for 15 minutes however often its user names it: one that was just
	 * sent is not known at first. Returns how to take it back, whichever call counted it, when it shall not count. Throws
	 * `LIMIT` on the sixth that counts, and when a user looks far too often.
	 */
	begin(payment: { readonly chain: PremiumChain; readonly signature: string }, userId: string): () => void;
}

/** Keeps its counts in this process, as the limiter for passwords does. */
export function createPaymentAttempts(clock: () => Date): PaymentAttempts {
	const wrong = createRateLimiter({ clock, triesMax: wrongPaymentsMax, what: 'transactions that are no payment' });
	const looks = createRateLimiter({ clock, triesMax: inspectionsMax, what: 'looks at payments' });
	const counted = new Map<string, { readonly at: number; readonly takeBack: () => void }>();
	return {
		begin: ({ chain, signature }, userId) => {
			const since = clock().getTime() - windowMs;
			const key = `${userId} ${chain} ${signature}`;
			looks.begin('premium', userId);
			if ((counted.get(key)?.at ?? -Infinity) <= since) {
				const takeBack = wrong.begin('premium', userId);
				// Deleting first moves the key to the end, so that the oldest is always the first.
				counted.delete(key);
				counted.set(key, { at: since + windowMs, takeBack });
			}
			for (const [oldest, { at }] of counted) {
				if (counted.size <= trackedMax && at > since) break;
				counted.delete(oldest);
			}
			return () => {
				counted.get(key)?.takeBack();
				counted.delete(key);
			};
		},
	};
}
