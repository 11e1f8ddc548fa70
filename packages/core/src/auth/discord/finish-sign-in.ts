import { randomUUID } from 'node:crypto';
import type { DatabaseTransaction } from '@adx/db/client/database';
import { isUniqueViolation } from '@adx/db/client/database-errors';
import { transact } from '@adx/db/client/transact';
import { updateDiscordAccount } from '@adx/db/repositories/auth/discord-accounts';
import { insertAuditEntry } from '@adx/db/repositories/platform/audit-log';
import type { RequestContext } from '../../platform/context.ts';
import { writeFailureCookie } from '../emergency/start-emergency-access.ts';
import type { SessionAttributes } from '../sessions/session-adapter.ts';
import {
	noElevation,
	type RotatedSession,
	readSessionAttributes,
	rotateSession,
	sessionMaxMs,
} from '../sessions/sessions.ts';
import { findAnonymousUserId, forgetVisitor } from '../sessions/visitor.ts';
import { roleCheckEveryMs } from './check-roles.ts';
import { type DiscordClient, DiscordError, type DiscordGrant, type DiscordMember } from './discord-client.ts';
import { type LinkedAccount, linkAccount } from './link-account.ts';
import { consumeOAuthState, toRedirectUri } from './start-sign-in.ts';
import { encryptGrant } from './stored-grant.ts';

/** What a browser brings back from Discord; null for what it does not bring. */
export interface OAuthCallback {
	readonly state: string | null;
	readonly code: string | null;
	readonly error: string | null;
}

/**
 * Ends the way to Discord and back. `success` starts a session, which opens nothing for an account without a
 * qualifying role; such an account adopts nothing. `error` starts none: refused, a state that is missing, wrong, used
 * or old, or a Discord that failed, which alone leaves the mark that emergency access asks for. Throws `LIMIT` after
 * too many errors of one address. Audited.
 */
export async function finishDiscordSignIn(ctx: RequestContext, back: OAuthCallback): Promise<'success' | 'error'> {
	const takeBack = await ctx.callLimiter.begin('auth.finishDiscord', ctx.address);
	const isOurs = await consumeOAuthState(ctx, back.state);
	const { discord } = ctx;
	if (!isOurs || discord === null || back.error !== null || back.code === null) {
		const { address, requestId } = ctx;
		const isRefused = back.error !== null;
		ctx.log.info({ audit: 'session.refuse', address, requestId, isOurs, isRefused }, 'no sign-in with Discord');
		return 'error';
	}
	const answer = await fetchGrant(ctx, discord, back.code);
	if (answer === null) return 'error';
	await signIn(ctx, discord, answer);
	await takeBack();
	await ctx.callLimiter.takeBack('auth.startDiscord', ctx.address);
	return 'success';
}

interface DiscordResponse {
	readonly grant: DiscordGrant;
	readonly member: DiscordMember;
}

async function fetchGrant(ctx: RequestContext, discord: DiscordClient, code: string): Promise<DiscordResponse | null> {
	try {
		const grant = await discord.exchangeCode({ code, redirectUri: toRedirectUri(ctx) });
		return { grant, member: await discord.readMember(grant.accessToken) };
	} catch (error) {
		if (!(error instanceof DiscordError)) throw error;
		ctx.log.warn({ err: error, kind: error.kind, requestId: ctx.requestId }, 'Discord did not sign somebody in');
		if (error.kind === 'outage') writeFailureCookie(ctx);
		return null;
	}
}

async function signIn(ctx: RequestContext, discord: DiscordClient, answer: DiscordResponse): Promise<void> {
	const hasAccess = discord.isQualified(answer.member);
	const current = await readSessionAttributes(ctx);
	const anonymousId = hasAccess ? await findAnonymousUserId(ctx) : null;
	const settle = () =>
		transact(ctx.db, async (trx) => {
			const settled = await linkAccount(trx, { discordId: answer.member.discordId, anonymousId });
			await storeAccount(trx, ctx, settled.userId, discord, answer);
			return { ...settled, ...(await startSession(trx, ctx, settled, current)) };
		});
	const { userId, adoptedId, setCookie } = await settle().catch((error: unknown) => {
		// A simultaneous sign-in stored this account first; now it is a known one.
		if (isUniqueViolation(error, 'users_discord_id_key')) return settle();
		throw error;
	});
	setCookie();
	if (hasAccess) forgetVisitor(ctx);
	const { address, requestId } = ctx;
	ctx.log.info({ audit: 'session.start', userId, adoptedId, hasAccess, address, requestId }, 'signed in with Discord');
}

async function storeAccount(
	trx: DatabaseTransaction,
	{ clock, secretKey }: RequestContext,
	userId: string,
	discord: DiscordClient,
	{ grant, member }: DiscordResponse,
): Promise<void> {
	const now = clock();
	const { discordId, username, discriminator, avatar, email } = member;
	await updateDiscordAccount(trx, userId, {
		discordId,
		username,
		discriminator,
		avatar,
		email,
		...encryptGrant(secretKey, userId, grant),
		roles: discord.rolesOf(member),
		hasMageAccess: discord.isQualified(member),
		lastRoleCheck: now,
		nextRoleCheckAt: new Date(now.getTime() + roleCheckEveryMs),
		updatedAt: now,
	});
}

async function startSession(
	trx: DatabaseTransaction,
	ctx: RequestContext,
	{ userId, adoptedId }: LinkedAccount,
	current: SessionAttributes | null,
): Promise<RotatedSession> {
	// What one Discord account may is not passed on to another.
	const isSamePerson = ctx.actor !== null && (!ctx.actor.isDiscord || ctx.actor.userId === userId);
	const successor = await rotateSession(trx, ctx, {
		userId,
		attributes: {
			...noElevation,
			...(isSamePerson ? current : {}),
			method: 'discord',
			absoluteExpiresAt: new Date(ctx.clock().getTime() + sessionMaxMs),
			imagesLeft: null,
		},
	});
	await insertAuditEntry(trx, {
		id: randomUUID(),
		actorId: userId,
		action: 'session.start',
		subject: { method: 'discord', address: ctx.address, sessionId: successor.actor?.sessionId ?? null, adoptedId },
		createdAt: ctx.clock(),
	});
	return successor;
}
