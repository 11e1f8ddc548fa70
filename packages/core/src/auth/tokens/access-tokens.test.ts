import { updateDiscordAccount } from '@adx/db/repositories/auth/discord-accounts';
import { insertUser } from '@adx/db/repositories/auth/users';
import { passDatabaseTime } from '@adx/db/testing/time-testing';
import { createTokenInput } from '@adx/validators/auth';
import { tokensPerUserMax } from '@adx/validators/limits';
import { describe, expect, it } from 'vitest';
import type { RequestContext } from '../../platform/context.ts';
import { useTestServices } from '../../platform/use-services-testing.ts';
import { replaceSession } from '../sessions/sessions.ts';
import { createToken, listTokens, revokeToken } from './access-tokens.ts';
import { resolveToken } from './resolve-token.ts';

const test = useTestServices();

const dayMs = 24 * 3_600_000;
const order = { name: 'nightly', scopes: ['read'], expiresInDays: 7 } as const;
const create = (ctx: RequestContext, input: Partial<typeof order> = {}) =>
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
		expect(await listTokens(ctx)).toEqual([answer]);
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
		expect(await listTokens(ctx)).toEqual([]);
	});

	it('writes down its use once a minute', async () => {
		const ctx = await test.contextOf();
		const { token } = await create(ctx);
		const usedAt = async (afterMs: number) => {
			await callWith(token, afterMs);
			return (await listTokens(ctx))[0]?.lastUsedAt?.getTime() ?? 0;
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

describe('revokeToken', () => {
	it('rejects a stranger’s token, an unknown one and what is no id with 404', async () => {
		const { id } = await create(await test.contextOf());
		const stranger = await test.contextOf();
		for (const tokenId of [id, crypto.randomUUID(), 'x', '\0', "' or 1=1 --"]) {
			await expect(revokeToken(stranger, { tokenId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
		}
		expect(await rows()).toHaveLength(1);
	});

	it('is audited like making one, without the token', async () => {
		const ctx = await test.contextOf();
		const { token, id } = await create(ctx);
		await revokeToken(ctx, { tokenId: id });
		const entries = await test.services.db.selectFrom('auditLog').selectAll().orderBy('createdAt').execute();
		expect(entries.map(({ action, actorId, subject }) => [action, actorId, subject.tokenId])).toEqual([
			['token.create', ctx.actor?.userId, id],
			['token.revoke', ctx.actor?.userId, id],
		]);
		expect(JSON.stringify(entries)).not.toContain(token.slice(4));
	});
});
