import { randomUUID } from 'node:crypto';
import { transact } from '@adx/db/client/transact';
import { insertEmergencyGrant } from '@adx/db/repositories/auth/sign-in-states';
import { insertAuditEntry } from '@adx/db/repositories/platform/audit-log';
import type { AccessCheck } from '@adx/validators/auth/auth';
import { emergencyImagesMax } from '@adx/validators/limits';
import type { RequestContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { toNetwork } from '../../platform/limits/rate-limiter.ts';
import { rejectAccessToken } from '../authorize-call.ts';
import { getCaller } from '../get-caller.ts';
import { noElevation, readSessionAttributes, rotateSession } from '../sessions/sessions.ts';
import { readSignedCookie, type SignedCookieValue, writeSignedCookie } from '../sessions/signed-cookie.ts';
import { recogniseOrCreateUser, writeVisitor } from '../sessions/visitor.ts';

const emergencyMs = 3_600_000;

/**
 * Lets a browser in for an hour and 20 images after Discord failed it, once per network and UTC day. 409
 * `emergency_unavailable` for everybody else, members included; 403 for an access token; 429 `too_many_tries`. Audited.
 */
export async function startEmergencyAccess(ctx: RequestContext): Promise<AccessCheck> {
	rejectAccessToken(ctx.actor);
	await ctx.callLimiter.begin('auth.emergency', ctx.address);
	const mark = readFailureCookie(ctx);
	// A user who already has access would only lose by it.
	if (ctx.config.emergencyAccess === 'off' || mark === null || ctx.actor?.hasAccess) throw unavailable();
	const current = await readSessionAttributes(ctx);
	const { actor, setCookie } = await transact(ctx.db, async (db) => {
		const within = { ...ctx, db };
		if (!(await takeGrant(within, mark))) throw unavailable();
		const userId = await recogniseOrCreateUser(within);
		const absoluteExpiresAt = new Date(ctx.clock().getTime() + emergencyMs);
		const limits = { method: 'emergency', absoluteExpiresAt, imagesLeft: emergencyImagesMax } as const;
		const started = await rotateSession(db, ctx, { userId, attributes: { ...noElevation, ...current, ...limits } });
		await insertAuditEntry(db, {
			id: randomUUID(),
			actorId: userId,
			action: 'session.start',
			subject: { method: 'emergency', address: ctx.address, sessionId: started.actor?.sessionId ?? null },
			createdAt: ctx.clock(),
		});
		return started;
	});
	setCookie();
	clearFailureCookie(ctx);
	if (actor !== null && !actor.isDiscord) writeVisitor(ctx, actor.userId);
	const { address, requestId } = ctx;
	ctx.log.warn({ audit: 'session.start', userId: actor?.userId, address, requestId }, 'gave emergency access');
	return getCaller({ ...ctx, actor });
}

/** Both the mark and the network are used up together; the mark on the day it was made, so that midnight renews neither. */
async function takeGrant(
	{ db, clock, address }: RequestContext,
	{ id, issuedAt }: SignedCookieValue,
): Promise<boolean> {
	const createdAt = clock();
	const isFirstUse = await insertEmergencyGrant(db, { network: `mark ${id}`, day: dayOf(issuedAt), createdAt });
	return (
		isFirstUse && (await insertEmergencyGrant(db, { network: toNetwork(address), day: dayOf(createdAt), createdAt }))
	);
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10);

function unavailable(): AppError {
	const message = 'Emergency access is not available right now.';
	return new AppError('PRECONDITION', { reason: 'emergency_unavailable', message });
}

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

const clearFailureCookie = (ctx: RequestContext): void => ctx.cookies.delete(cookieOf(ctx).name);
