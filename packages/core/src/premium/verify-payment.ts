import { premiumChainFacts } from '@adx/validators/premium';
import { AppError, type AppErrorOptions } from '../platform/errors.ts';
import type { PaymentChain, PaymentFacts } from './payment-chain.ts';

// When a waiting client should ask again.
const unknownRetrySeconds = 10;
/** How long to wait before a payment on its way is asked for again. */
export const confirmingRetrySeconds = 5;

/** How far the clocks of this server and of block producers may be apart. */
const clocksApartMs = 10 * 60_000;

/**
 * Throws for what can never be the caller's payment, with a sentence for each way in which it is not. Returns why it does
 * not count yet, 409 `payment_unknown` or `payment_unconfirmed`, the latter with how far it is; null once it counts.
 *
 * @param facts null for a transaction that the chain does not know
 * @param isOwnMemo whether the text sent along names the caller
 */
export function verifyPayment(
	{ settings, offeredSince, price, format }: Pick<PaymentChain, 'settings' | 'offeredSince' | 'price' | 'format'>,
	facts: PaymentFacts | null,
	isOwnMemo: boolean,
): AppError | null {
	const { symbol, confirmations: needed, treasury } = settings;
	const { name } = premiumChainFacts[settings.chain];
	if (facts === null) {
		const message = `${name} knows no such transaction yet. Check the chain and the transaction; one that was just sent may take a minute to appear.`;
		return refusal('PRECONDITION', 'payment_unknown', message, { retryAfterSeconds: unknownRetrySeconds });
	}
	if (facts.outcome === 'failed')
		throw refusal('PAYMENT', 'payment_failed', `This transaction failed on ${name}: nothing was paid with it.`);
	if (!facts.isToTreasury) {
		const message = `This transaction pays somebody else. Only what is sent to ${treasury} itself counts.`;
		throw refusal('PAYMENT', 'payment_elsewhere', message);
	}
	if (facts.paid < price) {
		const message = `This transaction paid ${format(facts.paid)} ${symbol}, and Premium costs ${settings.price} ${symbol}.`;
		throw refusal('PAYMENT', 'payment_too_small', message);
	}
	if (facts.memo !== null && !isOwnMemo) {
		const message = 'This payment was made for another account. Sign in with the account that paid.';
		throw refusal('CONFLICT', 'payment_of_another', message);
	}
	if (
		facts.memo === null &&
		facts.minedAt !== null &&
		facts.minedAt.getTime() < offeredSince.getTime() - clocksApartMs
	) {
		const message = `This transaction is older than the sale of Premium here, so ${treasury} was paid for something else.`;
		throw refusal('PAYMENT', 'payment_too_old', message);
	}
	if (facts.confirmations >= needed) return null;
	const missing = needed - facts.confirmations;
	const blocks = missing === 1 ? '1 confirmation is' : `${missing} confirmations are`;
	const message = `The payment is on its way: ${blocks} missing of ${needed}. Try again in a moment.`;
	const meta = {
		retryAfterSeconds: confirmingRetrySeconds,
		confirmations: { seen: facts.confirmations, needed },
	};
	return refusal('PRECONDITION', 'payment_unconfirmed', message, meta);
}

const refusal = (
	code: 'PRECONDITION' | 'PAYMENT' | 'CONFLICT',
	reason: AppErrorOptions['reason'],
	message: string,
	meta: NonNullable<AppErrorOptions['meta']> = {},
) => new AppError(code, { reason, message, meta });
