import type { ErrorReason } from '@adx/validators/errors';
import { TRPCClientError } from '@trpc/client';
import { describe, expect, test } from 'vitest';
import { getPaymentVerdict, isOfOtherAccount } from './payment-verdict.ts';

const refusal = (httpStatus: number, reason: ErrorReason, facts = {}) =>
	new TRPCClientError('A sentence.', {
		result: { error: { message: 'A sentence.', code: -32_600, data: { httpStatus, reason, ...facts } } },
	});

describe('what is done about a payment that was not accepted', () => {
	test.each<[number, ErrorReason, number]>([
		[409, 'premium_unavailable', 60_000],
		[429, 'rate_limited', 15_000],
		[429, 'too_many_tries', 15_000],
		[409, 'chain_unavailable', 15_000],
		[403, 'no_access', 15_000],
		[404, 'not_found', 15_000],
		[500, 'internal', 15_000],
		// What stands before the server answers for it.
		[502, 'bad_input', 15_000],
	])('after %i %s it is asked about again', (status, reason, retryAfterMs) => {
		const notification = { sentence: 'A sentence.', reason, confirmations: null };
		expect(getPaymentVerdict(refusal(status, reason), false)).toEqual({ kind: 'wait', retryAfterMs, notification });
	});

	test('the server’s own time counts, and how far it is', () => {
		const confirmations = { seen: 1, needed: 3 };
		const error = refusal(409, 'payment_unconfirmed', { retryAfterSeconds: 5, confirmations });
		expect(getPaymentVerdict(error, false)).toMatchObject({
			kind: 'wait',
			retryAfterMs: 5_000,
			notification: { confirmations },
		});
	});

	test('without a session it is asked about again, and nothing is told of it', () => {
		expect(getPaymentVerdict(refusal(401, 'sign_in_required'), false)).toEqual({
			kind: 'wait',
			retryAfterMs: 15_000,
			notification: null,
		});
	});

	test('no answer at all refuses nothing', () => {
		expect(getPaymentVerdict(new Error('Failed to fetch'), false)).toMatchObject({
			kind: 'wait',
			notification: { reason: null },
		});
	});

	test.each<ErrorReason>([
		'payment_failed',
		'payment_elsewhere',
		'payment_too_small',
		'payment_of_another',
		'payment_used',
		'bad_input',
	])('rejects it for good with %s', (reason) => {
		expect(getPaymentVerdict(refusal(409, reason), false)).toEqual({ kind: 'refused', sentence: 'A sentence.' });
	});

	test('one that carries an account’s id rests until that is signed in, and is done with once it counted there', () => {
		expect(getPaymentVerdict(refusal(409, 'payment_of_another'), true)).toMatchObject({ kind: 'rest' });
		expect(getPaymentVerdict(refusal(409, 'payment_used'), true)).toEqual({ kind: 'settled' });
	});
});

test('whose a payment is, as far as is known', () => {
	const payment = { chain: 'polygon', signature: '0x1', userId: 'user-0', isNamed: true } as const;
	const notification = { sentence: '', reason: 'payment_of_another', confirmations: null } as const;
	expect(isOfOtherAccount(payment, 'user-0', undefined)).toBe(false);
	// Its account may have become this one.
	expect(isOfOtherAccount(payment, 'user-1', undefined)).toBe(false);
	expect(isOfOtherAccount(payment, 'user-1', notification)).toBe(true);
	expect(isOfOtherAccount({ ...payment, isNamed: false }, 'user-1', undefined)).toBe(true);
});
