import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EngineErrorKind } from '../../engines/types.ts';
import { callsPerImageMax, decideFailure, type FailedAttempt, type FailureDecision } from './decide-failure.ts';

const failed = (kind: FailedAttempt['kind'], rest: Partial<FailedAttempt> = {}): FailedAttempt => ({
	kind,
	failureCounts: {},
	timesClaimed: 1,
	retryAfterMs: null,
	random: 0.5,
	...rest,
});

/** Decisions for the same image until one does not try it again. */
function courseOf(kind: FailedAttempt['kind'], rest: Partial<FailedAttempt> = {}): FailureDecision[] {
	const course: FailureDecision[] = [];
	for (let timesClaimed = 1; timesClaimed < 100; timesClaimed += 1) {
		const last = course.at(-1);
		const failureCounts = last !== undefined && 'failureCounts' in last ? last.failureCounts : {};
		const decision = decideFailure(failed(kind, { ...rest, timesClaimed, failureCounts }));
		course.push(decision);
		if (decision.action !== 'retry' && decision.action !== 'rest') return course;
	}
	return course;
}

describe('a failed call', () => {
	it.each<[EngineErrorKind | 'engine', calls: number, end: FailureDecision]>([
		['key', 1, { action: 'stop', reason: 'key_refused' }],
		['address', 1, { action: 'stop', reason: 'address_refused' }],
		['model', 1, { action: 'next_model' }],
		['request', 1, { action: 'give_up', failure: 'request' }],
		['day_quota', 2, { action: 'stop', reason: 'day_quota' }],
		['transient', 5, { action: 'give_up', failure: 'transient' }],
		['no_image', 3, { action: 'give_up', failure: 'no_image' }],
		['blocked', 2, { action: 'give_up', failure: 'blocked' }],
		['bad_image', 2, { action: 'give_up', failure: 'bad_image' }],
		['engine', 5, { action: 'give_up', failure: 'engine' }],
	])('of kind %s ends after %i calls', (kind, calls, end) => {
		const course = courseOf(kind);
		expect(course).toHaveLength(calls);
		expect(course.at(-1)).toEqual(end);
	});

	it('of kind throttle never gives an image up', () => {
		const course = courseOf('throttle');
		expect(course).toHaveLength(99);
		expect(course.every(({ action }) => action === 'rest')).toBe(true);
	});

	it('of kind transient waits up to twice as long each time, at most a minute', () => {
		const delays = (random: number) =>
			courseOf('transient', { random }).flatMap((decision) => (decision.action === 'retry' ? [decision.delayMs] : []));
		expect(delays(1)).toEqual([1_000, 2_000, 4_000, 8_000]);
		expect(delays(0)).toEqual([0, 0, 0, 0]);
	});

	it('of kind throttle rests as long as was asked, or doubling, and a little more', () => {
		const waits = (rest: Partial<FailedAttempt>) =>
			courseOf('throttle', rest)
				.slice(0, 8)
				.map((decision) => (decision.action === 'rest' ? decision.waitMs : 0));
		expect(waits({ random: 0 })).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
		expect(waits({ random: 1, retryAfterMs: 30_000 })[0]).toBe(31_000);
	});

	it('of kind day_quota is asked once more after the time that was told, unless that is hours', () => {
		expect(decideFailure(failed('day_quota', { retryAfterMs: 17_000 }))).toEqual({
			action: 'rest',
			waitMs: 17_000,
			failureCounts: { day_quota: 1 },
			isDoubted: true,
		});
		expect(decideFailure(failed('day_quota', { retryAfterMs: 8 * 3_600_000 }))).toMatchObject({ action: 'stop' });
	});

	it('counts each kind for itself and never more paid calls for one image than the page says', () => {
		const kinds = fc.constantFrom<EngineErrorKind>('transient', 'no_image', 'blocked', 'bad_image');
		fc.assert(
			fc.property(fc.array(kinds, { minLength: 20, maxLength: 20 }), (course) => {
				let failureCounts: FailedAttempt['failureCounts'] = {};
				for (const [index, kind] of course.entries()) {
					const decision = decideFailure(failed(kind, { failureCounts }));
					if (decision.action === 'give_up') {
						expect(decision.failure).toBe(kind);
						expect(index).toBeLessThan(callsPerImageMax);
						return;
					}
					if (decision.action !== 'retry') throw new Error(decision.action);
					expect(decision.countAttempt).toBe(false);
					failureCounts = decision.failureCounts;
				}
				throw new Error('never given up');
			}),
		);
	});
});
