import { describe, expect, it } from 'vitest';
import { createPaymentTries } from './payment-tries.ts';

const payment = (digit: number) => ({ chain: 'polygon', signature: `0x${String(digit).repeat(64)}` }) as const;

function triesOfOneAddress() {
	let nowMs = 0;
	const tries = createPaymentTries(() => new Date(nowMs));
	return {
		begin: (digit: number, address = '192.0.2.1') => tries.begin(payment(digit), address),
		pass: (minutes: number) => {
			nowMs += minutes * 60_000;
		},
	};
}

describe('tries at payments', () => {
	it('count a transaction once for a quarter of an hour, per address', () => {
		const { begin, pass } = triesOfOneAddress();
		for (let time = 0; time < 20; time++) begin(1);
		for (const digit of [2, 3, 4, 5]) begin(digit);
		expect(() => begin(6)).toThrow('Too many transactions that are no payment. Try again in 15 minutes.');
		expect(() => begin(5)).not.toThrow();
		expect(() => begin(6, '192.0.2.2')).not.toThrow();
		pass(15);
		for (const digit of [5, 6, 7, 8, 9]) begin(digit);
		expect(() => begin(1)).toThrow('Too many transactions');
	});

	it('are taken back where they shall not count', () => {
		const { begin } = triesOfOneAddress();
		for (let time = 0; time < 20; time++) begin(1)();
		for (const digit of [2, 3, 4, 5, 6]) begin(digit);
		expect(() => begin(1)).toThrow('Too many transactions');
	});

	it('reject looks beyond all waiting', () => {
		const { begin } = triesOfOneAddress();
		for (let time = 0; time < 300; time++) begin(1);
		expect(() => begin(1)).toThrow('Too many looks at payments. Try again in 15 minutes.');
	});
});
