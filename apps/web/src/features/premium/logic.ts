import type { ErrorReason } from '@adx/validators/errors';
import { TRPCClientError } from '@trpc/client';
import { reasonOf, statusOf } from '../../lib/error-sentences.ts';
import type { PaymentNews } from './payment-news.ts';
import type { PendingPayment } from './pending-payment.ts';

/** What to do about a payment that the server did not accept just now. */
export type PaymentVerdict =
	| { readonly kind: 'wait'; readonly retryAfterMs: number; readonly news: PaymentNews }
	/** Nothing that asking again would change before somebody else is signed in; the payment is kept. */
	| { readonly kind: 'rest' }
	| { readonly kind: 'refused'; readonly sentence: string };

const waitingReasons: ReadonlySet<ErrorReason | null> = new Set([
	'payment_unconfirmed',
	'payment_unknown',
	'chain_unavailable',
	'too_many_tries',
]);
const retryAfterMs = 15_000;

interface WaitFacts {
	readonly retryAfterSeconds?: number | null;
	readonly confirmations?: PaymentNews['confirmations'];
}

/** How far an error says that the payment is; empty for any other. */
const factsOf = (error: unknown): WaitFacts =>
	error instanceof TRPCClientError ? ((error.data as WaitFacts | undefined) ?? {}) : {};

/** `isOthers`: somebody else is signed in than sent the payment. */
export function verdictOf(error: unknown, isOthers: boolean): PaymentVerdict {
	const status = statusOf(error);
	const reason = reasonOf(error);
	const sentence = error instanceof Error ? error.message : String(error);
	if (status === 401 || status === 403) return { kind: 'rest' };
	// Their own account takes it once it is signed in again.
	if (isOthers && reason === 'payment_of_another') return { kind: 'rest' };
	if (status !== null && status < 500 && !waitingReasons.has(reason)) return { kind: 'refused', sentence };
	const { retryAfterSeconds, confirmations } = factsOf(error);
	return {
		kind: 'wait',
		retryAfterMs: retryAfterSeconds ? retryAfterSeconds * 1_000 : retryAfterMs,
		news: { sentence, confirmations: confirmations ?? null, isUnknown: reason === 'payment_unknown' },
	};
}

/** Whether the server may be asked on behalf of that user: a plain transfer would count for whoever names it first. */
export const mayAskFor = ({ userId, isNamed }: PendingPayment, currentUserId: string): boolean =>
	isNamed || userId === currentUserId;
