import { listPremiumPayments as listRows } from '@adx/db/repositories/premium/premium-payments';
import type { PremiumPayment } from '@adx/validators/premium';
import { type RequestContext, requireActor } from '../platform/context.ts';

/** What the caller paid for Premium, newest first, switched off or not. */
export async function listPremiumPayments(ctx: RequestContext): Promise<PremiumPayment[]> {
	const rows = await listRows(ctx.db, requireActor(ctx).userId);
	return rows.map(({ chain, signature, isActive, createdAt }) => {
		const explorer = ctx.premium.chains.get(chain)?.settings.explorerUrl ?? null;
		const explorerUrl = explorer === null ? null : `${explorer}/tx/${signature}`;
		return { chain, signature, active: isActive, paidAt: createdAt, explorerUrl };
	});
}
