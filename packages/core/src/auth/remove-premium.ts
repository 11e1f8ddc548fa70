import { randomUUID } from 'node:crypto';
import { insertAuditEntry } from '@adx/db/repositories/audit-log';
import type { AccessCheck } from '@adx/validators/auth';
import { type RequestContext, requireActor } from '../context.ts';
import { checkAccess } from './check.ts';
import { readSessionAttributes, replaceSession } from './sessions.ts';

/**
 * Takes premium from the session and leaves everything else that it allows; the session is a new one afterwards.
 * Without premium it changes nothing. Audited.
 */
export async function removePremium(ctx: RequestContext): Promise<AccessCheck> {
	const { userId, premium } = requireActor(ctx);
	if (!premium) return checkAccess(ctx);
	const current = await readSessionAttributes(ctx);
	// It ended meanwhile, and premium with it.
	if (current === null) return checkAccess({ actor: null });
	const actor = await replaceSession(ctx, { userId, attributes: { ...current, premiumUntil: null } });
	await insertAuditEntry(ctx.db, {
		id: randomUUID(),
		actorId: userId,
		action: 'premium.remove',
		subject: { address: ctx.address, sessionId: actor?.sessionId ?? null },
		createdAt: ctx.clock(),
	});
	return checkAccess({ actor });
}
