import { randomUUID } from 'node:crypto';
import type { DatabaseTransaction } from '@adx/db/client/database';
import { insertAuditEntry } from '@adx/db/repositories/platform/audit-log';
import {
	activatePremiumPayment,
	findPremiumPayment,
	insertPremiumPayment,
	type PaymentKey,
} from '@adx/db/repositories/premium/premium-payments';
import { deleteStartedPayment } from '@adx/db/repositories/premium/started-payments';
import { AppError } from '../platform/errors.ts';

export interface PaymentToStore extends PaymentKey {
	readonly userId: string;
	/** For the record; null for what the chain does not know. */
	readonly paid: string | null;
	readonly createdAt: Date;
}

/**
 * Counts a payment for a locked user, audited. Null when it counted already.
 *
 * @param about what the audit log tells besides
 */
export async function creditPayment(
	trx: DatabaseTransaction,
	{ paid, ...payment }: PaymentToStore,
	about: Readonly<Record<string, unknown>>,
): Promise<{ readonly isNew: boolean } | null> {
	const { userId, chain, signature, createdAt } = payment;
	const isNew = await insertPremiumPayment(trx, payment);
	const stored = isNew ? undefined : await findPremiumPayment(trx, payment);
	if (!isNew && stored?.userId !== userId) throw usedByAnother();
	if (stored?.isActive) return null;
	if (!isNew) await activatePremiumPayment(trx, payment);
	await deleteStartedPayment(trx, userId, chain);
	await insertAuditEntry(trx, {
		id: randomUUID(),
		actorId: userId,
		action: isNew ? 'premium.pay' : 'premium.resume',
		subject: { chain, signature, ...(paid === null ? {} : { paid }), ...about },
		createdAt,
	});
	return { isNew };
}

/** 409 `payment_used`: the payment counts for another account already. */
export function usedByAnother(): AppError {
	const message = 'This payment has already opened Premium for another account. A payment counts once.';
	return new AppError('CONFLICT', { reason: 'payment_used', message });
}
