import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { transact } from '@adx/db/client/transact';
import {
	deleteAccessToken,
	insertAccessToken,
	listAccessTokens,
	lockOwnerForTokens,
} from '@adx/db/repositories/auth/access-tokens';
import { findUser } from '@adx/db/repositories/auth/users';
import { insertAuditEntry } from '@adx/db/repositories/platform/audit-log';
import type { AccessTokenRow } from '@adx/db/schema/auth-tables';
import { type AccessToken, type CreateTokenInput, elevationScopeSchema } from '@adx/validators/auth/auth';
import { tokensPerUserMax } from '@adx/validators/limits';
import { type Actor, type RequestContext, requireActor } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { isRowId } from '../../platform/ids.ts';
import type { SessionAttributes } from '../sessions/session-adapter.ts';
import { readSessionAttributes } from '../sessions/sessions.ts';

const dayMs = 24 * 3_600_000;

/**
 * Makes a personal access token and answers with it, the only time that it can be read. 409 `too_many_tokens`
 * with 20 that have not ended, 409 `session_required` in an emergency session, whose hour it would outlive, and for a
 * Discord account without a qualifying role, whose token would open nothing; 403 `not_allowed` for the rights of a
 * developer or of premium that the session does not have now. Audited.
 */
export async function createToken(
	ctx: RequestContext,
	{ name, scopes, expiresInDays }: CreateTokenInput,
): Promise<AccessToken & { readonly token: string }> {
	const actor = requireActor(ctx);
	const { userId } = actor;
	const session = await readSessionAttributes(ctx);
	refuseEmergency(session);
	await refuseWithoutRole(ctx, userId);
	refuseMissingRights(actor, scopes);
	const { address, requestId } = ctx;
	const action = 'token.create';
	const token = newToken();
	const createdAt = ctx.clock();
	const expiresAt = new Date(createdAt.getTime() + expiresInDays * dayMs);
	const row = await transact(ctx.db, async (trx) => {
		await lockOwnerForTokens(trx, userId);
		if ((await listAccessTokens(trx, userId)).length >= tokensPerUserMax) throw tooManyTokens();
		const stored = await insertAccessToken(trx, {
			id: randomUUID(),
			userId,
			name,
			hash: hashToken(token),
			scopes: [...new Set(scopes)],
			createdAt,
			expiresAt,
			premiumUntil: scopes.includes('premium') ? (session?.premiumUntil ?? null) : null,
		});
		const subject = { tokenId: stored.id, name, scopes: stored.scopes, expiresAt, address };
		await insertAuditEntry(trx, { id: randomUUID(), actorId: userId, action, subject, createdAt });
		return stored;
	});
	ctx.log.info({ audit: action, userId, scopes: row.scopes, address, requestId }, 'made an access token');
	return { ...presentAccessToken(row), token };
}

function refuseEmergency(session: SessionAttributes | null): void {
	if (session?.method !== 'emergency') return;
	const message = 'Emergency access cannot make access tokens. Sign in with Discord or a password first.';
	throw new AppError('CONFLICT', { reason: 'session_required', message });
}

/** A password lets such an account's session in, but a token rests on the account alone. */
async function refuseWithoutRole({ db }: RequestContext, userId: string): Promise<void> {
	const user = await findUser(db, userId);
	if (user === undefined || user.discordId === null || user.hasMageAccess) return;
	const message = 'This Discord account holds none of the roles, so its access tokens would open nothing.';
	throw new AppError('CONFLICT', { reason: 'session_required', message });
}

function refuseMissingRights({ role, premium }: Actor, scopes: CreateTokenInput['scopes']): void {
	const has = { developer: role === 'developer', premium };
	const missing = elevationScopeSchema.options.find((scope) => scopes.includes(scope) && !has[scope]);
	if (missing === undefined) return;
	const message = `This session does not have the rights of the scope '${missing}', so its access tokens cannot either.`;
	throw new AppError('FORBIDDEN', { reason: 'not_allowed', message });
}

function tooManyTokens(): AppError {
	const message = `You have ${tokensPerUserMax} access tokens already. Revoke one first.`;
	return new AppError('CONFLICT', { reason: 'too_many_tokens', message });
}

/** The caller's access tokens that have not ended, newest first. */
export async function listOwnTokens(ctx: RequestContext): Promise<AccessToken[]> {
	const { userId } = requireActor(ctx);
	return (await listAccessTokens(ctx.db, userId)).map(presentAccessToken);
}

/** Ends one of the caller's access tokens at once and answers with what it was; 404 for a stranger's. Audited. */
export async function revokeToken(
	ctx: RequestContext,
	{ tokenId }: { readonly tokenId: string },
): Promise<AccessToken> {
	const { userId } = requireActor(ctx);
	if (!isRowId(tokenId)) throw notFound('access token');
	return transact(ctx.db, async (trx) => {
		const row = await deleteAccessToken(trx, userId, tokenId);
		if (row === undefined) throw notFound('access token');
		const entry = { id: randomUUID(), actorId: userId, action: 'token.revoke', createdAt: ctx.clock() };
		await insertAuditEntry(trx, { ...entry, subject: { tokenId, name: row.name } });
		return presentAccessToken(row);
	});
}

const prefix = 'adx_';
const randomSizeBytes = 32;
const headerPattern = new RegExp(`^Bearer +(${prefix}[\\w-]{43})$`, 'i');

/** `adx_` and 43 base64url characters; the prefix lets people and scanners see what leaked. */
const newToken = () => prefix + randomBytes(randomSizeBytes).toString('base64url');

/** What is stored of a token: SHA-256, hex. Without a salt, since nobody guesses 256 random bits. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** The token in an Authorization header; null for any other content. */
export const parseAuthorization = (authorization: string): string | null =>
	headerPattern.exec(authorization)?.[1] ?? null;

/** A token as its owner sees it later on: everything but itself. */
export function presentAccessToken({
	id,
	name,
	scopes,
	createdAt,
	expiresAt,
	lastUsedAt,
}: AccessTokenRow): AccessToken {
	return { id, name, scopes, createdAt, expiresAt, lastUsedAt };
}
