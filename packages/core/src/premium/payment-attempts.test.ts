import { describe, expect, it } from 'vitest';
import { limitInMemory } from '../platform/limits/rate-limiter.ts';
import { createPaymentAttempts } from './payment-attempts.ts';

const payment = (digit: number) => ({ chain: 'polygon', signature: `0x${String(digit).repeat(64)}` }) as const;

function triesOfUsers() {
	let nowMs = 0;
	const tries = createPaymentAttempts(limitInMemory(() => new Date(nowMs)));
	return {
		begin: (digit: number, userId = 'user-1') => tries.begin(payment(digit), userId),
		pass: (minutes: number) => {
			nowMs += minutes * 60_000;
		},
	};
}

describe('tries at payments', () => {
	it('count a transaction once for a quarter of an hour, per user', async () => {
		const { begin, pass } = triesOfUsers();
		for (let time = 0; time < 20; time++) await begin(1);
		for (const digit of [2, 3, 4, 5]) await begin(digit);
		await expect(begin(6)).rejects.toThrow('Too many transactions that are not a payment. Try again in 15 minutes.');
		await expect(begin(5)).resolves.toBeTypeOf('function');
		await expect(begin(6, 'user-2')).resolves.toBeTypeOf('function');
		pass(15);
		for (const digit of [5, 6, 7, 8, 9]) await begin(digit);
		await expect(begin(1)).rejects.toThrow('Too many transactions');
	});

	it('are taken back where they shall not count', async () => {
		const { begin } = triesOfUsers();
		for (let time = 0; time < 20; time++) await (await begin(1))();
		for (const digit of [2, 3, 4, 5, 6]) await begin(digit);
		await expect(begin(1)).rejects.toThrow('Too many transactions');
	});

	it('are taken back by a later call than the one that counted, and once', async () => {
		const { begin, pass } = triesOfUsers();
		for (const digit of [1, 2, 3, 4, 5]) await begin(digit);
		pass(1);
		const takeBacks = [await begin(1), await begin(1)];
		for (const takeBack of takeBacks) await takeBack();
		await begin(6);
		for (const takeBack of takeBacks) await takeBack();
		await expect(begin(7)).rejects.toThrow('Too many transactions that are not a payment. Try again in 14 minutes.');
	});

	it('reject looks beyond all waiting', async () => {
		const { begin } = triesOfUsers();
		for (let time = 0; time < 360; time++) await (await begin(1))();
		await expect(begin(1)).rejects.toThrow('Too many payment status checks. Try again in 15 minutes.');
		await expect(begin(1, 'user-2')).resolves.toBeTypeOf('function');
	});
});
