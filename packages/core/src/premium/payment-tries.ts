import type { PremiumChain } from '@adx/validators/premium';
import { createTryLimiter, networkOf } from '../auth/try-limiter.ts';

const windowMs = 15 * 60_000;
const wrongPaymentsMax = 5;
/** A browser that waits for its payment all that time looks 180 times. */
const looksMax = 300;
const trackedMax = 10_000;

/** Bounds how many transactions an address may name that turn out to be no payment of the caller's. */
export interface PaymentTries {
	/**
	 * Counts a transaction before it is looked at, once for 15 minutes however often it is named: one that was just sent is
	 * not known at first. Returns how to take it back when it shall not count. Throws `LIMIT` on the sixth that counts, and
	 * when an address looks far too often.
	 */
	begin(payment: { readonly chain: PremiumChain; readonly signature: string }, address: string): () => void;
}

/** Keeps its counts in this process, as the limiter for passwords does. */
export function createPaymentTries(clock: () => Date): PaymentTries {
	const wrong = createTryLimiter({ clock, triesMax: wrongPaymentsMax, what: 'transactions that are no payment' });
	const looks = createTryLimiter({ clock, triesMax: looksMax, what: 'looks at payments' });
	const countedAt = new Map<string, number>();
	return {
		begin: ({ chain, signature }, address) => {
			const now = clock().getTime();
			const key = `${networkOf(address)} ${chain} ${signature}`;
			looks.begin('premium', address);
			if ((countedAt.get(key) ?? -Infinity) > now - windowMs) return () => {};
			const takeBack = wrong.begin('premium', address);
			countedAt.delete(key);
			countedAt.set(key, now);
			for (const [oldest, at] of countedAt) {
				if (countedAt.size <= trackedMax && at > now - windowMs) break;
				countedAt.delete(oldest);
			}
			return () => {
				takeBack();
				countedAt.delete(key);
			};
		},
	};
}
