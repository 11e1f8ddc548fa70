import type { PremiumChain } from '@adx/validators/premium';
import { AppError } from '../platform/errors.ts';
import type { CreateRateLimiter } from '../platform/limits/rate-limiter.ts';
import { confirmingRetrySeconds } from './verify-payment.ts';

const windowMs = 15 * 60_000;
const wrongPaymentsMax = 5;
/** As often as two browsers poll that wait for their payment all that time. */
const inspectionsMax = (2 * windowMs) / 1_000 / confirmingRetrySeconds;

/** Bounds how many transactions a user may name that turn out to be no payment of theirs. */
export interface PaymentAttempts {
	/**
	 * Counts a transaction before it is looked at, once for 15 minutes however often its user names it: one that was just
	 * sent is not known at first. Resolves to how to take it back, whichever call counted it, when it shall not count. Throws
	 * `LIMIT` on the sixth that counts, and when a user looks far too often.
	 */
	begin(
		payment: { readonly chain: PremiumChain; readonly signature: string },
		userId: string,
	): Promise<() => Promise<void>>;
	/** Counts a question to a node that names no transaction; throws `LIMIT` when a user asks far too often. */
	inspect(userId: string): Promise<void>;
}

/** Counts with limiters of this kind, in memory or in the database. */
export function createPaymentAttempts(limit: CreateRateLimiter): PaymentAttempts {
	const what = 'transactions that are not a payment';
	const wrong = limit({ name: 'wrong payments', triesMax: wrongPaymentsMax, what });
	const inspections = limit({ name: 'looks at payments', triesMax: inspectionsMax, what: 'payment status checks' });
	/** Whoever gets the one try of a payment counts it. */
	const named = limit({ name: 'named payments', triesMax: 1, what });
	return {
		inspect: async (userId) => void (await inspections.begin('premium', userId)),
		begin: async ({ chain, signature }, userId) => {
			const payment = `${userId} ${chain} ${signature}`;
			await inspections.begin('premium', userId);
			const forget = await named.begin('premium', payment).catch(ignoreLimit);
			if (forget !== null) {
				await wrong.begin('premium', userId).catch(async (error: unknown) => {
					await forget();
					throw error;
				});
			}
			return async () => {
				if (await named.takeBack('premium', payment)) await wrong.takeBack('premium', userId);
			};
		},
	};
}

/** It was counted before. */
function ignoreLimit(error: unknown): null {
	if (error instanceof AppError && error.code === 'LIMIT') return null;
	throw error;
}
