import { randomUUID } from 'node:crypto';
import { hasAnvil } from '@adx/contracts/evm/anvil-testing';
import { recordTransfer } from '@adx/db/repositories/auth/ownership-transfer';
import { stringToHex } from 'viem';
import { describe, expect, it } from 'vitest';
import type { RequestContext } from '../platform/context.ts';
import type { AppError } from '../platform/errors.ts';
import { listPremiumPayments, payPremium } from './pay-premium.ts';
import type { PremiumPayments } from './premium-payments.ts';
import type { PaymentChainTest } from './premium-testing.ts';
import { usePaymentChain } from './use-payment-chain-testing.ts';

const { test, chain, caller } = usePaymentChain();

const idOf = (ctx: RequestContext) => ctx.actor?.userId ?? '';
const use = (ctx: RequestContext, signature: string) => payPremium(ctx, { chain: 'polygon', signature });
const refusalOf = (ctx: RequestContext, signature: string) =>
	use(ctx, signature).then(
		() => ({ reason: 'accepted' }),
		(error: unknown) => error,
	);

async function settled(payment?: Parameters<PaymentChainTest['pay']>[0]) {
	const hash = await chain.pay(payment);
	await chain.mine(2);
	return hash;
}

describe.skipIf(!hasAnvil)('paying for Premium', () => {
	it('opens it for a transfer of the price, and records what was paid (AMB-48)', async () => {
		const ctx = await caller();
		const hash = await settled();
		expect(await use(ctx, hash)).toMatchObject({ authenticated: true, user: { id: idOf(ctx), premium: true } });
		expect(await listPremiumPayments(ctx)).toEqual([
			{
				chain: 'polygon',
				signature: hash,
				active: true,
				paidAt: expect.any(Date),
				explorerUrl: `https://explorer.example/tx/${hash}`,
			},
		]);
		const entry = await ctx.db.selectFrom('auditLog').selectAll().executeTakeFirstOrThrow();
		expect(entry).toMatchObject({ action: 'premium.pay', actorId: idOf(ctx) });
		expect(entry.subject).toMatchObject({ chain: 'polygon', signature: hash, paid: '5 MATIC' });
	});

	it('takes more than the price, and one that carries the caller’s own id', async () => {
		const ctx = await caller();
		const hash = await settled({ value: '5.000000000000000001', memo: idOf(ctx) });
		expect((await use(ctx, hash)).user?.premium).toBe(true);
	});

	it('takes one into whose data the hex of the caller’s id was typed as a text', async () => {
		const ctx = await caller();
		const hash = await settled({ memo: stringToHex(idOf(ctx)) });
		expect((await use(ctx, hash)).user?.premium).toBe(true);
	});

	it('waits for the chain’s confirmations, and says how many are missing', async () => {
		const ctx = await caller();
		await chain.client.setAutomine(false);
		const hash = await chain.pay();
		expect(await refusalOf(ctx, hash)).toMatchObject({
			code: 'PRECONDITION',
			reason: 'payment_unconfirmed',
			message: 'The payment is on its way: 3 confirmations are missing of 3. Try again in a moment.',
			meta: { retryAfterSeconds: 5, confirmations: { seen: 0, needed: 3 } },
		});
		await chain.mine(1);
		await chain.client.setAutomine(true);
		expect(await refusalOf(ctx, hash)).toMatchObject({ meta: { confirmations: { seen: 1, needed: 3 } } });
		await chain.mine(1);
		expect(await refusalOf(ctx, hash)).toMatchObject({ message: expect.stringContaining('1 confirmation is missing') });
		await chain.mine(1);
		expect((await use(ctx, hash)).user?.premium).toBe(true);
	});

	it('does not count what the chain has dropped again', async () => {
		const ctx = await caller();
		const id = await chain.client.snapshot();
		const hash = await chain.pay();
		expect(await refusalOf(ctx, hash)).toMatchObject({ reason: 'payment_unconfirmed' });
		await chain.client.revert({ id });
		await chain.mine(3);
		expect(await refusalOf(ctx, hash)).toMatchObject({ reason: 'payment_unknown' });
		expect(await listPremiumPayments(ctx)).toEqual([]);
	});

	it('takes one’s own payment again and changes nothing, written in capitals too', async () => {
		const ctx = await caller();
		const hash = await settled();
		await use(ctx, hash);
		const off: PremiumPayments = { ...ctx.premium, chains: new Map() };
		const again = await use({ ...ctx, premium: off }, `0x${hash.slice(2).toUpperCase()}`);
		expect(again.user?.premium).toBe(true);
		expect(await ctx.db.selectFrom('auditLog').selectAll().execute()).toHaveLength(1);
	});

	it('62 rejects a payment used twice, in capitals too', async () => {
		const hash = await settled();
		await use(await caller(), hash);
		const other = await caller();
		for (const signature of [hash, `0x${hash.slice(2).toUpperCase()}`]) {
			expect(await refusalOf(other, signature)).toMatchObject({
				code: 'CONFLICT',
				reason: 'payment_used',
				message: 'This payment has already opened Premium for another account. A payment counts once.',
			});
		}
		expect(await listPremiumPayments(other)).toEqual([]);
	});

	it('62 gives a payment that many name at once to one account', async () => {
		const hash = await settled();
		const callers = await Promise.all(Array.from({ length: 10 }, () => caller()));
		const answers = await Promise.all(callers.map((ctx) => refusalOf(ctx, hash)));
		expect(answers.filter((answer) => (answer as { reason: string }).reason === 'accepted')).toHaveLength(1);
		expect(answers.filter((answer) => (answer as { code?: string }).code === 'CONFLICT')).toHaveLength(9);
		expect(await test.services.db.selectFrom('premiumPayments').selectAll().execute()).toHaveLength(1);
	});

	it('rejects a payment that carries another account’s id, or anything else', async () => {
		const ctx = await caller();
		for (const memo of [idOf(await caller()), randomUUID(), 'thanks']) {
			expect(await refusalOf(ctx, await settled({ memo }))).toMatchObject({
				code: 'CONFLICT',
				reason: 'payment_of_another',
			});
		}
	});

	it('rejects a payment whose data are bytes that no text holds', async () => {
		const ctx = await caller();
		for (const memo of ['\0', `${idOf(ctx)}\0`, '0x00']) {
			expect(await refusalOf(ctx, await settled({ memo }))).toMatchObject({ reason: 'payment_of_another' });
		}
	});

	it('takes one that carries the id of a visitor whose work came to the account meanwhile', async () => {
		const [visitor, account] = [await caller(), await caller()];
		const hash = await settled({ memo: idOf(visitor) });
		const adoption = { fromId: idOf(visitor), toId: idOf(account) };
		await test.services.db.transaction().execute((trx) => recordTransfer(trx, adoption));
		expect(await refusalOf(await caller(), hash)).toMatchObject({ reason: 'payment_of_another' });
		expect((await use(account, hash)).user?.premium).toBe(true);
	});

	it('rejects what was paid to somebody else, or made a contract', async () => {
		const ctx = await caller();
		const elsewhere = await settled({ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' });
		const creating = await settled({ to: null, value: '0' });
		for (const hash of [elsewhere, creating]) {
			expect(await refusalOf(ctx, hash)).toMatchObject({ code: 'PAYMENT', reason: 'payment_elsewhere' });
		}
	});

	it('rejects too little by the smallest amount, before it is confirmed', async () => {
		const ctx = await caller();
		expect(await refusalOf(ctx, await chain.pay({ value: '4.999999999999999999' }))).toMatchObject({
			code: 'PAYMENT',
			reason: 'payment_too_small',
			message: 'This transaction paid 4.999999999999999999 MATIC, and Premium costs 5 MATIC.',
		});
	});

	it('rejects a transaction that failed', async () => {
		const ctx = await caller();
		const revert = '0x60006000fd';
		await chain.client.setCode({ address: chain.treasury, bytecode: revert });
		const hash = await settled();
		await chain.client.setCode({ address: chain.treasury, bytecode: '0x' });
		expect(await refusalOf(ctx, hash)).toMatchObject({ code: 'PAYMENT', reason: 'payment_failed' });
	});

	it('62 rejects a made-up hash, and says when to try again', async () => {
		const ctx = await caller();
		expect(await refusalOf(ctx, `0x${'ab'.repeat(32)}`)).toMatchObject({
			code: 'PRECONDITION',
			reason: 'payment_unknown',
			meta: { retryAfterSeconds: 10 },
		});
	});

	it('rejects on a chain without a price, and everywhere without one', async () => {
		const ctx = await caller();
		const signature = `0x${'ab'.repeat(32)}`;
		const elsewhere = await payPremium(ctx, { chain: 'ethereum', signature }).catch((error: unknown) => error);
		expect(elsewhere).toMatchObject({ code: 'PRECONDITION', reason: 'premium_unavailable' });
		const off = { ...ctx, premium: { ...ctx.premium, chains: new Map() } };
		expect(await refusalOf(off, signature)).toMatchObject({
			reason: 'premium_unavailable',
			message: 'Premium cannot be paid for here. A passphrase opens it.',
		});
	});

	it('rejects once the session has ended, and stores nothing', async () => {
		const ctx = await caller();
		const hash = await settled();
		await ctx.db.deleteFrom('sessions').execute();
		expect(await refusalOf(ctx, hash)).toMatchObject({ code: 'UNAUTHORIZED', reason: 'sign_in_required' });
		expect(await listPremiumPayments(ctx)).toEqual([]);
	});

	it('rejects the sixth transaction that is not a payment, however often the others were named', async () => {
		const ctx = await caller();
		const madeUp = (digit: number) => `0x${String(digit).repeat(64)}`;
		for (let round = 0; round < 4; round++) {
			for (let digit = 1; digit <= 5; digit++) {
				expect(await refusalOf(ctx, madeUp(digit))).toMatchObject({ reason: 'payment_unknown' });
			}
		}
		const sixth = await refusalOf(ctx, madeUp(6));
		expect(sixth).toMatchObject({ code: 'LIMIT', reason: 'too_many_tries' });
		expect((sixth as AppError).meta.retryAfterSeconds).toBeGreaterThan(840);
		expect((sixth as Error).message).toMatch(
			/^Too many transactions that are not a payment\. Try again in 15 minutes\.$/,
		);
	});

	it('counts neither waiting nor a node of another chain against anybody, also after it was unknown at first', async () => {
		const waiting = await caller();
		const silent = { ...waiting, premium: { ...waiting.premium, chains: chain.payments({ chainId: 1 }).chains } };
		for (let index = 0; index < 6; index++) {
			const { hash, send } = await chain.sign();
			expect(await refusalOf(waiting, hash)).toMatchObject({ reason: 'payment_unknown' });
			await send();
			expect(await refusalOf(waiting, hash)).toMatchObject({ reason: 'payment_unconfirmed' });
			expect(await refusalOf(silent, `0x${String(index).repeat(64)}`)).toMatchObject({ reason: 'chain_unavailable' });
		}
	});
});
