import { insertAccessToken } from '@adx/db/repositories/auth/access-tokens';
import { updateDiscordAccount } from '@adx/db/repositories/auth/discord-accounts';
import { findUserByDiscordId, insertUser } from '@adx/db/repositories/auth/users';
import {
	type FakeDiscord,
	fakeAccounts,
	fakeOtherRoleId,
	fakeRoleIds,
	startFakeDiscord,
} from '@adx/fakes/discord/discord';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Services } from '../../platform/context.ts';
import { createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { createTestClock, openBrowser, type TestBrowser, withDiscord } from './browser-testing.ts';
import { checkRoles } from './check-roles.ts';
import { decryptGrant, encryptGrant } from './stored-grant.ts';

const { wizard, community, lurker } = fakeAccounts;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

let test: TestServices;
let fake: FakeDiscord;
let services: Services;
let time: ReturnType<typeof createTestClock>;
beforeAll(async () => {
	test = await createTestServices({});
});
beforeEach(async () => {
	await test.clear();
	time = createTestClock(test);
	fake = await startFakeDiscord({ clock: time.clock });
	services = withDiscord(test, fake, time.clock);
	return () => fake.close();
});
afterAll(() => test.close());

const check = (signal = new AbortController().signal) => checkRoles(services, signal);
/** Lets the time pass after which a user is asked for, and asks. */
async function checkAfter(ms = 15 * minuteMs) {
	await time.pass(ms);
	await check();
}

async function signedIn(accountId: string): Promise<TestBrowser> {
	const browser = openBrowser(services, fake);
	expect(await browser.discord(accountId)).toBe('success');
	return browser;
}

const userOf = (discordId: string) => findUserByDiscordId(services.db, discordId);
const causes = async () => {
	const entries = await services.db.selectFrom('auditLog').selectAll().orderBy('createdAt').execute();
	return entries.flatMap(({ action, subject }) => (action === 'session.start' ? [] : [[action, subject.cause]]));
};

describe('checking roles again', () => {
	it('asks after 15 minutes, not before, and keeps who still holds a role', async () => {
		const browser = await signedIn(wizard.id);
		const asked = fake.count('member');
		await checkAfter(15 * minuteMs - 1_000);
		expect(fake.count('member')).toBe(asked);
		await checkAfter(2_000);
		await check();
		expect(fake.count('member')).toBe(asked + 1);
		expect((await browser.check()).hasMageAccess).toBe(true);
		await checkAfter();
		expect(fake.count('member')).toBe(asked + 2);
		expect(await causes()).toEqual([]);
	});

	it.each([
		['lost the role', [fakeOtherRoleId], 'role'],
		['left the guild', null, 'left'],
	] as const)('ends the access and every Discord session of who %s', async (_, roleIds, cause) => {
		const [first, second] = [await signedIn(wizard.id), await signedIn(wizard.id)];
		const other = await signedIn(community.id);
		fake.setRoles(wizard.id, roleIds);
		await checkAfter();
		for (const browser of [first, second]) expect((await browser.check()).authenticated).toBe(false);
		expect((await other.check()).hasMageAccess).toBe(true);
		expect(await userOf(wizard.id)).toMatchObject({ hasMageAccess: false, roles: [] });
		expect(await causes()).toEqual([['access.lost', cause]]);
	});

	it('ends the access of who took the authorization back, and forgets the tokens', async () => {
		const browser = await signedIn(wizard.id);
		fake.revokeGrants(wizard.id);
		await checkAfter();
		expect((await browser.check()).authenticated).toBe(false);
		expect(await userOf(wizard.id)).toMatchObject({
			hasMageAccess: false,
			accessToken: null,
			refreshToken: null,
			tokenExpiry: null,
			nextRoleCheckAt: null,
		});
		expect(await causes()).toEqual([['access.lost', 'grant']]);
		expect(await browser.discord(wizard.id)).toBe('success');
		expect((await browser.check()).hasMageAccess).toBe(true);
	});

	it('leaves a session alone that came in by password', async () => {
		const browser = await signedIn(wizard.id);
		await browser.password('community');
		fake.setRoles(wizard.id, null);
		await checkAfter();
		expect((await browser.check()).hasMageAccess).toBe(true);
	});

	it('lets in who got a role meanwhile', async () => {
		const browser = await signedIn(lurker.id);
		fake.setRoles(lurker.id, [fakeRoleIds.Acolyte]);
		await checkAfter();
		expect((await browser.check()).hasMageAccess).toBe(true);
		expect(await userOf(lurker.id)).toMatchObject({ roles: ['Acolyte'] });
		expect(await causes()).toEqual([['access.gain', undefined]]);
	});

	it('gives the grant of who cannot call any more back, and asks for them only after they sign in again', async () => {
		const browser = await signedIn(wizard.id);
		const grant = decryptGrant(services.secretKey, (await userOf(wizard.id))!);
		await browser.logout();
		fake.reset();
		await checkAfter();
		expect(fake.requests).toHaveLength(1);
		expect(fake.isLive(grant?.refreshToken ?? '')).toBe(false);
		const forgotten = { nextRoleCheckAt: null, accessToken: null, refreshToken: null, tokenExpiry: null };
		expect(await userOf(wizard.id)).toMatchObject(forgotten);
		await check();
		expect(fake.requests).toHaveLength(1);
		await browser.discord(wizard.id);
		fake.reset();
		await checkAfter();
		expect(fake.count('member')).toBe(1);
	});

	it('asks for who has nothing but an access token', async () => {
		const browser = await signedIn(wizard.id);
		await browser.logout();
		const userId = (await userOf(wizard.id))?.id ?? '';
		const expiresAt = new Date(Date.now() + dayMs);
		await insertAccessToken(services.db, {
			id: 'a',
			userId,
			name: 'a',
			hash: 'a'.repeat(64),
			scopes: ['read'],
			expiresAt,
		});
		fake.setRoles(wizard.id, null);
		await checkAfter();
		expect((await userOf(wizard.id))?.hasMageAccess).toBe(false);
	});

	it('asks once when two processes look at the same time', async () => {
		await signedIn(wizard.id);
		fake.reset();
		await time.pass(15 * minuteMs);
		await Promise.all([check(), check(), check()]);
		expect(fake.count('member')).toBe(1);
	});

	it('asks for more users than it takes up at once', async () => {
		const browser = await signedIn(wizard.id);
		const template = await userOf(wizard.id);
		const grant = template && decryptGrant(services.secretKey, template);
		if (!grant) throw new Error('no grant');
		for (let index = 0; index < 44; index += 1) {
			const { id } = await insertUser(services.db, { id: `user-${index}`, discordId: `${index}`, hasMageAccess: true });
			const columns = encryptGrant(services.secretKey, id, { ...grant, expiresAt: new Date(Date.now() + dayMs) });
			await updateDiscordAccount(services.db, id, { ...columns, nextRoleCheckAt: new Date(), updatedAt: new Date() });
			await services.db
				.insertInto('sessions')
				.values({
					id: `session-${index}`,
					userId: id,
					method: 'discord',
					expiresAt: new Date(Date.now() + dayMs),
					absoluteExpiresAt: new Date(Date.now() + dayMs),
				})
				.execute();
		}
		fake.reset();
		await checkAfter();
		expect(fake.count('member')).toBe(45);
		expect((await browser.check()).hasMageAccess).toBe(true);
	});

	it('stops after the user it is at', async () => {
		await signedIn(wizard.id);
		fake.reset();
		await time.pass(15 * minuteMs);
		await check(AbortSignal.abort());
		expect(fake.requests).toEqual([]);
	});
});

describe('while Discord does not answer', () => {
	it('keeps the last answer for 24 hours, then ends the sessions and keeps the grant', async () => {
		const browser = await signedIn(wizard.id);
		fake.failAlways('me', { kind: 'server_error' });
		for (let hours = 0; hours < 23; hours += 1) await checkAfter(hourMs);
		expect((await browser.check()).hasMageAccess).toBe(true);
		await checkAfter(hourMs);
		expect((await browser.check()).authenticated).toBe(false);
		expect(await causes()).toEqual([['access.lost', 'unanswered']]);
		expect((await userOf(wizard.id))?.refreshToken).not.toBeNull();
		fake.failAlways('me', null);
		await browser.discord(wizard.id);
		expect((await browser.check()).hasMageAccess).toBe(true);
	});

	it('does the same when Discord is not configured any more', async () => {
		const browser = await signedIn(wizard.id);
		services = { ...services, discord: null };
		await checkAfter(23 * hourMs);
		expect((await browser.check()).hasMageAccess).toBe(true);
		await checkAfter(hourMs);
		expect((await browser.check()).authenticated).toBe(false);
	});
});

describe('renewing a grant', () => {
	const grantOf = async (discordId: string) => {
		const user = await userOf(discordId);
		return user && decryptGrant(services.secretKey, user);
	};

	it('happens before the access token ends, and stores the new pair', async () => {
		const browser = await signedIn(wizard.id);
		const before = await grantOf(wizard.id);
		await checkAfter(3 * dayMs);
		expect(await grantOf(wizard.id)).toEqual(before);
		await browser.check();
		await checkAfter(4 * dayMs - 10 * minuteMs);
		const after = await grantOf(wizard.id);
		expect(after?.refreshToken).not.toBe(before?.refreshToken);
		expect([fake.isLive(after?.accessToken ?? ''), fake.isLive(after?.refreshToken ?? '')]).toEqual([true, true]);
		expect((await browser.check()).hasMageAccess).toBe(true);
	});

	it('happens when the access token is refused before its time', async () => {
		const browser = await signedIn(wizard.id);
		fake.expireAccessTokens(wizard.id);
		await checkAfter();
		expect((await browser.check()).hasMageAccess).toBe(true);
		expect(fake.isLive((await grantOf(wizard.id))?.accessToken ?? '')).toBe(true);
	});

	it('locks nobody out when the new pair was lost: the last answer counts for 24 hours', async () => {
		const browser = await signedIn(wizard.id);
		// The state left by a process that died after Discord's answer: the row says that a renewal was started.
		const user = await userOf(wizard.id);
		const lost = await grantOf(wizard.id);
		await services.discord?.refresh(lost?.refreshToken ?? '');
		await updateDiscordAccount(services.db, user?.id ?? '', { tokenExpiry: null, updatedAt: new Date() });
		await checkAfter();
		expect((await browser.check()).hasMageAccess).toBe(true);
		expect(await causes()).toEqual([]);
		await checkAfter(dayMs);
		expect((await browser.check()).authenticated).toBe(false);
		expect(await causes()).toEqual([['access.lost', 'unanswered']]);
		await browser.discord(wizard.id);
		expect((await browser.check()).hasMageAccess).toBe(true);
	});

	it('says in the row that it was started before the refresh token is used', async () => {
		await signedIn(wizard.id);
		fake.expireAccessTokens(wizard.id);
		const { discord } = services;
		if (discord === null) throw new Error('not configured');
		let seen: unknown = 'nothing';
		const refresh = async (token: string) => {
			seen = (await userOf(wizard.id))?.tokenExpiry;
			return discord.refresh(token);
		};
		services = { ...services, discord: { ...discord, refresh } };
		await checkAfter();
		expect(seen).toBeNull();
		expect((await userOf(wizard.id))?.tokenExpiry).not.toBeNull();
	});

	it('does not overwrite the grant of a sign-in that happens meanwhile, nor end its session', async () => {
		await signedIn(wizard.id);
		const { discord } = services;
		if (discord === null) throw new Error('not configured');
		let second: TestBrowser | undefined;
		const readMember = async (token: string) => {
			const member = await discord.readMember(token);
			if (second === undefined) {
				second = openBrowser(withDiscord(test, fake, time.clock), fake);
				await second.discord(wizard.id);
			}
			return { ...member, roleIds: null };
		};
		services = { ...services, discord: { ...discord, readMember } };
		await checkAfter();
		expect((await second?.check())?.hasMageAccess).toBe(true);
		expect(await userOf(wizard.id)).toMatchObject({ hasMageAccess: true, roles: ['Wizard'] });
	});
});
