import type { Database } from '@adx/db/client/database';
import { recordPremiumOffer } from '@adx/db/repositories/premium/premium-payments';
import type { PremiumChain, PremiumPrice } from '@adx/validators/premium';
import { AppError } from '../platform/errors.ts';
import type { CreateRateLimiter } from '../platform/limits/rate-limiter.ts';
import { createPaymentAttempts, type PaymentAttempts } from './payment-attempts.ts';
import type { PaymentChain } from './payment-chain.ts';
import type { PremiumSettings } from './premium-settings.ts';

/** How this process takes payments for Premium. */
export interface PremiumPayments {
	/** Those with a price. */
	readonly chains: ReadonlyMap<PremiumChain, PaymentChain>;
	readonly tries: PaymentAttempts;
	/** How long a node may take, in all, while somebody waits. */
	readonly askingMaxMs: number;
}

/** Well below what a stop allows running requests. */
const queryTimeoutMs = 10_000;

/** Notes since when Premium is sold. Opens no connection to a node yet. */
export async function createPremiumPayments(
	settings: PremiumSettings,
	{ db, clock, limit }: { readonly db: Database; readonly clock: () => Date; readonly limit: CreateRateLimiter },
): Promise<PremiumPayments> {
	const tries = createPaymentAttempts(limit);
	const chains = new Map<PremiumChain, PaymentChain>();
	for (const [chain, each] of settings) {
		// Time and memory that only those pay who sell Premium.
		const { createEvmPayments } = await import('./evm-payments.ts');
		const offer = { chain, treasury: each.treasury, offeredSince: clock() };
		chains.set(chain, createEvmPayments(each, await recordPremiumOffer(db, offer)));
	}
	return { chains, tries, askingMaxMs: queryTimeoutMs };
}

/** The chain's payments; 409 `premium_unavailable` where it has no price. */
export function requirePaymentChain({ chains }: PremiumPayments, name: PremiumChain): PaymentChain {
	const chain = chains.get(name);
	if (chain !== undefined) return chain;
	const message =
		chains.size === 0
			? 'Premium cannot be paid for here. A passphrase opens it.'
			: 'Premium cannot be paid for on this chain. Choose another one.';
	throw new AppError('PRECONDITION', { reason: 'premium_unavailable', message });
}

/** What pages show of the prices; how the chains are reached is not part of it. */
export const listPremiumPrices = ({ chains }: PremiumPayments): PremiumPrice[] =>
	[...chains.values()].map(({ settings: { rpcUrl: _, ...price } }) => price);
