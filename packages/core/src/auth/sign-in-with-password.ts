import { randomUUID } from 'node:crypto';
import { insertAuditEntry } from '@adx/db/repositories/audit-log';
import { findUser, insertUser } from '@adx/db/repositories/users';
import type { AccessCheck, PasswordKind } from '@adx/validators/auth';
import { type RequestContext, requireActor } from '../context.ts';
import { AppError } from '../errors.ts';
import { checkAccess } from './check.ts';
import type { SessionAttributes } from './session-adapter.ts';
import { developerElevationMs, readSessionAttributes, replaceSession, sessionMaxMs } from './sessions.ts';
import { readVisitor, writeVisitor } from './visitor.ts';

/** How long a premium passphrase lasts; it ends earlier with its session. */
const premiumMs = sessionMaxMs;

/**
 * `developer` and `community` sign in; `premium` and `admin` elevate the session that is there and answer
 * 401 without one. Each success replaces the session and keeps what it already allowed, each with its own
 * end. 401 `wrong_password`; 429 `too_many_tries`. Every success is audited.
 */
export async function signInWithPassword(
	ctx: RequestContext,
	{ kind, password }: { readonly kind: PasswordKind; readonly password: string },
): Promise<AccessCheck> {
	if (isElevation(kind)) requireActor(ctx);
	if (!(await ctx.passwords.verify({ kind, password, address: ctx.address }))) {
		throw new AppError('UNAUTHORIZED', { reason: 'wrong_password', message: 'This password is not right.' });
	}
	const current = await readSessionAttributes(ctx);
	const attributes = successorOf(current, kind, ctx.clock().getTime());
	const userId = ctx.actor?.userId ?? (await recogniseOrCreateUser(ctx));
	const actor = await replaceSession(ctx, { userId, attributes });
	writeVisitor(ctx, userId);
	await insertAuditEntry(ctx.db, {
		id: randomUUID(),
		actorId: userId,
		action: current === null ? 'session.start' : 'session.elevate',
		subject: { kind, address: ctx.address, sessionId: actor?.sessionId ?? null },
		createdAt: ctx.clock(),
	});
	ctx.log.info({ userId, kind, requestId: ctx.requestId }, 'signed in with a password');
	return checkAccess({ actor });
}

const isElevation = (kind: PasswordKind) => kind === 'premium' || kind === 'admin';

async function recogniseOrCreateUser(ctx: RequestContext): Promise<string> {
	const visitorId = readVisitor(ctx);
	const known = visitorId === null ? undefined : await findUser(ctx.db, visitorId);
	return known?.id ?? (await insertUser(ctx.db, { id: randomUUID() })).id;
}

/** What the next session allows once this password was right: what `current` did, and the kind's own. */
function successorOf(current: SessionAttributes | null, kind: PasswordKind, nowMs: number): SessionAttributes {
	const after = (ms: number) => new Date(nowMs + ms);
	if (kind === 'community') {
		return { ...nothing, ...current, method: 'community', absoluteExpiresAt: after(sessionMaxMs) };
	}
	if (kind === 'developer') {
		const developerUntil = after(developerElevationMs);
		// A session that is nothing but the developer's ends with it; one with its own way in outlives it.
		if (current !== null && current.method !== 'developer') return { ...current, developerUntil };
		return { ...nothing, ...current, method: 'developer', absoluteExpiresAt: developerUntil, developerUntil };
	}
	if (current === null) {
		// It ended while the password was being checked.
		throw new AppError('UNAUTHORIZED', { reason: 'sign_in_required', message: 'Sign in first.' });
	}
	return kind === 'premium' ? { ...current, premiumUntil: after(premiumMs) } : { ...current, adminUnlocked: true };
}

const nothing = { developerUntil: null, premiumUntil: null, adminUnlocked: false, imagesLeft: null } as const;
