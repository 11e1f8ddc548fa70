import { randomUUID } from 'node:crypto';
import { findUser, insertUserIfMissing } from '@adx/db/repositories/auth/users';
import type { CoreConfig, RequestContext } from '../../platform/context.ts';
import { readSignedCookie, type SignedCookieContext, writeSignedCookie } from './signed-cookie.ts';

interface VisitorContext extends SignedCookieContext {
	readonly config: Pick<CoreConfig, 'secureCookies'>;
}

const plainCookie = {
	name: 'adx_visitor',
	purpose: 'adx visitor cookie',
	lifetimeMs: 365 * 24 * 3_600_000,
} as const;
/** For https: under this name no other host of the domain can plant one, which would make two people one user. */
const hostCookie = {
	...plainCookie,
	name: '__Host-adx_visitor',
	// Its values count under no other name.
	purpose: 'adx visitor cookie of one host',
} as const;

/**
 * The user this browser was before, so that signing in again finds the same work. Null without the
 * cookie and for one that was tampered with, was signed with another key or is older than a year. Under https one of the
 * plain name counts once: it is replaced.
 */
export function readVisitor(ctx: VisitorContext): string | null {
	const plain = readSignedCookie(ctx, plainCookie)?.id ?? null;
	if (!ctx.config.secureCookies) return plain;
	const own = readSignedCookie(ctx, hostCookie)?.id ?? null;
	if (own === null && plain !== null) writeVisitor(ctx, plain);
	return own ?? plain;
}

/** Makes this browser remember the user for a year from now. It grants nothing by itself. */
export function writeVisitor(ctx: VisitorContext, userId: string): void {
	const { secureCookies } = ctx.config;
	writeSignedCookie(ctx, secureCookies ? hostCookie : plainCookie, userId);
	if (secureCookies && ctx.cookies.get(plainCookie.name) !== undefined) ctx.cookies.delete(plainCookie.name);
}

/** The user who signs in by other means than Discord: the session's, the one this browser remembers, or a new one. */
export async function recogniseOrCreateUser(ctx: RequestContext): Promise<string> {
	if (ctx.actor !== null) return ctx.actor.userId;
	const visitorId = readVisitor(ctx);
	const known = visitorId === null ? undefined : await findUser(ctx.db, visitorId);
	const isDiscord = known !== undefined && known.discordId !== null;
	// A Discord sign-in leaves the browser a fresh id, which has no row before somebody uses it.
	const userId = visitorId === null || isDiscord ? randomUUID() : visitorId;
	await insertUserIfMissing(ctx.db, userId);
	return userId;
}

/** The anonymous user of this browser, by its session or else its cookie; null when it has none. */
export async function findAnonymousUserId(ctx: RequestContext): Promise<string | null> {
	const id = ctx.actor !== null && !ctx.actor.isDiscord ? ctx.actor.userId : readVisitor(ctx);
	const user = id === null ? undefined : await findUser(ctx.db, id);
	return user !== undefined && user.discordId === null ? user.id : null;
}

/** Dissociates this browser from its user, so that the next one inherits nothing. */
export const forgetVisitor = (ctx: VisitorContext): void => writeVisitor(ctx, randomUUID());
