import { resolveActor } from '../../auth/sessions/sessions.ts';
import { type Actor, type RequestContext, requireActor } from '../context.ts';
import { AppError } from '../errors.ts';
import type { IdentifiedEvent } from './change-stream.ts';

/**
 * What changes of the caller's, as it changes; see `LiveChanges.open`, whose errors it has. The caller's rights are
 * looked at again whenever something about the account changes, when one of them ends, and every five minutes.
 */
export async function followChanges(
	ctx: RequestContext,
	lastEventId: string | null,
): Promise<AsyncIterableIterator<IdentifiedEvent>> {
	const first = requireActor(ctx);
	const { sessionId } = first;
	if (sessionId === null) {
		throw new AppError('FORBIDDEN', { reason: 'session_required', message: 'Sign in with a browser.' });
	}
	// The answer has started, so that no cookie can be set or cleared.
	const cookies = { get: ctx.cookies.get, set: () => {}, delete: () => {} };
	const recheck = async () => {
		const actor = await resolveActor({ ...ctx, cookies });
		return actor !== null && isSame(actor, first) ? actor : null;
	};
	const { userId, sameUntil } = first;
	const { address, gone } = ctx;
	return ctx.live.open({ userId, sessionId, address, sameUntil, recheck, gone }, lastEventId);
}

const rights = ['userId', 'sessionId', 'hasAccess', 'role', 'premium', 'adminUnlocked'] as const;

const isSame = (now: Actor, then: Actor): boolean => rights.every((right) => now[right] === then[right]);
