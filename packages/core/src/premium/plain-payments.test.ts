import { hasAnvil } from '@adx/contracts/evm/anvil-testing';
import { describe, expect, it } from 'vitest';
import type { RequestContext } from '../platform/context.ts';
import { limitInMemory } from '../platform/limits/rate-limiter.ts';
import { listPremiumPayments, payPremium } from './pay-premium.ts';
import { createPremiumPayments } from './premium-payments.ts';
import { usePaymentChain } from './use-payment-chain-testing.ts';

// Transfers without data: nothing in them says whose they are.

const { test, chain, caller } = usePaymentChain();

const use = (ctx: RequestContext, signature: string) => payPremium(ctx, { chain: 'polygon', signature });
const reasonFor = (ctx: RequestContext, signature: string) =>
	use(ctx, signature).then(
		() => 'accepted',
		(error: { readonly reason?: string }) => error.reason,
	);
const others = {
	code: 'CONFLICT',
	reason: 'payment_of_another',
	message: 'Another account named this payment first, so it counts for that one alone.',
};

describe.skipIf(!hasAnvil)('a transfer without data', () => {
	it('62 counts for who named it first on its way, though somebody else asks first once it is confirmed', async () => {
		const [payer, stranger] = [await caller(), await caller()];
		const hash = await chain.pay();
		expect(await reasonFor(payer, hash)).toBe('payment_unconfirmed');
		await expect(use(stranger, hash)).rejects.toMatchObject(others);
		await chain.mine(2);
		await expect(use(stranger, `0x${hash.slice(2).toUpperCase()}`)).rejects.toMatchObject(others);
		expect(await listPremiumPayments(payer)).toEqual([]);
		expect((await use(payer, hash)).user?.premium).toBe(true);
		expect(await reasonFor(stranger, hash)).toBe('payment_used');
		expect(await listPremiumPayments(stranger)).toEqual([]);
	});

	it('62 counts for who named it before it was sent, and tells nobody else so before', async () => {
		const [payer, stranger] = [await caller(), await caller()];
		const { hash, send } = await chain.sign();
		expect(await reasonFor(payer, hash)).toBe('payment_unknown');
		expect(await reasonFor(stranger, hash)).toBe('payment_unknown');
		await send();
		await chain.mine(2);
		expect(await reasonFor(stranger, hash)).toBe('payment_of_another');
		expect(await reasonFor(payer, hash)).toBe('accepted');
	});

	it('counts for who names it first when it is confirmed already, of many at once on its way for one', async () => {
		const callers = await Promise.all(Array.from({ length: 6 }, () => caller()));
		const hash = await chain.pay();
		const early = await Promise.all(callers.map((ctx) => reasonFor(ctx, hash)));
		expect(early.toSorted()).toEqual([...Array<string>(5).fill('payment_of_another'), 'payment_unconfirmed']);
		await chain.mine(2);
		const late = await Promise.all(callers.map((ctx) => reasonFor(ctx, hash)));
		expect(late.map((reason) => reason === 'accepted')).toEqual(
			early.map((reason) => reason === 'payment_unconfirmed'),
		);
		const other = await chain.pay();
		await chain.mine(2);
		expect(await reasonFor(callers[0]!, other)).toBe('accepted');
	});

	it('is not kept for who named what can never be a payment, or whose session has ended', async () => {
		const [first, second] = [await caller(), await caller()];
		expect(await reasonFor(first, await chain.pay({ value: '1' }))).toBe('payment_too_small');
		const hash = await chain.pay();
		await test.services.db.deleteFrom('sessions').where('userId', '=', first.actor!.userId).execute();
		expect(await reasonFor(first, hash)).toBe('sign_in_required');
		expect(await test.services.db.selectFrom('premiumClaims').selectAll().execute()).toEqual([]);
		await chain.mine(2);
		expect(await reasonFor(second, hash)).toBe('accepted');
	});

	it('is refused when it is older than the sale of Premium, which no later start makes younger', async () => {
		const settings = new Map([['polygon', chain.chain.settings] as const]);
		const startAt = (time: Date) =>
			createPremiumPayments(settings, { db: test.services.db, clock: () => time, limit: limitInMemory(() => time) });
		const ctx = await caller();
		const [plain, named] = [await chain.pay(), await chain.pay({ memo: ctx.actor!.userId })];
		await chain.mine(2);
		const minedAt = Number((await chain.client.getBlock()).timestamp) * 1_000;
		const hour = 3_600_000;
		const sold = { ...ctx, premium: await startAt(new Date(minedAt + hour)) };
		await expect(use(sold, plain)).rejects.toMatchObject({
			code: 'PAYMENT',
			reason: 'payment_too_old',
			message: `This transaction is older than the sale of Premium here, so ${chain.treasury} was paid for something else.`,
		});
		expect(await reasonFor({ ...ctx, premium: await startAt(new Date(minedAt - hour)) }, plain)).toBe(
			'payment_too_old',
		);
		// Its data says what it was paid for.
		expect(await reasonFor(sold, named)).toBe('accepted');
	});

	it('counts when it was made since the sale began, as far as clocks agree', async () => {
		const settings = new Map([['polygon', chain.chain.settings] as const]);
		const hash = await chain.pay();
		await chain.mine(2);
		const minedAt = Number((await chain.client.getBlock()).timestamp) * 1_000;
		const clock = () => new Date(minedAt + 60_000);
		const ctx = await caller(
			await createPremiumPayments(settings, { db: test.services.db, clock, limit: limitInMemory(clock) }),
		);
		expect(await reasonFor(ctx, hash)).toBe('accepted');
	});
});

describe.skipIf(!hasAnvil)('a payment that carries an account’s id', () => {
	it('counts for that account, though somebody else named it before the chain knew it', async () => {
		const [payer, stranger] = [await caller(), await caller()];
		const { hash, send } = await chain.sign({ memo: payer.actor!.userId });
		expect(await reasonFor(stranger, hash)).toBe('payment_unknown');
		expect(await reasonFor(payer, hash)).toBe('payment_unknown');
		await send();
		expect(await reasonFor(payer, hash)).toBe('payment_unconfirmed');
		await chain.mine(2);
		expect(await reasonFor(stranger, hash)).toBe('payment_of_another');
		expect(await reasonFor(payer, hash)).toBe('accepted');
	});
});
