import { randomUUID } from 'node:crypto';
import { transact } from '@adx/db/client/transact';
import { clearTokenPassphrases } from '@adx/db/repositories/auth/access-tokens';
import { insertAuditEntry } from '@adx/db/repositories/platform/audit-log';
import { deactivatePremiumPayments } from '@adx/db/repositories/premium/premium-payments';
import type { AccessCheck } from '@adx/validators/auth/auth';
import { getCaller } from '../auth/get-caller.ts';
import { readSessionAttributes, rotateSession } from '../auth/sessions/sessions.ts';
import { type RequestContext, requireActor } from '../platform/context.ts';

/**
 * Takes premium from the session and from the account's access tokens, and leaves everything else that they allow; the
 * session is a new one afterwards. What was paid for is switched off for the whole account, until its owner names the
 * same payment again. Without premium it changes nothing. Audited.
 */
export async function removePremium(ctx: RequestContext): Promise<AccessCheck> {
	const { userId, premium } = requireActor(ctx);
	if (!premium) return getCaller(ctx);
	const successor = await transact(ctx.db, async (trx) => {
		const current = await readSessionAttributes({ ...ctx, db: trx });
		// It ended meanwhile, and its passphrase with it.
		if (current === null) return null;
		const payments = await deactivatePremiumPayments(trx, userId);
		await clearTokenPassphrases(trx, userId);
		const started = await rotateSession(trx, ctx, { userId, attributes: { ...current, premiumUntil: null } });
		await insertAuditEntry(trx, {
			id: randomUUID(),
			actorId: userId,
			action: 'premium.remove',
			subject: { address: ctx.address, sessionId: started.actor?.sessionId ?? null, payments },
			createdAt: ctx.clock(),
		});
		return started;
	});
	successor?.setCookie();
	return getCaller({ ...ctx, actor: successor?.actor ?? null });
}
