import { TRPCClientError } from '@trpc/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPurchase } from '../../../../test/sale-fixtures.ts';
import { type SubmitDelay, submitSignedTransactions } from './submit-signed-transactions.ts';

const failure = (httpStatus: number, retryAfterSeconds: number | null = null) =>
	new TRPCClientError('refused', {
		result: { error: { code: -32_000, message: 'refused', data: { httpStatus, retryAfterSeconds } } } as never,
	});

/** Fails with these in turn, then answers; notes when it was asked, in seconds. */
function failingWith(...failures: Error[]) {
	const startMs = Date.now();
	const askedAt: number[] = [];
	const submit = async () => {
		askedAt.push((Date.now() - startMs) / 1_000);
		const next = failures.shift();
		if (next !== undefined) throw next;
		return createPurchase();
	};
	return { askedAt, submit };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what is not answered is submitted again, after longer and longer', async () => {
	const { askedAt, submit } = failingWith(...Array.from({ length: 6 }, () => new TypeError('Failed to fetch')));
	const work = submitSignedTransactions({ submit, onDelay: () => {}, signal: new AbortController().signal });
	await vi.runAllTimersAsync();
	await expect(work).resolves.toEqual(createPurchase());
	expect(askedAt).toEqual([0, 1, 3, 7, 15, 25, 35]);
});

test('a server that wants to be left alone for longer than a signature is good is asked again within 10 s', async () => {
	const { askedAt, submit } = failingWith(failure(429, 900), failure(429, 3));
	const delays: SubmitDelay[] = [];
	const work = submitSignedTransactions({
		submit,
		onDelay: (delay) => delays.push(delay),
		signal: new AbortController().signal,
	});
	await vi.runAllTimersAsync();
	await work;
	expect(askedAt).toEqual([0, 10, 13]);
	expect(delays).toEqual(['busy', 'busy']);
});

test('rejects with a refusal at once, and with the signal’s reason when it is called off', async () => {
	const { askedAt, submit } = failingWith(failure(422));
	await expect(
		submitSignedTransactions({ submit, onDelay: () => {}, signal: new AbortController().signal }),
	).rejects.toThrow('refused');
	expect(askedAt).toEqual([0]);
	const stop = new AbortController();
	const away = failingWith(failure(500), failure(500));
	const work = submitSignedTransactions({
		submit: away.submit,
		onDelay: () => stop.abort(new Error('left')),
		signal: stop.signal,
	});
	await expect(work).rejects.toThrow('left');
	expect(away.askedAt).toEqual([0]);
});
