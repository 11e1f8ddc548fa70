import { transact } from '@adx/db/client/transact';
import { updateDiscordAccount } from '@adx/db/repositories/auth/discord-accounts';
import { insertUser } from '@adx/db/repositories/auth/users';
import { deactivatePremiumPayments, insertPremiumPayment } from '@adx/db/repositories/premium/premium-payments';
import { passDatabaseTime } from '@adx/db/testing/time-testing';
import { type CreateTokenInput, createTokenInput } from '@adx/validators/auth/auth';
import { tokensPerUserMax } from '@adx/validators/limits';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { RequestContext } from '../../platform/context.ts';
import { useTestServices } from '../../platform/use-services-testing.ts';
import { removePremium } from '../../premium/remove-premium.ts';
import { replaceSession } from '../sessions/sessions.ts';
import { createToken, listOwnTokens, revokeToken } from './access-tokens.ts';
import { resolveToken } from './resolve-token.ts';

const test = useTestServices();

const dayMs = 24 * 3_600_000;
const order = { name: 'nightly', scopes: ['read'], expiresInDays: 7 } as const;
const create = (ctx: RequestContext, input: Partial<CreateTokenInput> = {}) =>
	createToken(ctx, createTokenInput.parse({ ...order, ...input }));
const rows = () => test.services.db.selectFrom('accessTokens').selectAll().execute();
/** The caller that the token stands for, some time after now. */
const callWith = (token: string, afterMs = 0) =>
	resolveToken({ db: test.services.db, clock: () => new Date(Date.now() + afterMs) }, `Bearer ${token}`);

describe('createToken', () => {
	it('answers with the token once and stores nothing but its SHA-256', async () => {
		const ctx = await test.contextOf();
		const { token, ...answer } = await create(ctx);
		expect(token).toMatch(/^adx_[\w-]{43}$/);
		expect(await listOwnTokens(ctx)).toEqual([answer]);
		expect(answer).toEqual({
			id: expect.any(String),
			name: 'nightly',
			scopes: ['read'],
			createdAt: expect.any(Date),
			expiresAt: new Date(answer.createdAt.getTime() + 7 * dayMs),
			lastUsedAt: null,
		});
		expect(JSON.stringify(await rows())).not.toContain(token.slice(4));
		expect((await create(ctx)).token).not.toBe(token);
	});

	it('stores a scope once that is named twice', async () => {
		const input = createTokenInput.parse({ ...order, scopes: ['write', 'write'] });
		expect((await createToken(await test.contextOf(), input)).scopes).toEqual(['write']);
	});

	it('rejects one more than 20 that live, also when they are asked for at the same moment', async () => {
		const ctx = await test.contextOf();
		const outcomes = await Promise.allSettled(Array.from({ length: tokensPerUserMax + 5 }, () => create(ctx)));
		expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(tokensPerUserMax);
		const refusal = {
			code: 'CONFLICT',
			reason: 'too_many_tokens',
			message: 'You have 20 access tokens already. Revoke one first.',
		};
		await expect(create(ctx)).rejects.toMatchObject(refusal);
		await passDatabaseTime(ctx.db, 7 * dayMs);
		await expect(create(ctx)).resolves.toMatchObject({ name: 'nightly' });
		await expect(create(await test.contextOf())).resolves.toMatchObject({ name: 'nightly' });
	});

	it('rejects an emergency session with a sentence', async () => {
		const ctx = await test.contextOf();
		const elevations = { developerUntil: null, premiumUntil: null, adminUnlocked: false };
		const absoluteExpiresAt = new Date(Date.now() + dayMs);
		const attributes = { ...elevations, method: 'emergency', absoluteExpiresAt, imagesLeft: 20 } as const;
		await replaceSession(ctx, { userId: ctx.actor?.userId ?? '', attributes });
		await expect(create(ctx)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'session_required' });
		expect(await rows()).toEqual([]);
	});

	it('rejects a Discord account without a qualifying role, which a password may have let in', async () => {
		const { id: userId } = await insertUser(test.services.db, { id: crypto.randomUUID(), discordId: '1' });
		const refusal = {
			code: 'CONFLICT',
			reason: 'session_required',
			message: expect.stringContaining('none of the roles'),
		};
		await expect(create(await test.contextOf({ userId }))).rejects.toMatchObject(refusal);
		expect(await rows()).toEqual([]);
	});
});

describe('a token', () => {
	it('acts as a creator on its user’s work, without what the session had besides', async () => {
		const ctx = await test.contextOf({ role: 'developer', premium: true, adminUnlocked: true });
		const { token, expiresAt } = await create(ctx);
		expect(await callWith(token)).toEqual({
			userId: ctx.actor?.userId,
			sessionId: null,
			tokenScopes: ['read'],
			hasAccess: true,
			signedInBy: null,
			isDiscord: false,
			role: 'creator',
			premium: false,
			adminUnlocked: false,
			expiresAt,
			sameUntil: expiresAt,
			name: null,
			avatar: null,
		});
	});

	it('has access as long as its Discord account does', async () => {
		const { db } = test.services;
		const { id: userId } = await insertUser(db, { id: crypto.randomUUID(), discordId: '1', hasMageAccess: true });
		const { token } = await create(await test.contextOf({ userId }));
		expect(await callWith(token)).toMatchObject({ isDiscord: true, hasAccess: true });
		await updateDiscordAccount(db, userId, { hasMageAccess: false, updatedAt: new Date() });
		expect(await callWith(token)).toMatchObject({ isDiscord: true, hasAccess: false });
	});

	it('counts until it ends or is revoked', async () => {
		const ctx = await test.contextOf();
		const { token, id } = await create(ctx);
		expect(await callWith(token, 7 * dayMs - 1_000)).not.toBeNull();
		expect(await callWith(token, 7 * dayMs)).toBeNull();
		await revokeToken(ctx, { tokenId: id });
		expect(await callWith(token)).toBeNull();
		expect(await listOwnTokens(ctx)).toEqual([]);
	});

	it('writes down its use once a minute', async () => {
		const ctx = await test.contextOf();
		const { token } = await create(ctx);
		const usedAt = async (afterMs: number) => {
			await callWith(token, afterMs);
			return (await listOwnTokens(ctx))[0]?.lastUsedAt?.getTime() ?? 0;
		};
		const first = await usedAt(0);
		expect(Math.abs(first - Date.now())).toBeLessThan(5_000);
		expect(await usedAt(50_000)).toBe(first);
		expect(await usedAt(61_000)).toBeGreaterThan(first);
	});

	it('is taken with the scheme in any case, and with nothing else around it', async () => {
		const { token } = await create(await test.contextOf());
		const read = async (header: string) => (await resolveToken(test.services, header)) !== null;
		expect(await read(`bearer ${token}`)).toBe(true);
		const others = ['', token, `Basic ${token}`, `Bearer ${token}x`, `Bearer ${token} x`, `Bearer "${token}"`];
		const changed = [`Bearer ${token.slice(0, -1)}`, `Bearer ${token.toUpperCase()}`, `Bearer ${token}\n`];
		for (const header of [...others, ...changed]) expect([header, await read(header)]).toEqual([header, false]);
	});
});

describe('a token with rights of its maker', () => {
	/** A session with Premium by a passphrase that counts for so long. */
	async function withPassphrase(forMs: number): Promise<RequestContext> {
		const ctx = await test.contextOf({ premium: true });
		const absoluteExpiresAt = new Date(Date.now() + 30 * dayMs);
		const premiumUntil = new Date(Date.now() + forMs);
		const rights = { developerUntil: null, premiumUntil, adminUnlocked: false, imagesLeft: null };
		const attributes = { ...rights, method: 'community', absoluteExpiresAt } as const;
		await replaceSession(ctx, { userId: ctx.actor?.userId ?? '', attributes });
		return ctx;
	}

	it('acts as a developer for its whole life, whatever becomes of the session', async () => {
		const ctx = await test.contextOf({ role: 'developer', premium: true });
		const { token, scopes } = await create(ctx, { scopes: ['read', 'developer'] });
		expect(scopes).toEqual(['read', 'developer']);
		expect(await listOwnTokens(ctx)).toMatchObject([{ scopes }]);
		await test.services.db.deleteFrom('sessions').execute();
		const late = await callWith(token, 7 * dayMs - 1_000);
		expect(late).toMatchObject({ role: 'developer', premium: false, adminUnlocked: false, tokenScopes: scopes });
	});

	it.each<[CreateTokenInput['scopes'][number], object]>([
		['developer', { premium: true, adminUnlocked: true }],
		['premium', { role: 'developer', adminUnlocked: true }],
	])('rejects %s with 403 for a session that lacks it', async (scope, caller) => {
		const refused = create(await test.contextOf(caller), { scopes: ['read', 'write', scope] });
		await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'not_allowed' });
		expect(await rows()).toEqual([]);
	});

	it('rejects rights alone, with which nothing can be called', () => {
		expect(createTokenInput.safeParse({ ...order, scopes: ['developer', 'premium'] }).success).toBe(false);
	});

	it('is premium while its maker’s account has paid', async () => {
		const { db } = test.services;
		const ctx = await test.contextOf({ premium: true });
		const userId = ctx.actor?.userId ?? '';
		const { token } = await create(ctx, { scopes: ['read', 'premium'] });
		const { token: plain } = await create(ctx);
		const areNow = async () => [(await callWith(token))?.premium, (await callWith(plain))?.premium];
		expect(await areNow()).toEqual([false, false]);
		await transact(db, (trx) => insertPremiumPayment(trx, { chain: 'polygon', signature: '0x1', userId }));
		expect(await areNow()).toEqual([true, false]);
		await transact(db, (trx) => deactivatePremiumPayments(trx, userId));
		expect(await areNow()).toEqual([false, false]);
	});

	it('is premium as long as the passphrase counts that its maker typed', async () => {
		const ctx = await withPassphrase(2 * dayMs);
		const { token } = await create(ctx, { scopes: ['read', 'premium'] });
		const [row] = await rows();
		const caller = await callWith(token);
		expect([caller?.premium, caller?.sameUntil]).toEqual([true, row?.premiumUntil]);
		expect(await callWith(token, 2 * dayMs + 1_000)).toMatchObject({ premium: false, role: 'creator' });
		const { token: plain } = await create(ctx);
		expect(await callWith(plain)).toMatchObject({ premium: false });
	});

	it('is no longer premium once its maker removes Premium', async () => {
		const [ctx, other] = [await withPassphrase(dayMs), await withPassphrase(dayMs)];
		const { token } = await create(ctx, { scopes: ['read', 'premium'] });
		const { token: othersToken } = await create(other, { scopes: ['read', 'premium'] });
		await removePremium(ctx);
		expect([(await callWith(token))?.premium, (await callWith(othersToken))?.premium]).toEqual([false, true]);
	});
});

describe('revokeToken', () => {
	it('rejects a stranger’s token, an unknown one and what is not an id with 404', async () => {
		const { id } = await create(await test.contextOf());
		const stranger = await test.contextOf();
		for (const tokenId of [id, crypto.randomUUID(), 'x', '\0', "' or 1=1 --"]) {
			await expect(revokeToken(stranger, { tokenId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
		}
		expect(await rows()).toHaveLength(1);
	});

	it('is audited like making one, without the token', async () => {
		const lines: unknown[] = [];
		const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
		const ctx = { ...(await test.contextOf()), log };
		const { token, id } = await create(ctx);
		await revokeToken(ctx, { tokenId: id });
		const entries = await test.services.db.selectFrom('auditLog').selectAll().orderBy('createdAt').execute();
		expect(entries.map(({ action, actorId, subject }) => [action, actorId, subject.tokenId])).toEqual([
			['token.create', ctx.actor?.userId, id],
			['token.revoke', ctx.actor?.userId, id],
		]);
		expect(entries[0]?.subject).toMatchObject({ name: 'nightly', scopes: ['read'], address: '127.0.0.1' });
		const { userId } = ctx.actor ?? {};
		expect(lines).toMatchObject([{ audit: 'token.create', userId, scopes: ['read'], address: '127.0.0.1' }]);
		expect(JSON.stringify([entries, lines])).not.toContain(token.slice(4));
	});
});
