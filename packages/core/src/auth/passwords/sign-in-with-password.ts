import { randomUUID } from 'node:crypto';
import { insertAuditEntry } from '@adx/db/repositories/platform/audit-log';
import type { AccessCheck, PasswordKind } from '@adx/validators/auth/auth';
import type { RequestContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { authorizeCall, rejectAccessToken } from '../authorize-call.ts';
import { getCaller } from '../get-caller.ts';
import type { SessionAttributes } from '../sessions/session-adapter.ts';
import {
	developerElevationMs,
	noElevation,
	readSessionAttributes,
	replaceSession,
	sessionMaxMs,
} from '../sessions/sessions.ts';
import { recogniseOrCreateUser, writeVisitor } from '../sessions/visitor.ts';

/** How long a premium passphrase lasts; it ends earlier with its session. */
const premiumMs = sessionMaxMs;

/**
 * `developer` and `community` sign in; `premium` and `admin` elevate the session that is there and answer
 * 401 without one. Each success replaces the session and keeps what it already allowed, each with its own
 * end. 401 `wrong_password`; 403 for an access token, which gets no session; 429 `too_many_tries`. Every success
 * is audited.
 */
export async function signInWithPassword(
	ctx: RequestContext,
	{ kind, password }: { readonly kind: PasswordKind; readonly password: string },
): Promise<AccessCheck> {
	rejectAccessToken(ctx.actor);
	if (isElevation(kind)) authorizeCall(ctx, { access: 'session', scope: 'write' });
	if (!(await ctx.passwords.verify({ kind, password, address: ctx.address }))) {
		const { address, requestId } = ctx;
		ctx.log.warn({ audit: 'session.refuse', kind, address, requestId }, 'a wrong password was tried');
		throw new AppError('UNAUTHORIZED', { reason: 'wrong_password', message: 'This password is not right.' });
	}
	const current = await readSessionAttributes(ctx);
	const attributes = toSuccessor(current, kind, ctx.clock().getTime());
	const userId = await recogniseOrCreateUser(ctx);
	const actor = await replaceSession(ctx, { userId, attributes });
	// The next user of this browser must not find a Discord account's work.
	if (actor?.isDiscord === false) writeVisitor(ctx, userId);
	const action = current === null ? 'session.start' : 'session.elevate';
	await insertAuditEntry(ctx.db, {
		id: randomUUID(),
		actorId: userId,
		action,
		subject: { kind, address: ctx.address, sessionId: actor?.sessionId ?? null },
		createdAt: ctx.clock(),
	});
	const { address, requestId } = ctx;
	ctx.log.info({ audit: action, userId, kind, address, requestId }, 'signed in with a password');
	return getCaller({ ...ctx, actor });
}

const isElevation = (kind: PasswordKind) => kind === 'premium' || kind === 'admin';

/** What the next session allows once this password was right: what `current` did, and the kind's own. */
function toSuccessor(current: SessionAttributes | null, kind: PasswordKind, nowMs: number): SessionAttributes {
	const after = (ms: number) => new Date(nowMs + ms);
	if (kind === 'community') {
		const absoluteExpiresAt = after(sessionMaxMs);
		return { ...noElevation, ...current, method: 'community', absoluteExpiresAt, imagesLeft: null };
	}
	if (kind === 'developer') {
		const developerUntil = after(developerElevationMs);
		// A session that is nothing but the developer's ends with it; one with a lasting way in outlives it.
		const isLasting = current?.method === 'community' || current?.method === 'discord';
		if (isLasting) return { ...current, developerUntil };
		const method = { method: 'developer', absoluteExpiresAt: developerUntil } as const;
		return { ...noElevation, ...current, ...method, developerUntil, imagesLeft: null };
	}
	if (current === null) {
		// It ended while the password was being checked.
		throw new AppError('UNAUTHORIZED', { reason: 'sign_in_required', message: 'Sign in first.' });
	}
	return kind === 'premium' ? { ...current, premiumUntil: after(premiumMs) } : { ...current, adminUnlocked: true };
}
