import { describe, expect, test } from 'vitest';
import { createImage, createJob, createPlannedImage, runningJob } from '../../test/fixtures.ts';
import {
	findDownloadableJob,
	formatRacesAndClasses,
	formatRemaining,
	getOutcomeMessage,
	getPlannedState,
	getProgressMessage,
	toPercent,
} from './job-summary.ts';

describe('the remaining time', () => {
	test.each([
		['PROG-04', 60, 0, 5, '--:--'],
		['PROG-05', 100, 6, 5, '00:00'],
		['PROG-06', 60, 2, 5, '01:30'],
		['PROG-07', 60, 5, 5, '00:00'],
		['PROG-03', 125, 1, 2, '02:05'],
	])('%s after %i s with %i of %i', (_id, elapsedS, progress, batchSize, text) => {
		expect(formatRemaining(elapsedS, progress, batchSize)).toBe(text);
	});
});

describe('the words for a job', () => {
	test('a pending job is being prepared (PROG-08)', () => {
		expect(getProgressMessage(runningJob(1, { status: 'pending', phase: 'queued' }))).toBe('Preparing generation...');
	});

	test('any other is generating (PROG-09)', () => {
		expect(getProgressMessage(runningJob(1))).toBe('Generating images...');
	});

	test('a job that stopped early does not claim success (AMB-37)', () => {
		expect(getOutcomeMessage(createJob(1, { phase: 'partial', totalImages: 3 }))).toBe('Stopped after 3 of 5 images');
	});

	test('a failure without a message is unknown (STAT-06)', () => {
		expect(getOutcomeMessage(createJob(1, { status: 'failed', errorMessage: null }))).toBe('Unknown error occurred');
	});

	test('progress counts images (AMB-19)', () => {
		expect(toPercent({ progress: 1, batchSize: 3 })).toBe(33);
		expect(toPercent({ progress: 995, batchSize: 1_000 })).toBe(99);
		expect(toPercent({ progress: 1_000, batchSize: 1_000 })).toBe(100);
	});

	test('races and classes are joined by their names (PREV-04)', () => {
		expect(formatRacesAndClasses(createJob(1))).toBe('Elf, Half-Orc · Wizard, Blood Hunter');
	});
});

describe('what is said of images that are not drawn', () => {
	const images = [createImage('job-1', 1), createPlannedImage('job-1', 2)];
	const stopped = { phase: 'cancelled', batchSize: 2 } as const;

	test.each([
		['waiting', runningJob(1), true],
		['not drawn', runningJob(1, { phase: 'paused' }), true],
		['not drawn', createJob(1, { ...stopped, progress: 1 }), true],
		// The page has read one of the two that the job counts.
		['loading', createJob(1, { ...stopped, progress: 2 }), true],
		['loading', createJob(1, { batchSize: 40 }), false],
		// The others may be among those that are not read.
		['not drawn', createJob(1, { phase: 'partial', batchSize: 40, progress: 36 }), false],
	])('%s', (state, job, isWhole) => {
		expect(getPlannedState(job, images, isWhole)).toBe(state);
	});
});

describe('the job to download', () => {
	const jobs = [
		runningJob(8),
		...[7, 6, 5, 4, 3, 2].map((number) => createJob(number)),
		createJob(1, { status: 'failed' }),
	];

	test('the download takes the chosen job if it is completed, else the newest completed (AMB-21)', () => {
		expect(findDownloadableJob(jobs, 'job-4')?.number).toBe(4);
		expect(findDownloadableJob(jobs, 'job-8')?.number).toBe(7);
		expect(findDownloadableJob([runningJob(1)], null)).toBeNull();
	});
});
