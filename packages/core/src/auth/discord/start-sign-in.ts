import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { consumeDiscordState, insertDiscordState } from '@adx/db/repositories/auth/sign-in-states';
import type { RequestContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';

/** The path that Discord redirects the browser to. */
export const toRedirectUri = ({ origin }: Pick<RequestContext, 'origin'>) => `${origin}/api/auth/discord/callback`;

/**
 * Where the browser asks Discord for consent; it must come back within 10 minutes. 409 `discord_unavailable` when
 * Discord is not configured, 429 `too_many_tries`.
 */
export async function startDiscordSignIn(ctx: RequestContext): Promise<{ authUrl: string }> {
	await ctx.callLimiter.begin('auth.startDiscord', ctx.address);
	if (ctx.discord === null) {
		const { missingDiscordVariables: missing } = ctx.config;
		ctx.log.warn(
			{ requestId: ctx.requestId, missing },
			'somebody wanted to sign in with Discord, which is not configured',
		);
		const message = 'Signing in with Discord is not set up on this installation.';
		throw new AppError('PRECONDITION', { reason: 'discord_unavailable', message });
	}
	const state = await createOAuthState(ctx);
	return { authUrl: ctx.discord.authUrl({ state, redirectUri: toRedirectUri(ctx) }) };
}

/** Under https no other host of the domain can plant one of this name, and so nobody can sign others in as himself. */
const cookieNameOf = ({ config }: RequestContext) =>
	config.secureCookies ? '__Host-adx_discord_state' : 'adx_discord_state';
const lifetimeMs = 10 * 60_000;

/** A new state for the way to Discord and back: random, remembered by the browser and, hashed, by the database. */
async function createOAuthState(ctx: RequestContext): Promise<string> {
	const { db, cookies, clock } = ctx;
	const state = randomBytes(32).toString('base64url');
	const expires = new Date(clock().getTime() + lifetimeMs);
	await insertDiscordState(db, hashOf(state).toString('hex'), lifetimeMs);
	cookies.set(cookieNameOf(ctx), state, { httpOnly: true, expires });
	return state;
}

/** Whether this browser set out with the given state at most 10 minutes ago and has not come back with it before. */
export async function consumeOAuthState(ctx: RequestContext, given: string | null): Promise<boolean> {
	const { db, cookies } = ctx;
	const cookieName = cookieNameOf(ctx);
	const remembered = cookies.get(cookieName);
	if (remembered === undefined || given === null) return false;
	const hash = hashOf(given);
	// Another tab may be on its way with the state that is remembered now.
	if (!timingSafeEqual(hash, hashOf(remembered))) return false;
	cookies.delete(cookieName);
	return consumeDiscordState(db, hash.toString('hex'));
}

const hashOf = (state: string) => createHash('sha256').update(state).digest();
