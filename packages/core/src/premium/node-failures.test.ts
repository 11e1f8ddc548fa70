import { hasAnvil } from '@adx/contracts/evm/anvil-testing';
import { pino } from 'pino';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nodeFaults } from '../mint/mint-testing.ts';
import type { RequestContext } from '../platform/context.ts';
import { AppError } from '../platform/errors.ts';
import { limitInMemory } from '../platform/limits/rate-limiter.ts';
import { payPremium } from './pay-premium.ts';
import { createPremiumPayments } from './premium-payments.ts';
import type { PaymentChainTest } from './premium-testing.ts';
import { usePaymentChain } from './use-payment-chain-testing.ts';

const canary = 'c4n4ry0123456789abcdef';
const unavailable = { code: 'PRECONDITION', reason: 'chain_unavailable' };

const { test, chain } = usePaymentChain({ confirmations: 1 });
let proxy: Awaited<ReturnType<PaymentChainTest['startProxy']>>;
let url: string;
let signature: string;
beforeAll(async () => {
	if (!hasAnvil) return;
	proxy = await chain.startProxy();
	url = `${proxy.origin}/v2/${canary}?key=${canary}`;
	signature = await chain.pay();
});
beforeEach(() => proxy?.respondWith(null));

/** A caller whom a node keeps waiting for so long at most. */
async function caller(askingMaxMs = 10_000, change: { readonly chainId?: number } = {}): Promise<RequestContext> {
	return { ...(await test.contextOf()), premium: { ...chain.payments({ rpcUrl: url, ...change }), askingMaxMs } };
}
const use = (ctx: RequestContext) => payPremium(ctx, { chain: 'polygon', signature });

describe.skipIf(!hasAnvil)('a node that is asked about a payment', () => {
	it.each(Object.entries(nodeFaults))('tells nobody the key in its address by %s', async (_, fault) => {
		const lines: string[] = [];
		// Nothing scrubs these lines.
		const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
		const ctx = { ...(await caller()), log };
		proxy.respondWith((calls) => fault(calls, url));
		const refusal: unknown = await use(ctx).catch((error: unknown) => error);
		expect(refusal).toBeInstanceOf(AppError);
		expect(refusal).toMatchObject(unavailable);
		const { db } = test.services;
		const shown = [
			...lines,
			JSON.stringify({ ...(refusal as AppError), message: (refusal as AppError).message }),
			JSON.stringify(await db.selectFrom('auditLog').selectAll().execute()),
			JSON.stringify(await db.selectFrom('premiumClaims').selectAll().execute()),
		].join('\n');
		expect(shown).toContain('no node could be asked about a payment');
		expect(shown).not.toContain(canary);
		expect(shown).not.toContain(proxy.origin);
		proxy.respondWith(null);
		expect((await use(ctx)).user?.premium).toBe(true);
	});

	it('is not believed when it belongs to another chain, which the log tells', async () => {
		const lines: string[] = [];
		const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
		await expect(use({ ...(await caller(10_000, { chainId: 1 })), log })).rejects.toMatchObject(unavailable);
		expect(lines.join('')).toContain('The node belongs to chain 137, not to 1.');
	});

	it.each<[string, Parameters<typeof proxy.respondWith>[0]]>([
		['it is silent', null],
		['it falls silent in the middle of its answer', () => 'stall'],
		['it asks to come again in an hour', () => ({ status: 429, body: '', headers: { 'retry-after': '3600' } })],
	])('is waited for no longer than a caller can, though %s', async (_, answer) => {
		const hold = answer === null ? proxy.hold(() => true) : null;
		proxy.respondWith(answer);
		const ctx = await caller(300);
		const start = performance.now();
		await expect(use(ctx)).rejects.toMatchObject(unavailable);
		// By itself a call is given up after 10 s, and then tried again.
		expect(performance.now() - start).toBeLessThan(9_000);
		hold?.release();
	});

	it('is waited for 10 s by a process that nobody told otherwise', async () => {
		const { db, clock } = test.services;
		expect((await createPremiumPayments(new Map(), { db, clock, limit: limitInMemory(clock) })).askingMaxMs).toBe(
			10_000,
		);
	});

	it('is not asked any longer for a caller who has gone', async () => {
		const hold = proxy.hold(({ method }) => method === 'eth_getTransactionByHash');
		const gone = new AbortController();
		const asking = expect(use({ ...(await caller()), gone: gone.signal })).rejects.toMatchObject(unavailable);
		await hold.held;
		expect(hold.open()).toBe(1);
		const start = performance.now();
		gone.abort();
		await asking;
		await expect.poll(() => hold.open(), { timeout: 5_000 }).toBe(0);
		expect(performance.now() - start).toBeLessThan(5_000);
		hold.release();
	});
});
