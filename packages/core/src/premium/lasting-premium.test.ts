import { hasAnvil } from '@adx/contracts/evm/anvil-testing';
import type { DatabaseTransaction } from '@adx/db/client/database';
import { type FakeDiscord, fakeAccounts, startFakeDiscord } from '@adx/fakes/discord/discord';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestClock, openBrowser, type TestBrowser, withDiscord } from '../auth/discord/browser-testing.ts';
import type { RequestContext, Services } from '../platform/context.ts';
import { listPremiumPayments, payPremium } from './pay-premium.ts';
import { removePremium } from './remove-premium.ts';
import { usePaymentChain } from './use-payment-chain-testing.ts';

// What paid Premium is to an account over its sessions.

const { wizard, community } = fakeAccounts;
const { test, chain } = usePaymentChain({ confirmations: 1 });
let fake: FakeDiscord;
let services: Services;
let clock: ReturnType<typeof createTestClock>;
beforeAll(async () => {
	fake = await startFakeDiscord();
});
beforeEach(() => {
	fake.reset();
	clock = createTestClock(test);
	if (hasAnvil) services = { ...withDiscord(test, fake, clock.clock), premium: chain.payments() };
});
afterAll(() => fake?.close());

const open = () => openBrowser(services, fake);
const isPremium = async (browser: TestBrowser) => (await browser.check()).user?.premium;

async function pay(browser: TestBrowser): Promise<string> {
	const signature = await chain.pay();
	await name(browser, signature);
	return signature;
}
const name = async (browser: TestBrowser, signature: string) =>
	payPremium(await browser.context(), { chain: 'polygon', signature });

/** Another browser of the same visitor. */
function copyOf(browser: TestBrowser): TestBrowser {
	const copy = open();
	copy.jar.set('adx_visitor', browser.jar.get('adx_visitor') ?? '');
	return copy;
}

/** The same call, whose transaction is rolled back once all its work is done. */
function failingAtCommit(ctx: RequestContext): RequestContext {
	const execute = (work: (trx: DatabaseTransaction) => Promise<unknown>) =>
		ctx.db.transaction().execute(async (trx) => {
			await work(trx);
			throw new Error('no commit');
		});
	const db = new Proxy(ctx.db, {
		get: (target, key) => (key === 'transaction' ? () => ({ execute }) : Reflect.get(target, key, target)),
	});
	return { ...ctx, db };
}

describe.skipIf(!hasAnvil)('Premium that was paid for', () => {
	it('survives signing out and in, and every session’s end', async () => {
		const browser = open();
		await browser.password('developer');
		await pay(browser);
		expect(await isPremium(browser)).toBe(true);
		await browser.logout();
		await browser.password('developer');
		expect(await isPremium(browser)).toBe(true);
		await clock.pass(13 * 3_600_000);
		expect(await isPremium(browser)).toBeUndefined();
		await browser.password('community');
		expect(await isPremium(browser)).toBe(true);
	});

	it('keeps the session that it was paid in, and opens Premium in the others too', async () => {
		const browser = open();
		await browser.password('community');
		const other = copyOf(browser);
		await other.password('community');
		const before = browser.jar.get('adx_session');
		await pay(browser);
		expect(browser.jar.get('adx_session')).toBe(before);
		expect(await isPremium(other)).toBe(true);
	});

	it('is nobody else’s who comes to that browser', async () => {
		const browser = open();
		await browser.discord(wizard.id);
		await pay(browser);
		await browser.logout();
		await browser.password('community');
		expect(await isPremium(browser)).toBe(false);
		await browser.discord(community.id);
		expect(await isPremium(browser)).toBe(false);
	});

	it.each(['new', 'known'])('goes with a visitor’s work to a %s Discord account, and is used there', async (kind) => {
		if (kind === 'known') await open().discord(wizard.id);
		const browser = open();
		await browser.password('community');
		const signature = await pay(browser);
		await browser.discord(wizard.id);
		expect(await isPremium(browser)).toBe(true);
		expect((await name(browser, signature)).user?.premium).toBe(true);
		const stranger = open();
		await stranger.password('community');
		await expect(name(stranger, signature)).rejects.toMatchObject({ reason: 'payment_used' });
	});

	it('counts for the account when the visitor’s payment was on its way during the sign-in', async () => {
		await open().discord(wizard.id);
		const browser = open();
		await browser.password('community');
		const visitorId = (await browser.check()).user?.id ?? '';
		const signature = await chain.pay({ memo: visitorId });
		const stale = await browser.context();
		await browser.discord(wizard.id);
		// As the call that set out before the sign-in.
		await expect(payPremium(stale, { chain: 'polygon', signature })).rejects.toMatchObject({
			reason: 'sign_in_required',
		});
		expect((await name(browser, signature)).user?.premium).toBe(true);
	});

	it('counts for the account when the visitor had only named it before the sign-in', async () => {
		await open().discord(wizard.id);
		const browser = open();
		await browser.password('community');
		await chain.client.setAutomine(false);
		const signature = await chain.pay();
		await expect(name(browser, signature)).rejects.toMatchObject({ reason: 'payment_unconfirmed' });
		await chain.client.setAutomine(true);
		await chain.mine(1);
		await browser.discord(wizard.id);
		const stranger = open();
		await stranger.password('community');
		await expect(name(stranger, signature)).rejects.toMatchObject({ reason: 'payment_of_another' });
		expect((await name(browser, signature)).user?.premium).toBe(true);
	});

	it('is switched off for the whole account by removing it, until its owner names the payment again (VAL-15)', async () => {
		const browser = open();
		await browser.password('community');
		const signature = await pay(browser);
		const other = copyOf(browser);
		await other.password('community');
		const removed = await removePremium(await browser.context());
		expect(removed.user?.premium).toBe(false);
		expect([await isPremium(browser), await isPremium(other)]).toEqual([false, false]);
		await browser.logout();
		await browser.password('community');
		expect(await isPremium(browser)).toBe(false);
		expect(await listPremiumPayments(await browser.context())).toMatchObject([{ signature, active: false }]);
		const stranger = open();
		await stranger.password('community');
		await expect(name(stranger, signature)).rejects.toMatchObject({ reason: 'payment_used' });
		expect((await name(browser, signature)).user?.premium).toBe(true);
		expect(await isPremium(other)).toBe(true);
		const entries = await services.db.selectFrom('auditLog').select('action').orderBy('createdAt').execute();
		const actions = entries.map(({ action }) => action).filter((action) => action.startsWith('premium.'));
		expect(actions).toEqual(['premium.pay', 'premium.remove', 'premium.resume']);
	});

	it('stays, with the browser’s session, where removing it fails at the last moment', async () => {
		const browser = open();
		await browser.password('community');
		await pay(browser);
		const cookie = browser.jar.get('adx_session');
		await expect(removePremium(failingAtCommit(await browser.context()))).rejects.toThrow('no commit');
		expect(browser.jar.get('adx_session')).toBe(cookie);
		expect(await isPremium(browser)).toBe(true);
	});

	it('removes a passphrase’s Premium with it (VAL-15)', async () => {
		const browser = open();
		await browser.password('community');
		await pay(browser);
		await browser.password('premium');
		await removePremium(await browser.context());
		expect(await isPremium(browser)).toBe(false);
	});
});
