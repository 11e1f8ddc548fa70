import { premiumChainSchema } from '@adx/validators/premium';
import { useMemo } from 'react';
import { z } from 'zod';
import { storedRecords } from '../../../lib/storage/stored-records.ts';

const schema = z.object({
	chain: premiumChainSchema,
	signature: z.string(),
	/** Whose it was when it was sent. */
	userId: z.string(),
	/** Whether the transaction carries that account's id, so that it counts for nobody else. */
	isNamed: z.boolean(),
});

/** A payment that was sent and that the server has not accepted yet. */
export type PendingPayment = Readonly<z.infer<typeof schema>>;
export type PaymentKey = Pick<PendingPayment, 'chain' | 'signature'>;

/** Tells payments apart. */
export const toPaymentKey = ({ chain, signature }: PaymentKey): string => `${chain}:${signature}`;

const payments = storedRecords('adx_premium_payment:', schema);

/** Keeps it in this browser until it is accepted, refused or given up. */
export const storePayment = (payment: PendingPayment): void => payments.set(toPaymentKey(payment), payment);
export const removePayment = (payment: PaymentKey): void => payments.remove(toPaymentKey(payment));

/** The payments that this browser waits for, whichever of its tabs sent them. */
export function usePendingPayments(): readonly PendingPayment[] {
	const stored = payments.use();
	return useMemo(() => [...stored.values()], [stored]);
}
