import { describe, expect, test } from 'vitest';
import type { Job } from '../../../lib/api/trpc.ts';
import { createJob, publicConfig } from '../../../test/fixtures.ts';
import { estimateCostUsd } from '../../jobs/actions/order-price.ts';
import { estimateForgeSeconds, estimateServiceSeconds, formatDurationEstimate } from './duration-estimate.ts';

describe('price and time', () => {
	test('a model costs its price per image; one without a price costs nobody knows what', () => {
		expect(estimateCostUsd(publicConfig.gemini, 'painter-large', 250)).toBe(10);
		expect(estimateCostUsd(publicConfig.gemini, 'painter-small', 250)).toBeNull();
		expect(estimateCostUsd(publicConfig.gemini, 'gone', 1)).toBeNull();
	});

	test.each([
		[0.2, '~1 s'],
		[30, '~30 s'],
		[300, '~5 min'],
		[60_000, '~16 h 40 min'],
		[7_200, '~2 h'],
	])('%d seconds read %s', (seconds, text) => {
		expect(formatDurationEstimate(seconds)).toBe(text);
	});

	const painted = (images: number, seconds: number, changes: Partial<Job> = {}) => {
		const startedAt = new Date('2026-11-21T10:00:00Z');
		const completedAt = new Date(startedAt.getTime() + seconds * 1_000);
		const engine = 'gemini' as const;
		return createJob(2, { engine, model: 'painter-small', totalImages: images, startedAt, completedAt, ...changes });
	};
	const paintS = (model: string, images: number, jobs: readonly Job[] = []) =>
		estimateServiceSeconds({ service: publicConfig.gemini, model, images, jobs });

	test("Gemini's time is its calls', and no more of them a minute than the key may make", () => {
		// Ten a minute: every six seconds, as long as a call takes.
		expect([0, 1, 5].map((images) => paintS('painter-large', images))).toEqual([0, 6, 30]);
		// Two at a time that take 20 s each are fewer than the key may make.
		expect([1, 5].map((images) => paintS('painter-small', images))).toEqual([20, 60]);
	});

	test('what the newest whole collection of that model took counts more than what is reported', () => {
		const cut = painted(9, 1, { phase: 'cancelled' });
		const other = painted(9, 1, { model: 'painter-large' });
		const jobs = [cut, other, painted(5, 120), painted(5, 60)];
		expect(paintS('painter-small', 1, jobs)).toBe(40);
		expect(paintS('painter-small', 5, jobs)).toBe(120);
		expect(paintS('painter-small', 1, [painted(1, 90, { idleMs: 60_000 })])).toBe(30);
	});

	test("the forge's time is what it last took here", () => {
		const slow = painted(5, 600);
		// Five images in ten seconds, as the fixture has it.
		expect(estimateForgeSeconds([slow, createJob(1)], 40)).toBe(80);
		expect(estimateForgeSeconds([slow], 40)).toBeNull();
	});
});
