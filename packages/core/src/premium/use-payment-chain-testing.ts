import { afterAll, beforeAll } from 'vitest';
import type { RequestContext } from '../platform/context.ts';
import type { TestServices } from '../platform/services-testing.ts';
import { lazyProxy, useTestServices } from '../platform/use-services-testing.ts';
import type { PremiumPayments } from './premium-payments.ts';
import { hasPaymentChain, type PaymentChainTest, startPaymentChain } from './premium-testing.ts';

/** A chain on which Premium is paid for, and services, for the tests of one file. */
export interface UsedPaymentChain {
	readonly test: Omit<TestServices, 'close'>;
	readonly chain: PaymentChainTest;
	/** A new creator, who by default pays on the chain. */
	caller(premium?: PremiumPayments): Promise<RequestContext>;
}

/** Starts both before the tests of the file that calls this, and ends them after; tables are empty before each. */
export function usePaymentChain(options: Parameters<typeof startPaymentChain>[0] = {}): UsedPaymentChain {
	const test = useTestServices();
	let started: PaymentChainTest | undefined;
	beforeAll(async () => {
		if (hasPaymentChain) started = await startPaymentChain(options);
	});
	afterAll(() => started?.stop());
	const chain = lazyProxy(() => started);
	return {
		test,
		chain,
		caller: async (premium = chain.payments()) => ({ ...(await test.contextOf()), premium }),
	};
}
