import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { consumeDiscordState, insertDiscordState } from '@adx/db/repositories/auth/sign-in-states';
import type { RequestContext } from '../../platform/context.ts';

/** Under https no other host of the domain can plant one of this name, and so nobody can sign others in as himself. */
const cookieNameOf = ({ config }: RequestContext) =>
	config.secureCookies ? '__Host-adx_discord_state' : 'adx_discord_state';
const lifetimeMs = 10 * 60_000;

/** A new state for the way to Discord and back: random, remembered by the browser and, hashed, by the database. */
export async function createOAuthState(ctx: RequestContext): Promise<string> {
	const { db, cookies, clock } = ctx;
	const state = randomBytes(32).toString('base64url');
	const expires = new Date(clock().getTime() + lifetimeMs);
	await insertDiscordState(db, { hash: hashOf(state).toString('hex'), expiresAt: expires });
	cookies.set(cookieNameOf(ctx), state, { httpOnly: true, expires });
	return state;
}

/** Whether this browser set out with the given state at most 10 minutes ago and has not come back with it before. */
export async function consumeOAuthState(ctx: RequestContext, given: string | null): Promise<boolean> {
	const { db, cookies, clock } = ctx;
	const cookieName = cookieNameOf(ctx);
	const remembered = cookies.get(cookieName);
	if (remembered === undefined || given === null) return false;
	const hash = hashOf(given);
	// Another tab may be on its way with the state that is remembered now.
	if (!timingSafeEqual(hash, hashOf(remembered))) return false;
	cookies.delete(cookieName);
	return consumeDiscordState(db, hash.toString('hex'), clock());
}

const hashOf = (state: string) => createHash('sha256').update(state).digest();
