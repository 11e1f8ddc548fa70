import type { ErrorReason } from '@adx/validators/errors';
import { TRPCClientError } from '@trpc/client';
import { getErrorReason, getHttpStatus } from '../../../lib/api/error-messages.ts';
import type { PaymentNotification } from './payment-notifications.ts';
import type { PendingPayment } from './pending-payments.ts';

/** What to do about a payment that the server did not accept just now. */
export type PaymentVerdict =
	| { readonly kind: 'wait'; readonly retryAfterMs: number; readonly notification: PaymentNotification | null }
	/** Nothing that asking again would change before somebody else is signed in; the payment is kept. */
	| { readonly kind: 'rest'; readonly notification: PaymentNotification }
	/** It counted for whose it was. */
	| { readonly kind: 'settled' }
	| { readonly kind: 'refused'; readonly sentence: string };

/** What no time changes. After anything else the payment may still count, so its hash must not get lost. */
const finalReasons: ReadonlySet<ErrorReason | null> = new Set([
	'payment_failed',
	'payment_elsewhere',
	'payment_too_small',
	'payment_too_old',
	'payment_of_another',
	'payment_used',
	'bad_input',
]);
const retryAfterMs = 15_000;
/** Before an operator sells Premium again. */
const unavailableRetryMs = 60_000;

interface WaitFacts {
	readonly retryAfterSeconds?: number | null;
	readonly confirmations?: PaymentNotification['confirmations'];
}

/** How far an error says that the payment is; empty for any other. */
const factsOf = (error: unknown): WaitFacts =>
	error instanceof TRPCClientError ? ((error.data as WaitFacts | undefined) ?? {}) : {};

const isSignedOut = (error: unknown) => getHttpStatus(error) === 401;

/** Whether a refusal says that somebody else is signed in, or nobody, than the page believes; the access check knows. */
export const isAboutSession = (error: unknown): boolean =>
	isSignedOut(error) || getErrorReason(error) === 'payment_of_another';

/** `isNamed`: the payment carries the id of the account that sent it, which may be another than the one signed in. */
export function getPaymentVerdict(error: unknown, isNamed: boolean): PaymentVerdict {
	const reason = getErrorReason(error);
	const isServerRefusal = (getHttpStatus(error) ?? 500) < 500;
	const sentence = error instanceof Error ? error.message : String(error);
	const { retryAfterSeconds, confirmations } = factsOf(error);
	const notification = { sentence, reason, confirmations: confirmations ?? null };
	// Their own account takes it once it is signed in again.
	if (isNamed && reason === 'payment_of_another') return { kind: 'rest', notification };
	if (isNamed && reason === 'payment_used') return { kind: 'settled' };
	if (isServerRefusal && finalReasons.has(reason)) return { kind: 'refused', sentence };
	const usualMs = reason === 'premium_unavailable' ? unavailableRetryMs : retryAfterMs;
	return {
		kind: 'wait',
		retryAfterMs: retryAfterSeconds ? retryAfterSeconds * 1_000 : usualMs,
		// That somebody has to sign in is shown elsewhere, and says nothing about the payment.
		notification: isSignedOut(error) ? null : notification,
	};
}

/** Whether the server may be asked on behalf of that user: a plain transfer would count for whoever names it first. */
export const mayCheckFor = ({ userId, isNamed }: PendingPayment, currentUserId: string): boolean =>
	isNamed || userId === currentUserId;

/** Whether a payment is of another account than the one that is signed in, as far as that is known. */
export const isOfOtherAccount = (
	payment: PendingPayment,
	currentUserId: string,
	notification: PaymentNotification | undefined,
): boolean =>
	!mayCheckFor(payment, currentUserId) ||
	(payment.userId !== currentUserId && notification?.reason === 'payment_of_another');
