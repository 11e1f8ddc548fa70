import { findUserByDiscordId } from '@adx/db/repositories/auth/users';
import { type FakeDiscord, fakeAccounts, startFakeDiscord } from '@adx/fakes/discord/discord';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Services } from '../../platform/context.ts';
import { createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { readFailureCookie, writeFailureCookie } from '../emergency/start-emergency-access.ts';
import { createTestClock, openBrowser, type TestBrowser, withDiscord } from './browser-testing.ts';
import { finishDiscordSignIn } from './finish-sign-in.ts';
import { consumeOAuthState, startDiscordSignIn } from './start-sign-in.ts';
import { decryptGrant } from './stored-grant.ts';

const { wizard, community, lurker, stranger } = fakeAccounts;
const minuteMs = 60_000;

let test: TestServices;
let fake: FakeDiscord;
let services: Services;
let time: ReturnType<typeof createTestClock>;
beforeAll(async () => {
	[test, fake] = [await createTestServices({}), await startFakeDiscord()];
});
beforeEach(async () => {
	await test.clear();
	fake.reset();
	time = createTestClock(test);
	services = withDiscord(test, fake, time.clock);
});
afterAll(() => Promise.all([test.close(), fake.close()]));

const open = () => openBrowser(services, fake);
const userOf = (discordId: string) => findUserByDiscordId(services.db, discordId);
const auditEntries = () => services.db.selectFrom('auditLog').selectAll().orderBy('createdAt').execute();
const sessionRows = () => services.db.selectFrom('sessions').selectAll().execute();

async function expectNobody(browser: TestBrowser) {
	expect(await sessionRows()).toEqual([]);
	expect(await browser.check()).toEqual({ authenticated: false, hasMageAccess: false, user: null });
}

describe('signing in with Discord', () => {
	it('starts at Discord with our callback and a state that the database knows only hashed (API-02, ENT-02)', async () => {
		const browser = open();
		const { authUrl } = await startDiscordSignIn(await browser.context());
		const url = new URL(authUrl);
		expect(url.origin).toBe(fake.origin);
		expect(url.searchParams.get('redirect_uri')).toBe('http://localhost:3000/api/auth/discord/callback');
		const state = url.searchParams.get('state') ?? '';
		expect(state).toMatch(/^[\w-]{43}$/);
		expect(browser.jar.get('adx_discord_state')).toBe(state);
		const rows = await services.db.selectFrom('discordStates').selectAll().execute();
		expect(rows).toHaveLength(1);
		expect(JSON.stringify(rows)).not.toContain(state);
	});

	it('remembers the state under https by a name that no other host of the domain can plant, and a failure of Discord’s', async () => {
		services = { ...services, config: { ...services.config, secureCookies: true } };
		const browser = open();
		const { authUrl } = await startDiscordSignIn(await browser.context());
		const state = new URL(authUrl).searchParams.get('state') ?? '';
		expect([...browser.jar]).toEqual([['__Host-adx_discord_state', state]]);
		browser.jar.clear();
		browser.jar.set('adx_discord_state', state);
		expect(await consumeOAuthState(await browser.context(), state)).toBe(false);
		browser.jar.set('__Host-adx_discord_state', state);
		expect(await consumeOAuthState(await browser.context(), state)).toBe(true);
		expect(browser.jar.has('__Host-adx_discord_state')).toBe(false);
		writeFailureCookie(await browser.context());
		expect([...browser.jar.keys()]).toContain('__Host-adx_discord_failure');
		expect(readFailureCookie(await browser.context())).not.toBeNull();
	});

	it('lets a member with a qualifying role in for 30 days (GATE-32, API-13)', async () => {
		const browser = open();
		expect(await browser.discord(wizard.id)).toBe('success');
		expect(await browser.check()).toMatchObject({
			authenticated: true,
			hasMageAccess: true,
			user: { name: wizard.username, avatar: wizard.avatar, role: 'creator', premium: false, adminUnlocked: false },
		});
		const [session] = await sessionRows();
		expect(session).toMatchObject({ method: 'discord', imagesLeft: null });
		const lastsMs = (session?.absoluteExpiresAt.getTime() ?? 0) - (session?.createdAt.getTime() ?? 0);
		expect(Math.round(lastsMs / (24 * 60 * minuteMs))).toBe(30);
		expect(browser.jar.has('adx_discord_state')).toBe(false);
	});

	it('stores what Discord tells, with both tokens encrypted (ENT-07)', async () => {
		await open().discord(wizard.id);
		const user = await userOf(wizard.id);
		expect(user).toMatchObject({
			username: wizard.username,
			discriminator: null,
			avatar: wizard.avatar,
			email: wizard.email,
			roles: ['Wizard'],
			hasMageAccess: true,
		});
		expect((user?.nextRoleCheckAt?.getTime() ?? 0) - (user?.lastRoleCheck?.getTime() ?? 0)).toBe(15 * minuteMs);
		expect(fake.handedOut.length).toBeGreaterThan(1);
		for (const secret of fake.handedOut) expect(JSON.stringify(user)).not.toContain(secret);
		const grant = user && decryptGrant(services.secretKey, user);
		expect(fake.isLive(grant?.accessToken ?? '')).toBe(true);
		expect(fake.isLive(grant?.refreshToken ?? '')).toBe(true);
	});

	it.each([
		['a member without a qualifying role', lurker],
		['an account that is not a member', stranger],
	])('knows %s and lets it into nothing (GATE-33)', async (_, account) => {
		const browser = open();
		expect(await browser.discord(account.id)).toBe('success');
		expect(await browser.check()).toMatchObject({
			authenticated: true,
			hasMageAccess: false,
			user: { name: account.username },
		});
		expect(await userOf(account.id)).toMatchObject({ roles: [], hasMageAccess: false });
	});

	it('finds the same user at the next sign-in and on another browser', async () => {
		const [first, second] = [open(), open()];
		await first.discord(wizard.id);
		const id = (await first.check()).user?.id;
		await first.logout();
		await first.discord(wizard.id);
		await second.discord(wizard.id);
		expect([(await first.check()).user?.id, (await second.check()).user?.id]).toEqual([id, id]);
	});

	it('makes one user of two simultaneous first sign-ins', async () => {
		const [first, second] = [open(), open()];
		fake.consentAs(wizard.id);
		const [here, there] = [await first.consent(), await second.consent()];
		expect(await Promise.all([first.finish(here), second.finish(there)])).toEqual(['success', 'success']);
		expect((await first.check()).user?.id).toBe((await second.check()).user?.id);
	});

	it('carries elevations over, each with its own end, and keeps them from another account', async () => {
		const browser = open();
		await browser.password('developer');
		await browser.password('premium');
		await browser.password('admin');
		const before = (await sessionRows())[0];
		await browser.discord(wizard.id);
		const { premiumUntil, developerUntil } = before ?? {};
		const after = await sessionRows();
		expect(after).toHaveLength(1);
		expect(after[0]).toMatchObject({ method: 'discord', premiumUntil, developerUntil, adminUnlocked: true });
		await browser.discord(community.id);
		expect((await browser.check()).user).toMatchObject({
			name: community.username,
			role: 'creator',
			premium: false,
			adminUnlocked: false,
		});
	});

	it('audits the sign-in with its method', async () => {
		const browser = open();
		await browser.discord(wizard.id);
		const { user } = await browser.check();
		const [session] = await sessionRows();
		expect(await auditEntries()).toEqual([
			expect.objectContaining({
				actorId: user?.id,
				action: 'session.start',
				subject: { method: 'discord', address: '192.0.2.1', sessionId: session?.id, adoptedId: null },
			}),
		]);
	});
});

describe('coming back from Discord in vain', () => {
	it.each<[string, (back: { state: string | null; code: string | null; error: string | null }) => object]>([
		['without a state', () => ({ state: null })],
		['with a wrong state', () => ({ state: 'x'.repeat(43) })],
		['with an empty state', () => ({ state: '' })],
		['without a code', () => ({ code: null })],
		['with a code that is none', () => ({ code: 'nothing' })],
		['with an error beside the code', () => ({ error: 'server_error' })],
	])('rejects whoever comes %s, and leaves no mark', async (_, change) => {
		const browser = open();
		fake.consentAs(wizard.id);
		const back = await browser.consent();
		expect(await browser.finish({ ...back, ...change(back) })).toBe('error');
		await expectNobody(browser);
		expect(readFailureCookie(await browser.context())).toBeNull();
	});

	it('rejects a state that was used, also when it comes twice at once', async () => {
		const browser = open();
		fake.consentAs(wizard.id);
		const back = await browser.consent();
		const cookie = browser.jar.get('adx_discord_state') ?? '';
		const [first, second] = [await browser.context(), await browser.context()];
		const outcomes = [finishDiscordSignIn(first, back)];
		browser.jar.set('adx_discord_state', cookie);
		outcomes.push(finishDiscordSignIn(second, back));
		expect((await Promise.all(outcomes)).toSorted()).toEqual(['error', 'success']);
		browser.jar.set('adx_discord_state', cookie);
		expect(await browser.finish(back)).toBe('error');
	});

	it('rejects a state after 10 minutes and one that another browser set out with', async () => {
		const browser = open();
		fake.consentAs(wizard.id);
		const late = await browser.consent();
		await time.pass(10 * minuteMs);
		expect(await browser.finish(late)).toBe('error');
		const others = await open().consent();
		await browser.consent();
		expect(await browser.finish(others)).toBe('error');
		await expectNobody(browser);
	});

	it('rejects a refused consent and leaves no mark', async () => {
		const browser = open();
		fake.consent('denied');
		const back = await browser.consent();
		expect(back.error).toBe('access_denied');
		expect(await browser.finish(back)).toBe('error');
		await expectNobody(browser);
		expect(readFailureCookie(await browser.context())).toBeNull();
	});

	it('rejects while Discord fails, and only then leaves the mark', async () => {
		const browser = open();
		expect(await browser.meetOutage()).toBe('error');
		await expectNobody(browser);
		expect(readFailureCookie(await browser.context())).not.toBeNull();
	});

	it('rejects where Discord is not configured, with a sentence', async () => {
		const ctx = { ...(await open().context()), discord: null };
		await expect(startDiscordSignIn(ctx)).rejects.toMatchObject({
			code: 'PRECONDITION',
			reason: 'discord_unavailable',
			message: 'Signing in with Discord is not set up on this installation.',
		});
	});
});
