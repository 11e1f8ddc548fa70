import type { Database, DatabaseTransaction } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import {
	deleteExpiredReplacedSessions,
	insertReplacedSession,
	isReplacedSession,
	updateSessionExpiry,
} from '@adx/db/repositories/auth/sessions';
import { Lucia, TimeSpan } from 'lucia';
import type { Actor, CookieJar, RequestContext, Services } from '../../platform/context.ts';
import {
	createSessionAdapter,
	type ReadSessionAttributes,
	type SessionAttributes,
	toSessionId,
	type UserAttributes,
} from './session-adapter.ts';

declare module 'lucia' {
	interface Register {
		Lucia: ReturnType<typeof createLucia>;
		DatabaseSessionAttributes: ReadSessionAttributes;
		DatabaseUserAttributes: UserAttributes;
	}
}

const hourMs = 3_600_000;
const idleMs = 7 * 24 * hourMs;
/** A session's longest life, however much it is used. */
export const sessionMaxMs = 30 * 24 * hourMs;
/** What a session allows that nothing was added to. */
export const noElevation = {
	developerUntil: null,
	premiumUntil: null,
	adminUnlocked: false,
	imagesLeft: null,
} as const;
/** How long developer rights last after the password was entered. */
export const developerElevationMs = 12 * hourMs;
// A write per hour and session, not per call.
const renewAfterMs = hourMs;
/** Longer than a call that set out with the old cookie may take to arrive. */
const replacedSessionMs = 5 * 60_000;
// Lucia makes tokens of 25 random bytes in base32; anything else in the cookie needs no query.
const tokenPattern = /^[a-z2-7]{40}$/;

/** What the session functions need of the request's context. */
export type SessionContext = Pick<Services, 'db' | 'clock' | 'config'> & { readonly cookies: CookieJar };

const createLucia = (db: Database, clock: () => Date) =>
	new Lucia(createSessionAdapter(db, clock), {
		sessionExpiresIn: new TimeSpan(7, 'd'),
		getSessionAttributes: (attributes: ReadSessionAttributes) => attributes,
		getUserAttributes: (attributes: UserAttributes) => attributes,
	});

/** What the session cookie is called: the browser accepts the `__Host-` name only with Secure, which plain http cannot have. */
export const sessionCookieName = ({ config }: Pick<Services, 'config'>) =>
	config.secureCookies ? '__Host-adx_session' : 'adx_session';

/**
 * Who the session cookie says is calling. Null without one, for garbage, and for a session that ended or
 * was deleted; the cookie is then cleared, unless another session took its place: the answer to a call that set out
 * before would clear the cookie of the new one. A session used an hour after its last renewal gets a new idle
 * end of seven days, never beyond its absolute one.
 */
export async function resolveActor(ctx: SessionContext): Promise<Actor | null> {
	const name = sessionCookieName(ctx);
	const token = ctx.cookies.get(name);
	if (token === undefined) return null;
	const actor = await findActor(ctx, token);
	if (actor === null && !(await isReplacedSession(ctx.db, toSessionId(token)))) ctx.cookies.delete(name);
	return actor;
}

async function findActor({ db, clock }: SessionContext, token: string): Promise<Actor | null> {
	const { session, user } = await validate(createLucia(db, clock), token);
	const now = clock();
	if (user === null || session.endsAt === undefined || session.endsAt <= now) return null;
	const idleEnd = new Date(Math.min(now.getTime() + idleMs, session.absoluteExpiresAt.getTime()));
	const isDue = idleEnd.getTime() - session.endsAt.getTime() > renewAfterMs;
	if (isDue) await updateSessionExpiry(db, toSessionId(token), idleEnd);
	const isDeveloper = isAhead(session.developerUntil, now);
	const expiresAt = isDue ? idleEnd : session.endsAt;
	const ends = [session.developerUntil, session.premiumUntil].filter((end) => isAhead(end, now));
	return {
		userId: user.id,
		sessionId: toSessionId(token),
		tokenScopes: null,
		// A Discord account without a qualifying role is known, and let into nothing.
		hasAccess: session.method !== 'discord' || user.hasMageAccess || isDeveloper,
		signedInBy: session.method,
		isDiscord: user.discordId !== null,
		role: isDeveloper ? 'developer' : 'creator',
		premium: user.hasPaidPremium || isAhead(session.premiumUntil, now),
		adminUnlocked: session.adminUnlocked,
		expiresAt,
		sameUntil: new Date(Math.min(expiresAt.getTime(), ...ends.map((end) => end.getTime()))),
		name: user.username,
		avatar: user.avatar,
	};
}

const validate = async (lucia: ReturnType<typeof createLucia>, token: string) =>
	tokenPattern.test(token) ? lucia.validateSession(token) : ({ session: null, user: null } as const);

const isAhead = (end: Date | null, now: Date): end is Date => end !== null && end > now;

/** The attributes of the caller's session, for carrying them over into its successor; null without a live one. */
export async function readSessionAttributes(ctx: SessionContext): Promise<SessionAttributes | null> {
	const token = ctx.cookies.get(sessionCookieName(ctx)) ?? '';
	const { session } = await validate(createLucia(ctx.db, ctx.clock), token);
	if (session === null) return null;
	const { method, absoluteExpiresAt, developerUntil, premiumUntil, adminUnlocked, imagesLeft } = session;
	return { method, absoluteExpiresAt, developerUntil, premiumUntil, adminUnlocked, imagesLeft };
}

/** A session that took the place of the one the browser came with. */
export interface RotatedSession {
	readonly actor: Actor | null;
	/** Call after commit; otherwise the browser could hold a cookie for a session that was rolled back. */
	readonly setCookie: () => void;
}

/** Starts a session under a new token and deletes the one the browser came with. */
export async function rotateSession(
	trx: DatabaseTransaction,
	ctx: SessionContext,
	{ userId, attributes }: { readonly userId: string; readonly attributes: SessionAttributes },
): Promise<RotatedSession> {
	const name = sessionCookieName(ctx);
	const oldToken = ctx.cookies.get(name);
	const lucia = createLucia(trx, ctx.clock);
	if (oldToken !== undefined) {
		await lucia.invalidateSession(oldToken);
		await insertReplacedSession(trx, toSessionId(oldToken), replacedSessionMs);
	}
	const { id: token } = await lucia.createSession(userId, attributes);
	return {
		actor: await findActor({ ...ctx, db: trx }, token),
		setCookie: () => ctx.cookies.set(name, token, { httpOnly: true, expires: attributes.absoluteExpiresAt }),
	};
}

/** The same in a transaction of its own, and hands the session over. */
export async function replaceSession(
	ctx: SessionContext,
	next: { readonly userId: string; readonly attributes: SessionAttributes },
): Promise<Actor | null> {
	const { actor, setCookie } = await transact(ctx.db, (trx) => rotateSession(trx, ctx, next));
	setCookie();
	return actor;
}

/** Deletes the browser's session, if it has one, and clears the cookie. */
export async function endSession(ctx: SessionContext): Promise<void> {
	const name = sessionCookieName(ctx);
	const token = ctx.cookies.get(name);
	if (token === undefined) return;
	await createLucia(ctx.db, ctx.clock).invalidateSession(token);
	ctx.cookies.delete(name);
}

/** Deletes the rows of ended and of replaced sessions; run it now and then. */
export async function purgeExpiredSessions({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
	await createLucia(db, clock).deleteExpiredSessions();
	await deleteExpiredReplacedSessions(db);
}

/** Ends the browser's session. The browser keeps its identity, so that signing in again finds the same work. */
export async function logout(ctx: RequestContext): Promise<{ ok: true }> {
	await endSession(ctx);
	return { ok: true };
}
