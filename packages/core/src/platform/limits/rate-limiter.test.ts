import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { createRateLimiter } from './rate-limiter.ts';

const minuteMs = 60_000;

function limiterAt(start = 0, windowMs?: number) {
	let nowMs = start;
	return {
		limiter: createRateLimiter({
			clock: () => new Date(nowMs),
			triesMax: 5,
			what: 'wrong passwords',
			...(windowMs === undefined ? {} : { windowMs }),
		}),
		pass: (ms: number) => {
			nowMs += ms;
		},
	};
}

function refusalOf(work: () => unknown): AppError | null {
	try {
		work();
		return null;
	} catch (error) {
		if (error instanceof AppError) return error;
		throw error;
	}
}

describe('createRateLimiter', () => {
	it('lets five tries through and rejects the sixth with the seconds until the oldest is 15 minutes old', () => {
		const { limiter, pass } = limiterAt();
		for (let tries = 0; tries < 5; tries += 1) {
			limiter.begin('developer', '10.0.0.1');
			pass(minuteMs);
		}
		const refusal = refusalOf(() => limiter.begin('developer', '10.0.0.1'));
		expect(refusal).toMatchObject({ code: 'LIMIT', reason: 'too_many_tries', meta: { retryAfterSeconds: 600 } });
		expect(refusal?.message).toBe('Too many wrong passwords. Try again in 10 minutes.');
		pass(10 * minuteMs - 1);
		expect(refusalOf(() => limiter.begin('developer', '10.0.0.1'))?.meta.retryAfterSeconds).toBe(1);
		pass(1);
		expect(refusalOf(() => limiter.begin('developer', '10.0.0.1'))).toBeNull();
	});

	it('counts within a shorter time where one is given', () => {
		const { limiter, pass } = limiterAt(0, minuteMs);
		for (let tries = 0; tries < 5; tries += 1) limiter.begin('mint', 'a user');
		pass(minuteMs - 1);
		expect(refusalOf(() => limiter.begin('mint', 'a user'))?.meta.retryAfterSeconds).toBe(1);
		expect(refusalOf(() => limiter.begin('mint', 'another'))).toBeNull();
		pass(1);
		expect(refusalOf(() => limiter.begin('mint', 'a user'))).toBeNull();
	});

	it('counts each kind and each address by itself', () => {
		const { limiter } = limiterAt();
		for (let tries = 0; tries < 5; tries += 1) limiter.begin('developer', '10.0.0.1');
		expect(refusalOf(() => limiter.begin('developer', '10.0.0.2'))).toBeNull();
		expect(refusalOf(() => limiter.begin('premium', '10.0.0.1'))).toBeNull();
		expect(refusalOf(() => limiter.begin('developer', '10.0.0.1'))).not.toBeNull();
	});

	it('takes a try back that was right', () => {
		const { limiter } = limiterAt();
		for (let tries = 0; tries < 20; tries += 1) limiter.begin('developer', '10.0.0.1')();
		expect(refusalOf(() => limiter.begin('developer', '10.0.0.1'))).toBeNull();
	});

	it('takes the latest try back from another call', () => {
		const { limiter } = limiterAt();
		limiter.takeBack('developer', '10.0.0.1');
		for (let tries = 0; tries < 20; tries += 1) {
			limiter.begin('developer', '10.0.0.1');
			limiter.takeBack('developer', '10.0.0.1');
		}
		for (let tries = 0; tries < 5; tries += 1) limiter.begin('developer', '10.0.0.1');
		expect(refusalOf(() => limiter.begin('developer', '10.0.0.1'))).not.toBeNull();
	});

	it.each([
		['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
		['2001:DB8::5', '2001:0db8:0:0:1::'],
		['::ffff:10.0.0.9', '10.0.0.9'],
		['fe80::1%eth0', 'fe80::2'],
	])('counts %s and %s as one network', (first, second) => {
		const { limiter } = limiterAt();
		for (let tries = 0; tries < 5; tries += 1) limiter.begin('developer', first);
		expect(refusalOf(() => limiter.begin('developer', second))).not.toBeNull();
	});

	it('never lets more than five tries of one key through in any 15 minutes', () => {
		const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 6 * minuteMs }), fc.constantFrom('a', 'b')), {
			maxLength: 80,
		});
		fc.assert(
			fc.property(steps, (tries) => {
				const { limiter, pass } = limiterAt(1_000_000);
				let nowMs = 1_000_000;
				const passedAt: Record<string, number[]> = { a: [], b: [] };
				for (const [waitMs, address] of tries) {
					pass(waitMs);
					nowMs += waitMs;
					if (refusalOf(() => limiter.begin('admin', address)) === null) passedAt[address]?.push(nowMs);
				}
				for (const times of Object.values(passedAt)) {
					for (const at of times) {
						expect(times.filter((each) => each > at - 15 * minuteMs && each <= at).length).toBeLessThanOrEqual(5);
					}
				}
			}),
		);
	});
});
