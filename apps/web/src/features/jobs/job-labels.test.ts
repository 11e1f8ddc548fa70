import type { PauseReason } from '@adx/validators/generation/job-states';
import { dayQuotaUsedUp, modelNotInPlan } from '@adx/validators/generation/pause-messages';
import { describe, expect, test } from 'vitest';
import { formatDate, formatTime } from '../../lib/format/format-date.ts';
import { createJob } from '../../test/fixtures.ts';
import {
	formatCost,
	formatProgress,
	formatSpent,
	formatTabTitle,
	getPauseMessage,
	getQuotaMessage,
	nextPacificMidnight,
} from './job-labels.ts';

describe('when a key’s day ends', () => {
	test.each([
		['in winter time', '2026-11-21T16:30:15.250Z', '2026-11-22T08:00:00.000Z'],
		['in summer time', '2026-07-01T02:00:00.000Z', '2026-07-01T07:00:00.000Z'],
		['on the day that loses an hour', '2026-03-08T08:30:00.000Z', '2026-03-09T07:00:00.000Z'],
		['on the day that gains an hour', '2026-11-01T07:30:00.000Z', '2026-11-02T08:00:00.000Z'],
		['a moment after midnight', '2026-11-21T08:00:00.001Z', '2026-11-22T08:00:00.000Z'],
	])('it is midnight Pacific time %s', (_when, now, midnight) => {
		expect(nextPacificMidnight(new Date(now)).toISOString()).toBe(midnight);
	});
});

describe('the reason of a pause', () => {
	const pausedAt = new Date('2026-11-21T16:30:00Z');
	const pausedFor = (pauseReason: PauseReason, now = pausedAt, errorMessage: string | null = null) =>
		getPauseMessage({ engine: 'gemini', pauseReason, pausedAt, errorMessage }, now);

	test('names the way out of each', () => {
		expect(pausedFor('key_refused')).toMatch(/refused the API key.*resume with it or with another/);
		expect(pausedFor('storage_full')).toMatch(/no room/);
		expect(pausedFor('address_refused', pausedAt, 'It leads inside.')).toBe(
			'It leads inside. Resume once that has changed.',
		);
		expect(pausedFor('storage_away')).toMatch(/cannot store images at the moment/);
		expect(pausedFor('user')).toMatch(/You stopped it for now/);
	});

	test('a used up day ends at a moment in the reader’s own time, and once it has ended the job may go on', () => {
		const midnight = new Date('2026-11-22T08:00:00Z');
		const here = `${formatTime(midnight)} on ${formatDate(midnight)} here`;
		expect(pausedFor('day_quota')).toBe(
			`${dayQuotaUsedUp} It resets at midnight Pacific time, which is ${here}. Resume then, or now with another key.`,
		);
		expect(pausedFor('day_quota', pausedAt, dayQuotaUsedUp)).toBe(pausedFor('day_quota'));
		expect(pausedFor('day_quota', midnight)).toBe(
			`${dayQuotaUsedUp} It was reset at midnight Pacific time, which was ${here}. Resume now.`,
		);
	});

	test('another refused quota is told as the server tells it', () => {
		expect(pausedFor('day_quota', pausedAt, modelNotInPlan)).toBe(modelNotInPlan);
		expect(pausedFor('day_quota', pausedAt, 'Another limit.')).toBe('Another limit. Resume with another key.');
	});
});

describe('a job that failed', () => {
	const completedAt = new Date('2026-03-08T09:00:00Z');
	const failed = createJob(1, {
		engine: 'gemini',
		status: 'failed',
		phase: 'failed',
		errorMessage: dayQuotaUsedUp,
		completedAt,
	});

	test('for a day quota says when to try again, on the day that loses an hour too', () => {
		const midnight = new Date('2026-03-09T07:00:00Z');
		expect(getQuotaMessage(failed, completedAt)).toBe(
			`It resets at midnight Pacific time, which is ${formatTime(midnight)} on ${formatDate(midnight)} here. Try again then, or now with another key.`,
		);
		expect(getQuotaMessage(failed, midnight)).toMatch(/^It was reset .* Try again now\.$/);
	});

	test('for any other reason says nothing of the kind', () => {
		expect(getQuotaMessage({ ...failed, errorMessage: 'Cancelled' }, completedAt)).toBeNull();
		expect(getQuotaMessage(createJob(1), completedAt)).toBeNull();
	});
});

test('counts have separators, and what was spent is "so far" only while it may grow', () => {
	expect(formatProgress({ progress: 5_728, batchSize: 10_000 })).toBe('5,728 of 10,000 images');
	const spent = {
		engine: 'gemini',
		model: 'painter-large',
		paidCalls: 3,
		costUsd: 0.1,
		estimatedUsd: 0,
		redraws: 0,
	} as const;
	expect(formatSpent({ ...spent, status: 'generating' })).toBe('painter-large · $0.10 so far, measured');
	expect(formatSpent({ ...spent, status: 'completed' })).toBe('painter-large · $0.10, measured');
	expect(formatSpent({ ...spent, status: 'completed', redraws: 1 })).toBe('painter-large · $0.10 so far, measured');
	expect(formatSpent({ ...spent, model: null, status: 'generating' })).toBeNull();
	expect(formatSpent({ ...spent, status: 'completed', estimatedUsd: 0.04 })).toBe(
		'painter-large · $0.10: $0.06 measured, $0.04 estimated',
	);
	expect(formatSpent({ ...spent, status: 'generating', costUsd: 0.2044, estimatedUsd: 0.0336 })).toBe(
		'painter-large · $0.2044 so far: $0.1708 measured, $0.0336 estimated',
	);
	expect(formatSpent({ ...spent, status: 'generating', costUsd: 0.3, estimatedUsd: 0.1 + 0.2 })).toBe(
		'painter-large · $0.30 so far, estimated',
	);
	expect(formatSpent({ ...spent, status: 'completed', costUsd: 0 })).toBe('painter-large · price not known');
	expect(formatSpent({ ...spent, status: 'generating', paidCalls: 0, costUsd: 0 })).toBe(
		'painter-large · $0.00 so far',
	);
	const free = { ...spent, costUsd: 0, status: 'completed' } as const;
	const webUi = 'Stable Diffusion web UI';
	expect(formatSpent({ ...free, engine: 'sdwebui', model: 'dreamshaper' })).toBe(`${webUi} · dreamshaper`);
	expect(formatSpent({ ...free, engine: 'sdwebui', model: 'loaded' })).toBe(webUi);
	expect(formatSpent({ ...free, engine: 'comfyui', model: 'workflow' })).toBe('ComfyUI');
});

test('small costs keep their decimals', () => {
	expect([0, 0.0039, 0.04, 0.1 + 0.2, 0.999_99, 3.9, 1_234.5].map(formatCost)).toEqual([
		...['$0.00', '$0.0039', '$0.04', '$0.30', '$1.00', '$3.90', '$1,234.50'],
	]);
});

test('the tab’s title begins with how far the job is', () => {
	const job = { progress: 420, batchSize: 1_000, phase: 'running' } as const;
	expect(formatTabTitle(job, 42)).toBe('420/1,000 · 42%');
	expect(formatTabTitle({ ...job, phase: 'paused' }, 42)).toBe('Paused · 420/1,000 · 42%');
});
