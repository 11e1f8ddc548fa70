import { describe, expect, it } from 'vitest';
import { BoundedCache } from './bounded-cache.ts';
import { createLook } from './look.ts';
import { createStream } from './random.ts';

describe('createStream', () => {
	it('gives a slot the same numbers whatever other slots are drawn before it', () => {
		const alone = createStream('1', 'seed', 'hair');
		const first = [alone.next(), alone.next(), alone.next()];
		const other = createStream('1', 'seed', 'a slot that a new part adds');
		for (let i = 0; i < 100; i++) other.next();
		const again = createStream('1', 'seed', 'hair');
		expect([again.next(), again.next(), again.next()]).toEqual(first);
	});

	it('changes every slot with the version and with the seed', () => {
		const first = createStream('1', 'seed', 'hair').next();
		expect(createStream('2', 'seed', 'hair').next()).not.toBe(first);
		expect(createStream('1', 'seed!', 'hair').next()).not.toBe(first);
	});

	it('spreads evenly over ten buckets', () => {
		const buckets = new Array<number>(10).fill(0);
		for (let i = 0; i < 5000; i++) buckets[createStream('1', `figure-${i}`, 'hair').index(10)]!++;
		for (const count of buckets) expect(Math.abs(count - 500)).toBeLessThan(100);
	});
});

describe('createLook', () => {
	it('keeps the other sliders when one slot gets another stream', () => {
		const rogue = { class: 'rogue', affliction: 'none' };
		const stream = (slot: string) => createStream('1', 'seed', slot);
		const usual = createLook(stream, rogue);
		const changed = createLook((slot) => (slot === 'jaw' ? createStream('1', 'other', slot) : stream(slot)), rogue);
		expect(changed.jaw).not.toBe(usual.jaw);
		expect({ ...changed, jaw: usual.jaw }).toEqual(usual);
	});
});

describe('BoundedCache', () => {
	it('never holds more than its limit and drops the value made longest ago', () => {
		const cache = new BoundedCache<string, number>(3);
		for (const key of ['a', 'b', 'c']) cache.get(key, () => 1);
		cache.get('d', () => 1);
		expect(cache.size).toBe(3);
		expect(cache.get('b', () => 2)).toBe(1);
		expect(cache.get('a', () => 2)).toBe(2);
	});
});
