import { type FakeDiscord, fakeAccounts, startFakeDiscord } from '@adx/fakes/discord/discord';
import { startGenerationInput } from '@adx/validators/generation/generation-order';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startGeneration } from '../../generation/start/start-generation.ts';
import type { Services } from '../../platform/context.ts';
import { createPixelEngine, createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { createTestClock, openBrowser, type TestBrowser, withDiscord } from '../discord/browser-testing.ts';
import { startEmergencyAccess } from './start-emergency-access.ts';

const { wizard, lurker } = fakeAccounts;
const minuteMs = 60_000;
const refusal = {
	code: 'PRECONDITION',
	reason: 'emergency_unavailable',
	message: 'Emergency access is not available right now.',
};

let test: TestServices;
let fake: FakeDiscord;
let services: Services;
let time: ReturnType<typeof createTestClock>;
beforeAll(async () => {
	[test, fake] = [await createTestServices({ forge: createPixelEngine() }), await startFakeDiscord()];
});
beforeEach(async () => {
	await test.clear();
	fake.reset();
	time = createTestClock(test);
	services = withDiscord(test, fake, time.clock);
});
afterAll(() => Promise.all([test.close(), fake.close()]));

const open = (address?: string) => openBrowser(services, fake, address);
const sessionRows = () => services.db.selectFrom('sessions').selectAll().execute();

async function marked(address?: string): Promise<TestBrowser> {
	const browser = open(address);
	await browser.meetOutage();
	return browser;
}

async function order(browser: TestBrowser, batchSize: number, key?: string) {
	const input = startGenerationInput.parse({
		races: ['elf'],
		classes: ['wizard'],
		artStyle: 'bold-classic',
		backgroundType: 'random-all',
		batchSize,
		engine: 'forge',
	});
	return startGeneration(await browser.context(key), { ...input, seed: 'a' });
}

describe('emergency access', () => {
	it('lets a browser in for an hour after Discord failed it (AMB-32)', async () => {
		const browser = await marked();
		const { user, ...access } = await browser.emergency();
		expect(access).toEqual({ authenticated: true, hasMageAccess: true });
		expect(user).toMatchObject({ role: 'creator', premium: false, adminUnlocked: false });
		expect(await sessionRows()).toEqual([expect.objectContaining({ method: 'emergency', imagesLeft: 20 })]);
		expect(browser.jar.has('adx_discord_failure')).toBe(false);
		const entries = await services.db.selectFrom('auditLog').selectAll().execute();
		expect(entries).toEqual([
			expect.objectContaining({ action: 'session.start', actorId: user?.id, subject: expect.anything() }),
		]);
		expect(entries[0]?.subject).toMatchObject({ method: 'emergency', address: '192.0.2.1' });
		await time.pass(59 * minuteMs);
		expect((await browser.check()).hasMageAccess).toBe(true);
		await time.pass(minuteMs);
		expect((await browser.check()).authenticated).toBe(false);
	});

	it('finds the work that the browser had before', async () => {
		const browser = open();
		await browser.password('community');
		const id = (await browser.check()).user?.id;
		await browser.logout();
		await browser.meetOutage();
		expect((await browser.emergency()).user?.id).toBe(id);
	});

	it('rejects a browser that Discord did not fail', async () => {
		await expect(open().emergency()).rejects.toMatchObject(refusal);
		const refused = open();
		fake.consent('denied');
		await refused.finish(await refused.consent());
		await expect(refused.emergency()).rejects.toMatchObject(refusal);
		const wrong = open();
		fake.consentAs(wizard.id);
		await wrong.finish({ ...(await wrong.consent()), state: 'x' });
		await expect(wrong.emergency()).rejects.toMatchObject(refusal);
		expect(await sessionRows()).toEqual([]);
	});

	it('rejects an account that Discord knows without a role', async () => {
		const browser = open();
		await browser.discord(lurker.id);
		await expect(browser.emergency()).rejects.toMatchObject(refusal);
	});

	it('rejects a mark that was forged, changed or made for something else', async () => {
		const browser = await marked();
		const mark = browser.jar.get('adx_discord_failure') ?? '';
		await browser.password('community');
		await browser.logout();
		const visitor = browser.jar.get('adx_visitor') ?? '';
		const [id = '', issued = '', signature = ''] = mark.split('.');
		const later = (Number.parseInt(issued, 36) + 1).toString(36);
		for (const forged of [
			`${id}.${later}.${signature}`,
			`${id}x.${issued}.${signature}`,
			`${id}.${issued}.${'A'.repeat(43)}`,
			visitor,
			'true',
			'',
		]) {
			browser.jar.set('adx_discord_failure', forged);
			await expect(browser.emergency()).rejects.toMatchObject(refusal);
		}
		browser.jar.set('adx_discord_failure', mark);
		expect((await browser.emergency()).authenticated).toBe(true);
	});

	it('rejects a mark of 15 minutes ago', async () => {
		const browser = await marked();
		await time.pass(15 * minuteMs);
		await expect(browser.emergency()).rejects.toMatchObject(refusal);
	});

	it('rejects the mark a second time, from another address and on the next day too', async () => {
		await time.toNextDay(-5 * minuteMs);
		const browser = await marked();
		const mark = browser.jar.get('adx_discord_failure') ?? '';
		await browser.emergency();
		for (const [address, waitMs] of [
			['192.0.2.1', 0],
			['192.0.2.77', 0],
			['192.0.2.1', 6 * minuteMs],
			['192.0.2.77', 0],
		] as const) {
			await time.pass(waitMs);
			const thief = open(address);
			thief.jar.set('adx_discord_failure', mark);
			await expect(thief.emergency()).rejects.toMatchObject(refusal);
		}
	});

	it('rejects a second time on one network and day, and gives it again on the next', async () => {
		await (await marked()).emergency();
		await expect((await marked()).emergency()).rejects.toMatchObject(refusal);
		await (await marked('2001:db8:1:2::1')).emergency();
		await expect((await marked('2001:db8:1:2:ffff::1')).emergency()).rejects.toMatchObject(refusal);
		await time.toNextDay();
		expect((await (await marked()).emergency()).hasMageAccess).toBe(true);
	});

	it('gives it once to many calls at the same moment', async () => {
		const browser = await marked();
		const contexts = await Promise.all([1, 2, 3, 4].map(() => browser.context()));
		const answers = await Promise.allSettled(contexts.map((ctx) => startEmergencyAccess(ctx)));
		expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
		expect(await sessionRows()).toHaveLength(1);
	});

	it('rejects while it is switched off, and keeps the mark', async () => {
		const browser = await marked();
		const ctx = await browser.context();
		const off = { ...ctx, config: { ...ctx.config, emergencyAccess: 'off' as const } };
		await expect(startEmergencyAccess(off)).rejects.toMatchObject(refusal);
		expect((await browser.emergency()).authenticated).toBe(true);
	});

	it('rejects whoever is in already, whose session stays as it was', async () => {
		const browser = await marked();
		await browser.password('community');
		const before = await sessionRows();
		await expect(browser.emergency()).rejects.toMatchObject(refusal);
		expect(await sessionRows()).toEqual(before);
	});

	it('rejects an access token', async () => {
		const ctx = { ...(await test.contextOf({ sessionId: null, tokenScopes: ['read', 'write'] })) };
		await expect(startEmergencyAccess(ctx)).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'session_required' });
	});
});

describe('the images of an emergency session', () => {
	async function inEmergency(): Promise<TestBrowser> {
		const browser = await marked();
		await browser.emergency();
		return browser;
	}

	it('rejects the 21st with a sentence', async () => {
		const browser = await inEmergency();
		for (const size of [5, 5, 5, 4]) await order(browser, size);
		await expect(order(browser, 3)).rejects.toMatchObject({
			code: 'LIMIT',
			reason: 'emergency_limit',
			message: 'Emergency access has only 1 image left. Order fewer, or sign in with Discord or a password.',
		});
		await order(browser, 1);
		await expect(order(browser, 1)).rejects.toMatchObject({
			reason: 'emergency_limit',
			message: 'Emergency access has no images left. Sign in with Discord or a password for more.',
		});
		expect(await services.db.selectFrom('generatedImages').select('id').execute()).toHaveLength(20);
	});

	it('never exceeds 20 with many orders at the same moment', async () => {
		const browser = await inEmergency();
		const answers = await Promise.allSettled(Array.from({ length: 8 }, () => order(browser, 5)));
		expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
		expect(await services.db.selectFrom('generationJobs').select('id').execute()).toHaveLength(4);
	});

	it('are not taken by an order that comes twice, nor by one that is refused', async () => {
		const browser = await inEmergency();
		const [first, second] = [await order(browser, 5, 'key'), await order(browser, 5, 'key')];
		expect(second.jobId).toBe(first.jobId);
		await Promise.all([order(browser, 5, 'twice'), order(browser, 5, 'twice')]);
		await expect(order(browser, 4, 'key')).rejects.toMatchObject({ reason: 'idempotency_mismatch' });
		expect(await sessionRows()).toEqual([expect.objectContaining({ imagesLeft: 10 })]);
	});

	it.each(['premium', 'admin'] as const)('stay limited, and the hour too, with the %s password', async (kind) => {
		const browser = await inEmergency();
		const [before] = await sessionRows();
		await order(browser, 5);
		await browser.password(kind);
		const { method, imagesLeft, absoluteExpiresAt } = (await sessionRows())[0] ?? {};
		expect([method, imagesLeft, absoluteExpiresAt]).toEqual(['emergency', 15, before?.absoluteExpiresAt]);
	});

	it.each([
		['the community password', (browser: TestBrowser) => browser.password('community')],
		['the developer password', (browser: TestBrowser) => browser.password('developer')],
		['Discord', (browser: TestBrowser) => browser.discord(wizard.id)],
	])('are no longer counted after signing in with %s', async (_, signIn) => {
		const browser = await inEmergency();
		await order(browser, 5);
		await signIn(browser);
		expect(await sessionRows()).toEqual([expect.objectContaining({ imagesLeft: null })]);
		await time.pass(2 * 60 * minuteMs);
		expect((await browser.check()).hasMageAccess).toBe(true);
		for (let orders = 0; orders < 5; orders += 1) await order(browser, 5);
	});
});
