import { hasAnvil } from '@adx/contracts/evm/anvil-testing';
import { movePremiumPayments, recordTransfer } from '@adx/db/repositories/auth/ownership-transfer';
import { deactivatePremiumPayments } from '@adx/db/repositories/premium/premium-payments';
import { findUnreadTransfers, saveReadTransfers } from '@adx/db/repositories/premium/started-payments';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RequestContext } from '../platform/context.ts';
import { listPremiumPayments, payPremium } from './pay-premium.ts';
import type { PaymentChain } from './payment-chain.ts';
import { endStartedPayments, listStartedPayments, startPayment } from './started-payments.ts';
import { usePaymentChain } from './use-payment-chain-testing.ts';
import { startPaymentWatcher, watchPayments } from './watch-payments.ts';

const { test, chain, caller } = usePaymentChain();

const idOf = (ctx: RequestContext) => ctx.actor?.userId ?? '';
const start = (ctx: RequestContext) => startPayment(ctx, { chain: 'polygon' });
const refusalOf = (work: Promise<unknown>) =>
	work.then(
		() => null,
		(error: unknown) => error,
	);
const watch = (services = test.services, by: PaymentChain = chain.chain) =>
	watchPayments(services, by, new AbortController().signal);
const place = () => ({ chain: 'polygon', treasury: chain.treasury }) as const;
const signaturesOf = async (ctx: RequestContext) => (await listPremiumPayments(ctx)).map(({ signature }) => signature);
const listRows = () => test.services.db.selectFrom('startedPayments').selectAll().execute();
const later = (ctx: RequestContext, ms: number): RequestContext => ({
	...ctx,
	clock: () => new Date(Date.now() + ms),
});

beforeEach(async () => {
	if (!hasAnvil) return;
	// As a start of the product notes it.
	const { db } = test.services;
	await db
		.insertInto('premiumOffers')
		.values({ ...place(), offeredSince: new Date(0) })
		.execute();
});

describe.skipIf(!hasAnvil)('a payment that is started', () => {
	it('is noted before the wallet is asked, and keeps the account from starting another one for 15 minutes', async () => {
		const ctx = await caller();
		expect(await start(ctx)).toMatchObject({ chain: 'polygon', secondsLeft: 900 });
		expect(await listStartedPayments(ctx)).toMatchObject([{ chain: 'polygon' }]);
		expect(await refusalOf(start(ctx))).toMatchObject({
			code: 'PRECONDITION',
			reason: 'payment_under_way',
			message: expect.stringMatching(/would cost you twice\. Another can be started in 15 minutes\.$/),
		});
		expect(await listStartedPayments(later(ctx, 14 * 60_000))).toHaveLength(1);
		expect(await listStartedPayments(later(ctx, 15 * 60_000 + 1_000))).toEqual([]);
		expect(await start(later(ctx, 15 * 60_000 + 1_000))).toMatchObject({ secondsLeft: 900 });
	});

	it('is one alone where 5 are started at the same moment', async () => {
		const ctx = await caller();
		const answers = await Promise.all(Array.from({ length: 5 }, () => refusalOf(start(ctx))));
		expect(answers.filter((answer) => answer === null)).toHaveLength(1);
		expect(answers.filter((answer) => (answer as { reason?: string })?.reason === 'payment_under_way')).toHaveLength(4);
	});

	it('makes room for another one once its wallet has refused, and is nobody else’s', async () => {
		const [ctx, other] = [await caller(), await caller()];
		await start(ctx);
		await start(other);
		await endStartedPayments(ctx);
		expect([await listStartedPayments(ctx), await listStartedPayments(other)]).toMatchObject([[], [{}]]);
		expect(await start(ctx)).toMatchObject({ chain: 'polygon' });
	});

	it('rejects where nothing could be followed: without a price, and while the node is another chain’s', async () => {
		const ctx = await caller();
		expect(await refusalOf(startPayment(ctx, { chain: 'ethereum' }))).toMatchObject({ reason: 'premium_unavailable' });
		const elsewhere = await caller(chain.payments({ chainId: 1 }));
		expect(await refusalOf(start(elsewhere))).toMatchObject({ reason: 'chain_unavailable' });
		expect(await listRows()).toEqual([]);
	});

	it('rejects once the session has ended', async () => {
		const ctx = await caller();
		await ctx.db.deleteFrom('sessions').execute();
		expect(await refusalOf(start(ctx))).toMatchObject({ reason: 'sign_in_required' });
	});
});

describe.skipIf(!hasAnvil)('a payment that the page never named', () => {
	it('counts once it is confirmed, and is audited', async () => {
		const ctx = await caller();
		await start(ctx);
		const hash = await chain.pay({ memo: idOf(ctx) });
		await chain.mine(1);
		await watch();
		expect(await signaturesOf(ctx)).toEqual([]);
		await chain.mine(1);
		await watch();
		expect(await listPremiumPayments(ctx)).toMatchObject([{ signature: hash, active: true }]);
		const entries = await ctx.db.selectFrom('auditLog').selectAll().execute();
		expect(entries).toMatchObject([
			{ action: 'premium.pay', actorId: idOf(ctx), subject: { signature: hash, paid: '5 MATIC', foundBy: 'server' } },
		]);
		expect(await listStartedPayments(ctx)).toEqual([]);
		// The page that comes back names it all the same.
		expect((await payPremium(ctx, { chain: 'polygon', signature: hash })).user?.premium).toBe(true);
	});

	it('counts after the product was down meanwhile, and where the wallet was said to have sent nothing', async () => {
		const ctx = await caller();
		await start(ctx);
		await endStartedPayments(ctx);
		const hash = await chain.pay({ memo: idOf(ctx) });
		await chain.mine(250);
		await watch(later(ctx, 23 * 3_600_000));
		expect(await signaturesOf(ctx)).toEqual([hash]);
	});

	it('counts once where 4 processes find it at once and its owner names it', async () => {
		const callers = [await caller(), await caller(), await caller()];
		for (const ctx of callers) await start(ctx);
		const hashes = [];
		for (const ctx of callers) hashes.push(await chain.pay({ memo: idOf(ctx) }));
		await chain.mine(2);
		await Promise.all([
			...Array.from({ length: 4 }, () => watch()),
			payPremium(callers[0]!, { chain: 'polygon', signature: hashes[0]! }),
		]);
		expect(await Promise.all(callers.map(signaturesOf))).toEqual(hashes.map((hash) => [hash]));
		expect(await test.services.db.selectFrom('auditLog').selectAll().execute()).toHaveLength(3);
	});

	it('counts for the account that a visitor’s work has come to meanwhile', async () => {
		const [visitor, account] = [await caller(), await caller()];
		await start(visitor);
		const hash = await chain.pay({ memo: idOf(visitor) });
		await chain.mine(2);
		const adoption = { fromId: idOf(visitor), toId: idOf(account) };
		await test.services.db.transaction().execute(async (trx) => {
			await movePremiumPayments(trx, adoption);
			await recordTransfer(trx, adoption);
		});
		expect(await listStartedPayments(account)).toHaveLength(1);
		await watch();
		expect([await signaturesOf(visitor), await signaturesOf(account)]).toEqual([[], [hash]]);
	});

	it('is not switched on again by the watcher after its owner has removed it', async () => {
		const ctx = await caller();
		await start(ctx);
		await chain.pay({ memo: idOf(ctx) });
		await chain.mine(2);
		await watch();
		await ctx.db.transaction().execute((trx) => deactivatePremiumPayments(trx, idOf(ctx)));
		await start(ctx);
		await ctx.db.updateTable('premiumOffers').set({ readToBlock: null }).execute();
		await ctx.db.updateTable('startedPayments').set({ fromBlock: 0 }).execute();
		await watch();
		expect(await listPremiumPayments(ctx)).toMatchObject([{ active: false }]);
	});

	it('rejects what pays too little, carries nobody’s id or none, or failed', async () => {
		const ctx = await caller();
		await start(ctx);
		await chain.pay({ memo: idOf(ctx), value: '4.999999999999999999' });
		await chain.pay({ memo: 'thanks' });
		await chain.pay({ memo: '\0' });
		await chain.pay();
		await chain.client.setCode({ address: chain.treasury, bytecode: '0x60006000fd' });
		await chain.pay({ memo: idOf(ctx) });
		await chain.client.setCode({ address: chain.treasury, bytecode: '0x' });
		await chain.mine(2);
		await watch();
		expect(await test.services.db.selectFrom('premiumPayments').selectAll().execute()).toEqual([]);
		expect(await findUnreadTransfers(test.services.db, place())).toMatchObject({
			readToBlock: Number(await chain.client.getBlockNumber({ cacheTime: 0 })) - 2,
		});
	});

	it('does not count what the chain has replaced', async () => {
		const ctx = await caller();
		await start(ctx);
		const id = await chain.client.snapshot();
		await chain.pay({ memo: idOf(ctx) });
		await watch();
		await chain.client.revert({ id });
		await chain.mine(4);
		await watch();
		expect(await signaturesOf(ctx)).toEqual([]);
	});

	it('counts where the balance says nothing of it, since the treasury is a contract, which pays without a nonce', async () => {
		const ctx = await caller();
		await chain.client.setCode({ address: chain.treasury, bytecode: '0x00' });
		await chain.mine(3);
		await start(ctx);
		const value = await chain.client.getBalance({ address: chain.treasury });
		const hash = await chain.pay({ memo: idOf(ctx) });
		await chain.client.setBalance({ address: chain.treasury, value });
		await chain.mine(3);
		await watch();
		await chain.client.setCode({ address: chain.treasury, bytecode: '0x' });
		await chain.mine(3);
		expect(await signaturesOf(ctx)).toEqual([hash]);
	});
});

describe.skipIf(!hasAnvil)('reading the chain', () => {
	it('asks nothing while nothing is started, and reads no block while the treasury gets nothing', async () => {
		const proxy = await chain.startProxy();
		const methods: string[] = [];
		proxy.respondWith((calls) => {
			methods.push(...calls.map(({ method }) => method));
			return null;
		});
		const [watched] = [...chain.payments({ rpcUrl: proxy.origin }).chains.values()];
		await watch(test.services, watched);
		expect(methods).toEqual([]);
		const ctx = await caller();
		await start(ctx);
		await chain.mine(20);
		await watch(test.services, watched);
		expect(methods).toContain('eth_getBalance');
		expect(methods).not.toContain('eth_getBlockByNumber');
		await chain.pay({ memo: idOf(ctx) });
		await chain.mine(2);
		await watch(test.services, watched);
		expect(await signaturesOf(ctx)).toHaveLength(1);
	});

	it('goes on where it was, and rejects a node that is far behind that', async () => {
		const ctx = await caller();
		await start(ctx);
		const hash = await chain.pay({ memo: idOf(ctx) });
		await chain.mine(2);
		const head = Number(await chain.client.getBlockNumber({ cacheTime: 0 }));
		await saveReadTransfers(ctx.db, { ...place(), readToBlock: head });
		await watch();
		expect(await signaturesOf(ctx)).toEqual([]);
		await saveReadTransfers(ctx.db, { ...place(), readToBlock: head + 129 });
		await expect(watch()).rejects.toThrow(`The node is only at block ${head}.`);
		await saveReadTransfers(ctx.db, { ...place(), readToBlock: head - 3 });
		await watch();
		expect(await signaturesOf(ctx)).toEqual([hash]);
	});

	it('says that a node has a block without the receipt of its transaction, and reads that block again', async () => {
		const ctx = await caller();
		await start(ctx);
		const hash = await chain.pay({ memo: idOf(ctx) });
		await chain.mine(2);
		const withoutReceipts: PaymentChain = { ...chain.chain, inspect: async () => null };
		await expect(watch(test.services, withoutReceipts)).rejects.toThrow(
			`The node has the block of transaction ${hash}, but not its receipt.`,
		);
		expect(await signaturesOf(ctx)).toEqual([]);
		await watch();
		expect(await signaturesOf(ctx)).toEqual([hash]);
	});

	it('ends a day after the payment was started, in the time of the blocks', async () => {
		const ctx = await caller();
		await start(ctx);
		await watch();
		expect(await listRows()).toHaveLength(1);
		const id = await chain.client.snapshot();
		// The product's clock alone ends nothing: there may be blocks that were not read.
		const nextDay = later(ctx, 24 * 3_600_000 + 60_000);
		await watch(nextDay);
		expect(await listRows()).toHaveLength(1);
		await chain.client.increaseTime({ seconds: 24 * 3_600 + 120 });
		await chain.mine(3);
		await watch(nextDay);
		expect(await listRows()).toEqual([]);
		await chain.client.revert({ id });
	});

	it('is repeated until it is stopped', async () => {
		const ctx = await caller();
		await start(ctx);
		const hash = await chain.pay({ memo: idOf(ctx) });
		await chain.mine(2);
		const watcher = startPaymentWatcher({ ...test.services, premium: chain.payments() });
		await expect.poll(() => signaturesOf(ctx)).toEqual([hash]);
		await watcher.stop();
	});
});
