import { describe, expect, it } from 'vitest';
import { createPaymentAttempts } from './payment-attempts.ts';

const payment = (digit: number) => ({ chain: 'polygon', signature: `0x${String(digit).repeat(64)}` }) as const;

function triesOfUsers() {
	let nowMs = 0;
	const tries = createPaymentAttempts(() => new Date(nowMs));
	return {
		begin: (digit: number, userId = 'user-1') => tries.begin(payment(digit), userId),
		pass: (minutes: number) => {
			nowMs += minutes * 60_000;
		},
	};
}

describe('tries at payments', () => {
	it('count a transaction once for a quarter of an hour, per user', () => {
		const { begin, pass } = triesOfUsers();
		for (let time = 0; time < 20; time++) begin(1);
		for (const digit of [2, 3, 4, 5]) begin(digit);
		expect(() => begin(6)).toThrow('Too many transactions that are no payment. Try again in 15 minutes.');
		expect(() => begin(5)).not.toThrow();
		expect(() => begin(6, 'user-2')).not.toThrow();
		pass(15);
		for (const digit of [5, 6, 7, 8, 9]) begin(digit);
		expect(() => begin(1)).toThrow('Too many transactions');
	});

	it('are taken back where they shall not count', () => {
		const { begin } = triesOfUsers();
		for (let time = 0; time < 20; time++) begin(1)();
		for (const digit of [2, 3, 4, 5, 6]) begin(digit);
		expect(() => begin(1)).toThrow('Too many transactions');
	});

	it('are taken back by a later call than the one that counted, and once', () => {
		const { begin, pass } = triesOfUsers();
		for (const digit of [1, 2, 3, 4, 5]) begin(digit);
		pass(1);
		const takeBacks = [begin(1), begin(1)];
		for (const takeBack of takeBacks) takeBack();
		begin(6);
		for (const takeBack of takeBacks) takeBack();
		expect(() => begin(7)).toThrow('Too many transactions that are no payment. Try again in 14 minutes.');
	});

	it('reject looks beyond all waiting', () => {
		const { begin } = triesOfUsers();
		for (let time = 0; time < 360; time++) begin(1)();
		expect(() => begin(1)).toThrow('Too many looks at payments. Try again in 15 minutes.');
		expect(() => begin(1, 'user-2')).not.toThrow();
	});
});
