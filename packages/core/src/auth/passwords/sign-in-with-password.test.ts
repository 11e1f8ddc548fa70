import { createHash, randomUUID } from 'node:crypto';
import { listUserSessions } from '@adx/db/repositories/auth/sessions';
import { passDatabaseTime } from '@adx/db/testing/time-testing';
import { type PasswordKind, passwordKindSchema } from '@adx/validators/auth/auth';
import { describe, expect, it, vi } from 'vitest';
import type { RequestContext } from '../../platform/context.ts';
import { useTestServices } from '../../platform/use-services-testing.ts';
import { getCaller } from '../get-caller.ts';
import { logout, purgeExpiredSessions, resolveActor } from '../sessions/sessions.ts';
import type { PasswordCheck } from './passwords.ts';
import { signInWithPassword } from './sign-in-with-password.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
// Every kind has the same right password here; how passwords are judged is tested with passwords.ts.
const passwords: PasswordCheck = { verify: async ({ password }) => password === 'right' };

const test = useTestServices();

/** A browser with its cookies, and a clock that only ever runs ahead of lucia's, which is the system's. */
function openBrowser(options: { readonly secureCookies?: boolean } = {}) {
	const jar = new Map<string, string>();
	let aheadMs = 0;
	const cookies = {
		get: (name: string) => jar.get(name),
		set: (name: string, value: string) => void jar.set(name, value),
		delete: (name: string) => void jar.delete(name),
	};
	const clock = () => new Date(Date.now() + aheadMs);
	const config = { ...test.services.config, secureCookies: options.secureCookies ?? false };
	const services = { ...test.services, passwords, clock, config };
	const context = async (): Promise<RequestContext> => ({
		...services,
		cookies,
		actor: await resolveActor({ ...services, cookies }),
		origin: 'http://localhost:3000',
		address: '192.0.2.1',
		requestId: randomUUID(),
		idempotencyKey: null,
	});
	return {
		jar,
		context,
		pass: (ms: number) => {
			aheadMs += ms;
		},
		signIn: async (kind: PasswordKind, password = 'right') => signInWithPassword(await context(), { kind, password }),
		check: async () => getCaller(await context()),
		logout: async () => logout(await context()),
	};
}

const visitor = { authenticated: false, hasMageAccess: false, user: null };
const sessionRows = () => test.services.db.selectFrom('sessions').selectAll().execute();

describe('signInWithPassword', () => {
	it('answers a developer’s sign-in as the access check answers afterwards (API-01, ENT-01)', async () => {
		const browser = openBrowser();
		expect(await browser.check()).toEqual(visitor);
		const answer = await browser.signIn('developer');
		expect(answer).toEqual({
			authenticated: true,
			hasMageAccess: true,
			user: {
				id: expect.any(String),
				name: null,
				avatar: null,
				role: 'developer',
				premium: false,
				adminUnlocked: false,
				expiresAt: expect.any(Date),
				imagesLeftToday: null,
				imagesLeftAreShared: false,
			},
		});
		expect(await browser.check()).toEqual(answer);
	});

	it('gives the community password creator access', async () => {
		expect((await openBrowser().signIn('community')).user?.role).toBe('creator');
	});

	it.each(['developer', 'community', 'premium', 'admin'] as const)(
		'rejects a wrong %s password with 401',
		async (kind) => {
			const browser = openBrowser();
			if (kind === 'premium' || kind === 'admin') await browser.signIn('community');
			await expect(browser.signIn(kind, 'wrong')).rejects.toMatchObject({
				code: 'UNAUTHORIZED',
				reason: 'wrong_password',
			});
		},
	);

	it.each(['premium', 'admin'] as const)('rejects %s without a session, whatever the password', async (kind) => {
		const browser = openBrowser();
		const refusal = { code: 'UNAUTHORIZED', reason: 'sign_in_required' };
		await expect(browser.signIn(kind)).rejects.toMatchObject(refusal);
		await expect(browser.signIn(kind, 'wrong')).rejects.toMatchObject(refusal);
	});

	it('starts a new session at every privilege change, deletes the old one and keeps what it allowed', async () => {
		const browser = openBrowser();
		const kinds = ['community', 'premium', 'admin', 'developer'] as const;
		const tokens: string[] = [];
		for (const kind of kinds) {
			await browser.signIn(kind);
			tokens.push(browser.jar.get('adx_session') ?? '');
			expect(await sessionRows()).toHaveLength(1);
		}
		expect(new Set(tokens).size).toBe(kinds.length);
		expect((await browser.check()).user).toMatchObject({ role: 'developer', premium: true, adminUnlocked: true });
		browser.jar.set('adx_session', tokens[0] ?? '');
		expect(await browser.check()).toEqual(visitor);
		// Clearing it would clear the new one, when a late call comes back after the sign-in.
		expect(browser.jar.has('adx_session')).toBe(true);
	});

	it('stores the SHA-256 of the token, never the token', async () => {
		const browser = openBrowser();
		const { user } = await browser.signIn('developer');
		const token = browser.jar.get('adx_session') ?? '';
		expect(token).toMatch(/^[a-z2-7]{40}$/);
		const [row] = await listUserSessions(test.services.db, user?.id ?? '');
		expect(row?.id).toBe(createHash('sha256').update(token).digest('hex'));
	});

	it('recognises the browser after a logout, and another browser as somebody else', async () => {
		const browser = openBrowser();
		const first = await browser.signIn('community');
		await browser.logout();
		expect(await browser.check()).toEqual(visitor);
		expect((await browser.signIn('developer')).user?.id).toBe(first.user?.id);
		expect((await openBrowser().signIn('developer')).user?.id).not.toBe(first.user?.id);
	});

	it('audits sign-ins and elevations and not wrong tries', async () => {
		const browser = openBrowser();
		await browser.signIn('community');
		await browser.signIn('premium');
		await browser.signIn('admin', 'wrong').catch(() => {});
		const entries = await test.services.db.selectFrom('auditLog').selectAll().orderBy('createdAt').execute();
		expect(entries.map(({ action, subject }) => [action, subject.kind])).toEqual([
			['session.start', 'community'],
			['session.elevate', 'premium'],
		]);
		expect(entries.every(({ actorId }) => actorId !== null)).toBe(true);
		expect(JSON.stringify(entries)).not.toContain('right');
	});

	it('rejects an access token, whatever the kind, before the password is looked at', async () => {
		const verify = vi.fn(async () => true);
		const ctx = await test.contextOf({ tokenScopes: ['read', 'write'], sessionId: null });
		for (const kind of passwordKindSchema.options) {
			const signIn = signInWithPassword({ ...ctx, passwords: { verify } }, { kind, password: 'right' });
			await expect(signIn).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'session_required' });
		}
		expect(verify).not.toHaveBeenCalled();
		expect(await sessionRows()).toEqual([]);
	});

	it('carries Secure and the __Host- name where the origin is https', async () => {
		const browser = openBrowser({ secureCookies: true });
		await browser.signIn('developer');
		expect(browser.jar.has('__Host-adx_session')).toBe(true);
		expect(browser.jar.has('adx_session')).toBe(false);
	});
});

describe('sessions', () => {
	it('ends a developer’s session after 12 hours however much it is used', async () => {
		const browser = openBrowser();
		await browser.signIn('developer');
		for (let hours = 0; hours < 11; hours += 1) {
			browser.pass(hourMs);
			expect((await browser.check()).user?.role).toBe('developer');
		}
		browser.pass(hourMs);
		expect(await browser.check()).toEqual(visitor);
	});

	it('leaves a community session after the developer elevation on it has ended', async () => {
		const browser = openBrowser();
		await browser.signIn('community');
		expect((await browser.signIn('developer')).user?.role).toBe('developer');
		browser.pass(12 * hourMs);
		expect((await browser.check()).user?.role).toBe('creator');
	});

	it('does not make an elevation last longer by elevating again in another way', async () => {
		const browser = openBrowser();
		await browser.signIn('developer');
		browser.pass(11 * hourMs);
		await browser.signIn('premium');
		browser.pass(hourMs);
		expect(await browser.check()).toEqual(visitor);
	});

	it('ends after seven idle days, and lives 30 days when used', async () => {
		const idle = openBrowser();
		const used = openBrowser();
		await idle.signIn('community');
		await used.signIn('community');
		for (let days = 0; days < 29; days += 1) {
			used.pass(dayMs);
			expect((await used.check()).authenticated).toBe(true);
		}
		used.pass(dayMs);
		expect(await used.check()).toEqual(visitor);
		idle.pass(6 * dayMs);
		expect((await idle.check()).authenticated).toBe(true);
		idle.pass(7 * dayMs);
		expect(await idle.check()).toEqual(visitor);
	});

	it.each(['', 'garbage', 'a'.repeat(40), 'é'.repeat(40), "' or 1=1 --", 'x'.repeat(4_000)])(
		'rejects the cookie %j and clears it',
		async (token) => {
			const browser = openBrowser();
			browser.jar.set('adx_session', token);
			expect(await browser.check()).toEqual(visitor);
			expect(browser.jar.has('adx_session')).toBe(false);
		},
	);

	it('purges ended sessions and keeps live ones', async () => {
		const browser = openBrowser();
		await browser.signIn('community');
		await openBrowser().signIn('developer');
		const { services } = test;
		await passDatabaseTime(services.db, 13 * hourMs);
		await purgeExpiredSessions(services);
		expect((await sessionRows()).map(({ method }) => method)).toEqual(['community']);
	});
});
