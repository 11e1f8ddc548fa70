import { randomUUID } from 'node:crypto';
import type { RequestContext } from '../../platform/context.ts';
import { readSignedCookie, type SignedCookieValue, writeSignedCookie } from '../sessions/signed-cookie.ts';

/** Under https no other host of the domain can plant one of this name. */
const cookieOf = ({ config }: RequestContext) => ({
	name: config.secureCookies ? '__Host-adx_discord_failure' : 'adx_discord_failure',
	purpose: 'adx discord failure mark',
	lifetimeMs: 15 * 60_000,
});

/** Notes on the browser that Discord failed it just now, which is what emergency access asks for. */
export const writeFailureCookie = (ctx: RequestContext): void => writeSignedCookie(ctx, cookieOf(ctx), randomUUID());

/** The mark of a failure in the last 15 minutes; null without one and for a forged one. */
export const readFailureCookie = (ctx: RequestContext): SignedCookieValue | null =>
	readSignedCookie(ctx, cookieOf(ctx));

export const clearFailureCookie = (ctx: RequestContext): void => ctx.cookies.delete(cookieOf(ctx).name);
