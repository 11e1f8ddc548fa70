import type { PremiumChain, PremiumPrice } from '@adx/validators/premium';
import { AppError } from '../errors.ts';
import type { PaymentChain } from './payment-chain.ts';
import { createPaymentTries, type PaymentTries } from './payment-tries.ts';
import type { PremiumSettings } from './settings.ts';

/** How this process takes payments for Premium. */
export interface PremiumPayments {
	/** Those with a price. */
	readonly chains: ReadonlyMap<PremiumChain, PaymentChain>;
	readonly tries: PaymentTries;
}

/** Opens no connection yet. */
export async function createPremiumPayments(settings: PremiumSettings, clock: () => Date): Promise<PremiumPayments> {
	const tries = createPaymentTries(clock);
	if (settings.size === 0) return { chains: new Map(), tries };
	// Time and memory that only those pay who sell Premium.
	const { createEvmPayments } = await import('./evm-payments.ts');
	return { chains: new Map([...settings].map(([name, chain]) => [name, createEvmPayments(chain)])), tries };
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

/** What pages tell of the prices; how the chains are reached is not part of it. */
export const listPremiumPrices = ({ chains }: PremiumPayments): PremiumPrice[] =>
	[...chains.values()].map(({ settings: { rpcUrl: _, ...price } }) => price);
